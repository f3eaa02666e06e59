import type { Plan } from './plan.ts'
import type { Assumption, Reading } from './reading.ts'

/** Says which words were read otherwise than written. */
export function withNotes(plan: Plan, notes: readonly Assumption[]): Plan {
  if (notes.length === 0 || plan.status === 'verified' || plan.status === 'cannot_answer') return plan
  const noted = (reading: Reading): Reading => ({
    ...reading,
    assumptions: [...notes, ...reading.assumptions],
  })
  if (plan.status === 'clarification') return { ...plan, readings: plan.readings.map(noted) }
  const [first, ...rest] = plan.readings
  return { ...plan, readings: [noted(first), ...rest] }
}
