import type { Ontology } from '@quipu/query'
import type { FilterSlot, GroupSlot, MeasureSlot } from '../plan/frame.ts'

interface Shared {
  readonly measures: readonly MeasureSlot[]
  readonly filters: readonly FilterSlot[]
  readonly groups: readonly GroupSlot[]
  readonly ontology: Ontology
}

/**
 * "share of online bookings by month", "percentage of no shows by stylist": of the rows of each group, those that are so. A share of rows
 * that are narrowed by nothing, or of an amount, is that of each group in the whole.
 */
export function isPartOfEach({ measures: [slot, ...more], filters, groups, ontology }: Shared): boolean {
  if (slot === undefined || more.length > 0 || groups.length === 0) return false
  const own = filters.filter(({ key }) => !key.startsWith('of ') && !key.startsWith('with '))
  const isState = ({ key }: FilterSlot): boolean =>
    key.startsWith('state ') || /\.(?:\w*status|\w*state)$/i.test(key)
  const isOverTime = groups.every(({ kind }) => kind === 'period' || kind === 'part')
  if (own.length > 0 && own.every((one) => isMark(one, ontology)))
    return slot.kind === 'count' || slot.kind === 'metric'
  return slot.kind === 'count' && own.length > 0 && (isOverTime || own.every(isState))
}

/** A mark with yes and no, such as "billable": it cuts the rows of each group in two. */
function isMark({ condition }: FilterSlot, { datasets }: Ontology): boolean {
  if (condition.kind !== 'compare' || condition.left.kind !== 'field') return false
  const { dataset, field } = condition.left
  const at = datasets.find(({ name }) => name === dataset)
  return at?.fields.some(({ name, role }) => name === field && role === 'flag') === true
}
