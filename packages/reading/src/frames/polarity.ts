import type { Ontology } from '@quipu/query'
import { nameWords } from '../lexicon/name-words.ts'
import type { MeasureSlot } from '../plan/frame.ts'
import type { Scan } from './scan.ts'

/** The more of these, the worse. */
const bad: ReadonlySet<string> = new Set(
  'complaint claim refund return cancel cancelled cancellation late delay delayed overdue missed miss absence absent sick error fault faulty defect defective damage damaged waste wasted expired expiry loss lost lose breakage scrap breakdown incident accident injury noshow show unpaid debt owed void voided failed failure rejected reject churn cost expense spending shortage missing'.split(
    ' ',
  ),
)

/** "worst" is what most complaints or the least revenue belong to; "best" is the other way round. */
export function worstFirst(
  { by, direction }: NonNullable<Scan['rank']>,
  slot: MeasureSlot,
  ontology: Ontology,
): 'asc' | 'desc' {
  if (by !== 'best' || !isBad(slot, ontology)) return direction
  return direction === 'asc' ? 'desc' : 'asc'
}

function isBad(slot: MeasureSlot, { datasets, metrics }: Ontology): boolean {
  const dataset = 'dataset' in slot ? slot.dataset : 'field' in slot ? slot.field.dataset : null
  const rows = datasets.find(({ name }) => name === dataset)
  const field = 'field' in slot ? rows?.fields.find(({ name }) => name === slot.field.field) : undefined
  const metric = 'name' in slot ? metrics.find(({ name }) => name === slot.name) : undefined
  const condition = 'condition' in slot ? JSON.stringify(slot.condition) : ''
  const labels = [
    ['count', 'rate', 'density'].includes(slot.kind) ? rows?.label : undefined,
    field?.label,
    metric?.label,
  ]
  const values = [...condition.matchAll(/"value":"([^"]+)"/g)].map(([, value]) => value)
  return [...labels, ...values].some(
    (one) => one !== undefined && nameWords(one).some((word) => bad.has(word)),
  )
}
