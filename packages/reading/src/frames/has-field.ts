import { inSmallLetters } from '../words/plain-text.ts'
import type { Condition, Dataset, Field, Ontology } from '@quipu/query'
import { compare, field as fieldOf, literal } from '../interpret/builder.ts'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { flagsOf } from '../lexicon/flags.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Frame } from '../plan/frame.ts'
import { isPast } from '../words/verbal.ts'
import type { ReadHead } from './clause-reading.ts'
import { ofKind } from './kind-heads.ts'
import { buyerOf } from './measured.ts'
import { saysSoItself } from './own-presence.ts'

const part = String.raw`(?<part>(?:what|which)(?:'s| is)?(?: the)? (?:percentage|percent|proportion|share|fraction|%) of|what %(?: of)?|how many percent of)`
const asked = String.raw`(?:${part}|(?<many>how many|number of)|which|what|list(?: all)?|show(?: me)?|(?=who\b))`
const ours = '(?:of (?:our|the|my) |our |the |all(?: of)?(?: our| the)? |my )?'
const noted = '(?: (?:on file|on record|recorded|noted|set|entered|filled in|registered))?'

/** "did we have this year": when the rows that are counted came about. */
const when = String.raw`(?:,? (?:(?:did|do|have|had) we (?:have|get|had|got|take)|have we|were there|are there|came in))?(?: (?:this|last|in|since|so far|today|yesterday|for|during|over)\b.*)?`

const forms: readonly RegExp[] = [
  // "how many dogs have an insurer", "what percentage of clients have no email address"
  new RegExp(
    String.raw`^(?:${asked} )?${ours}(?<head>.+?) (?:(?<not>(?:have|has|have got|has got) no|without(?: an?| any| the)?|(?:do not|does not|don't|doesn't|dont|doesnt) have(?: got)?(?: an?| any| the)?|haven't got(?: an?| any)?)|(?:that |who )?(?:have|has|with|having)(?: got)?(?: an?| any| the)) (?<what>\p{L}+(?: \p{L}+){0,2}?)${noted}(?<when>${when})$`,
    'u',
  ),
  // "what percentage of our dogs is insured"
  new RegExp(String.raw`^${asked} ?${ours}(?<head>.+?) (?:is|are) (?<not>not )?(?<done>\p{L}+)$`, 'u'),
]

/** "dogs that have an insurer", "dogs that are insured": rows whose field of this name is filled in, counted, listed, or as a part of all. */
export function readHaving(question: string, ontology: Ontology, readHead: ReadHead): Frame | null {
  const text = inSmallLetters(question)
  const groups = forms.map((form) => form.exec(text)?.groups).find((one) => one !== undefined)
  const { head = '', what, done, not, part: share, when: rest = '' } = groups ?? {}
  if (groups === undefined || /\b(?:who|that|which|and|or|not|never|than)\b/.test(head.replace(/^who$/, '')))
    return null
  const buyer = head === 'who' ? buyerOf(ontology) : null
  const has = (owner: Dataset): Field | null =>
    what === undefined ? doneField(done ?? '', owner, ontology) : fieldNamed(what, owner, ontology)
  const frame =
    (rest === '' ? ofKind(head, true, ontology, (owner) => has(owner) !== null) : null) ??
    readHead(`how many ${buyer?.label ?? head}${rest}`)
  const owner = frame === null ? null : countedIn(frame, ontology)
  if (frame === null || owner === null) return null
  const field = has(owner)
  if (field === null) return null
  const of = fieldOf(owner, field)
  // "have an inspection due in the next 30 days": a period behind a date is that of this date.
  if (
    isMoment(field) &&
    frame.time !== null &&
    ofDate.test(rest) &&
    not === undefined &&
    share === undefined
  ) {
    const isCounted = groups['many'] !== undefined
    const measures = isCounted ? frame.measures : []
    return { ...frame, subject: isCounted ? frame.subject : owner.name, measures, moment: of }
  }
  const isNull: Condition = { kind: 'null', of }
  // "with a dog": at least one is counted.
  const [isEmpty, isFilled]: readonly [Condition, Condition] = isNumber(field)
    ? [{ kind: 'or', of: [isNull, compare(of, '<=', literal(0))] }, compare(of, '>', literal(0))]
    : [isNull, { kind: 'not', of: isNull }]
  const condition = not === undefined ? isFilled : isEmpty
  if (share !== undefined)
    return { ...frame, measures: [{ kind: 'rate', dataset: owner.name, condition, of: 'percent' }] }
  const isCount = groups['many'] !== undefined
  return {
    ...frame,
    subject: isCount ? frame.subject : owner.name,
    measures: isCount ? frame.measures : [],
    filters: [...frame.filters, { key: `has ${owner.name}.${field.name}`, condition }],
  }
}

/** A period, and no word for when the rows came about. */
const ofDate = /^ (?:this|last|next|in|within|on|by|before|after|today|tomorrow|during)\b/

function countedIn(
  { measures, rank, share, against, groups }: Frame,
  { datasets }: Ontology,
): Dataset | null {
  const [slot, ...more] = measures
  if (slot?.kind !== 'count' || more.length > 0 || rank !== null || share !== null || against !== null)
    return null
  return groups.length > 0 ? null : (datasets.find(({ name }) => name === slot.dataset) ?? null)
}

/** The only field of this name that some rows leave empty. */
function fieldNamed(said: string, owner: Dataset, { datasets }: Ontology): Field | null {
  const words = nameWords(said).filter((word) => !/^(?:address|number|no|details?)$/.test(word))
  const isDataset = datasets.some(
    ({ label, isHidden }) => !isHidden && nameWords(label).join(' ') === nameWords(said).join(' '),
  )
  if (words.length === 0 || isDataset) return null
  const all = gaps(owner).filter(({ label, synonyms }) =>
    [label, ...synonyms].some((name) => words.every((word) => nameWords(name).includes(word))),
  )
  const [only, ...more] = all
  return only === undefined || more.length > 0 ? null : only
}

/** `insurer` for "insured": the only field that the verb names, where no state or mark of the data is called so. */
function doneField(said: string, owner: Dataset, ontology: Ontology): Field | null {
  const isKnown =
    ontology.values.exact(said).length > 0 ||
    flagsOf(ontology).some(({ dataset, name }) => dataset === owner && name === said)
  if (!isPast(said) || isKnown) return null
  const stems = stemsOf(said)
  const [only, ...more] = gaps(owner).filter(
    ({ label, type }) =>
      type === 'text' &&
      nameWords(label).some((word) =>
        [...stemsOf(word.replace(/(?:er|or)$/, 'e'))].some((stem) => stems.has(stem)),
      ),
  )
  return only === undefined || more.length > 0 ? null : only
}

function gaps(owner: Dataset): readonly Field[] {
  return visible(owner).filter(
    (field) =>
      (isNumber(field) && field.statistics.min === 0) ||
      (field.statistics.nulls > 0 && (field.type !== 'text' || !saysSoItself(field))),
  )
}

function isNumber({ type, role, isPrimaryKey }: Field): boolean {
  return type === 'number' && role !== 'identifier' && !isPrimaryKey
}
