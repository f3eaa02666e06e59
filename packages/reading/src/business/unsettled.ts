import type { Condition, Ontology } from '@quipu/query'
import { stateField, type StateField } from '../metrics/not-sold.ts'
import { inStates } from './not-dead.ts'
import { goneStates, unpaidStates } from './state-words.ts'

const billStates = (): ReadonlySet<string> =>
  new Set([
    ...unpaidStates,
    'issued',
    'sent',
    'billed',
    'invoiced',
    'new',
    'reminded',
    'reminder sent',
    'disputed',
    'late',
    'final',
  ])
const settledStates = ['paid', 'settled', 'paid in full', 'fully paid', 'cleared', 'credited', 'credit note']

/** Where every state of a bill is known, all that are neither paid nor gone are unpaid: those that were sent as well as those paid in part. */
export function notSettled({ dataset, field }: StateField, ontology: Ontology): Condition | null {
  const done = stateField(dataset, [...settledStates, ...goneStates], ontology)
  const all = new Set(field.sample)
  if (done === null || done.field !== field || all.size < field.statistics.distinct) return null
  const known = billStates()
  const left = [...all].filter((value) => !done.values.includes(value))
  if (!left.every((value) => known.has(value.toLowerCase().trim()))) return null
  return inStates({ dataset, field, values: left.toSorted() })
}
