import { planJoins, type Ontology } from '@quipu/query'
import { doubtAbout } from '../confidence/verdict.ts'
import type { Plan } from '../plan/plan.ts'
import type { Assumption, Reading } from '../plan/reading.ts'

/** Without readings that no relationship connects, where another one can be answered. It is not as likely, and says so. */
export function withJoinedReadings(plan: Plan, ontology: Ontology): Plan {
  if (plan.status !== 'readings') return plan
  const [best, ...others] = plan.readings
  const joins = planJoins(best.query, ontology)
  const rest = others.filter(({ query }) => !('status' in planJoins(query, ontology)))
  if (!('status' in joins)) return { ...plan, readings: [best, ...rest] }
  const [next, ...more] = rest
  if (next === undefined) return plan
  const kept = next.assumptions.filter(({ about }) => about !== doubtAbout)
  const assumptions = [...kept, instead(best, next, joins.reason)]
  return { ...plan, readings: [{ ...next, assumptions }, ...more] }
}

function instead(best: Reading, { restatement }: Reading, reason: string): Assumption {
  const says = `Read as: ${restatement}. The question may rather mean: ${best.restatement}. ${reason}`
  return { about: doubtAbout, says, changesNumbers: true }
}
