import type { Dataset, Field } from '@quipu/query'
import { field as fieldRef } from '../interpret/builder.ts'
import { visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { businessOf } from '../business/business.ts'
import type { FrameDraft } from './frame-draft.ts'
import { reachesOne } from '../business/nearest.ts'

const wayNames =
  /^(?:payment|paid (?:by|with|via)|pay(?:ment)? (?:method|type|means|mode)|method of payment|tender(?: type)?)$/i

/** What rows are called that hold money which came in. */
const payments: ReadonlySet<string> = new Set(
  'payment pay receipt remittance settlement transaction collection'.split(' '),
)

/** The field that says by which means people paid. Of payments, it may be called just a method. */
export function wayToPay(dataset: Dataset): Field | null {
  const isPayment = nameWords(dataset.label).some((word) => payments.has(word))
  const found = visible(dataset).filter(
    ({ type, label }) =>
      type === 'text' && (wayNames.test(label) || (isPayment && /^(?:method|means|paid by)$/i.test(label))),
  )
  // Beside a method, the type of a payment says what it was for.
  const plain = found.filter(({ label }) => !/\btype$/i.test(label))
  const [way, ...more] = plain.length > 0 ? plain : found
  return way === undefined || more.length > 0 ? null : way
}

/** "split by how they paid" is not left out: the answer is divided by the means of payment. False where the rows have none. */
export function addWay(draft: FrameDraft): boolean {
  if (!draft.scan.isMethod) return true
  // "how do people pay? share of each method": the question names it itself.
  if (draft.groups.length > 0 && draft.scan.mentions.some(({ isEach }) => isEach)) return true
  const named = [draft.home, businessOf(draft.ontology).trade?.header.name]
  const [home] = draft.ontology.datasets.filter(
    (each) =>
      named.includes(each.name) &&
      wayToPay(each) !== null &&
      (each.name === draft.home || reachesOne(draft.home, each.name, draft.ontology)),
  )
  const way = home === undefined ? null : wayToPay(home)
  if (home === undefined || way === null) return false
  const isThere = draft.groups.some(
    (group) => group.kind === 'field' && group.field.dataset === home.name && group.field.field === way.name,
  )
  if (!isThere) draft.groups.push({ kind: 'field', field: fieldRef(home, way) })
  return true
}
