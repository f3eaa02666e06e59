import type { Ontology } from '@quipu/query'
import { nameWords } from '../lexicon/name-words.ts'
import type { FilterSlot, MeasureSlot } from '../plan/frame.ts'
import type { Scan } from './scan.ts'

/** The more of these, the worse. */
const bad: ReadonlySet<string> = new Set(
  'complaint claim refund return cancel cancelled cancellation late delay delayed overdue missed miss absence absent sick error fault faulty defect defective damage damaged waste wasted expired expiry loss lost lose breakage scrap breakdown incident accident injury noshow show unpaid debt owed void voided failed failure rejected reject churn cost expense spending shortage missing outstanding arrears receivable binned spoiled spoilage wastage discarded thrown'.split(
    ' ',
  ),
)

/** "worst" is what most complaints or the least revenue belong to; "best" is the other way round. */
export function worstFirst(
  { by, direction }: NonNullable<Scan['rank']>,
  slot: MeasureSlot,
  ontology: Ontology,
  filters: readonly FilterSlot[] = [],
): 'asc' | 'desc' {
  const isOfBad = (slot.kind === 'count' && filters.some(isBadKind)) || filters.some(isOwed)
  if (by !== 'best' || !(isOfBad || isBad(slot, ontology))) return direction
  return direction === 'asc' ? 'desc' : 'asc'
}

/** What is not paid, or not in time, is the worse the more it is. */
function isOwed({ key, condition }: FilterSlot): boolean {
  return condition.kind !== 'not' && (key === 'state late' || key === 'state unpaid')
}

/** Rows that came late or were cancelled, and not those that were not. */
function isBadKind({ key, condition }: FilterSlot): boolean {
  if (condition.kind === 'not') return false
  return /\blate\b/.test(key) || valuesIn(condition).some(isBadWord)
}

function valuesIn(condition: unknown): readonly string[] {
  return [...JSON.stringify(condition).matchAll(/"value":"([^"]+)"/g)].map(([, value]) => value ?? '')
}

function isBadWord(text: string): boolean {
  return nameWords(text).some((word) => bad.has(word))
}

function isBad(slot: MeasureSlot, { datasets, metrics }: Ontology): boolean {
  const dataset =
    'dataset' in slot ? slot.dataset : 'field' in slot && slot.field !== null ? slot.field.dataset : null
  const rows = datasets.find(({ name }) => name === dataset)
  const field = 'field' in slot ? rows?.fields.find(({ name }) => name === slot.field?.field) : undefined
  const metric = 'name' in slot ? metrics.find(({ name }) => name === slot.name) : undefined
  const labels = [
    ['count', 'rate', 'density'].includes(slot.kind) ? rows?.label : undefined,
    field?.label,
    metric?.label,
  ]
  const values = 'condition' in slot ? valuesIn(slot.condition) : []
  return [...labels, ...values].some((one) => one !== undefined && isBadWord(one))
}
