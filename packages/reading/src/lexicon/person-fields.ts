import type { Dataset, Field, Ontology } from '@quipu/query'
import { visible } from './dataset-fields.ts'
import { nameWords } from './name-words.ts'
import { isPerson } from './wordnet.ts'

/** The texts by which rows name who did the work, where nobody has rows of their own: `served by`, `driver`, the `name` in a rota. */
export function workerFields(dataset: Dataset, { relationships }: Pick<Ontology, 'relationships'>): Field[] {
  const isRota = nameWords(dataset.label).some((word) => workLists.has(word))
  return visible(dataset).filter((field) => {
    const { label, name, type, role, statistics, sample } = field
    const refers = relationships.some(
      ({ from, fromFields }) => from === dataset.name && fromFields[0] === name,
    )
    return (
      type === 'text' &&
      !refers &&
      (role === 'dimension' || (role === 'name' && isRota)) &&
      isWorker(label.toLowerCase(), isRota) &&
      statistics.distinct > 1 &&
      statistics.distinct * 5 <= dataset.rows &&
      sample.every((text) => /^\p{Lu}[\p{L}.' -]*$/u.test(text) && text.split(' ').length <= 3)
    )
  })
}

function isWorker(label: string, isRota: boolean): boolean {
  if (label.endsWith(' by')) return !/\b(?:paid|pay|payment|sorted|billed|booked|ordered) by$/.test(label)
  if (label === 'name') return isRota
  const head = nameWords(label).at(-1) ?? ''
  return staffWords.has(head) || (isPerson(head) && !others.has(head))
}

const workLists: ReadonlySet<string> = new Set('rota roster shift timesheet payroll wage staff'.split(' '))
const staffWords: ReadonlySet<string> = new Set('staff employee crew rep operator'.split(' '))
/** People from outside. */
const others: ReadonlySet<string> = new Set(
  'customer client buyer guest member supplier vendor provider owner contact person patient student pupil tenant parent guardian author artist player child passenger recipient sender partner'.split(
    ' ',
  ),
)
