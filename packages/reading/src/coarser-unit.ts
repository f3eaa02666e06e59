import { metricExpression, partsOfExpression, type Expression, type Ontology } from '@quipu/query'
import { withNotes } from './plan/notes.ts'
import type { Plan } from './plan/plan.ts'

/** "how many hours does a repair take", where only the days are known: the figure is in days, and the answer says so. */
export function withCoarserUnit(plan: Plan, question: string, ontology: Ontology): Plan {
  const unit = finer.exec(question)?.[1]?.toLowerCase()
  if (unit === undefined || plan.status !== 'readings') return plan
  const [{ query }] = plan.readings
  const spans = query.outputs.flatMap(({ expression }) => spanUnits(expression, ontology))
  if (spans.length === 0 || spans.some((one) => one !== 'day')) return plan
  const says = `The data has days and no times of day, so this is in days and not in ${unit}.`
  return withNotes(plan, [{ about: 'unit of time', says, changesNumbers: true }])
}

const finer = /\b(?:how many|number of|average|mean|in) (hours|minutes)\b/i

function spanUnits(of: Expression, ontology: Ontology): readonly string[] {
  if (of.kind === 'span') return [of.unit]
  if (of.kind === 'aggregate') return spanUnits(of.of, ontology)
  if (of.kind === 'metric') return spanUnits(metricExpression(of.name, ontology), ontology)
  return partsOfExpression(of).flatMap((part) => spanUnits(part, ontology))
}
