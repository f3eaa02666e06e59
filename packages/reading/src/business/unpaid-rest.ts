import type { Condition, Dataset, Ontology } from '@quipu/query'
import { compare, emptyQuery, field as fieldOf, literal } from '../interpret/builder.ts'
import { outstanding, owedBills } from '../metrics/owed.ts'

/** Less than half of the smallest coin is a difference of rounding. */
export const nothing = 0.005

/** Bills of which something is left to pay, where neither a state nor a date says which are paid: they may be paid in parts. */
export function unpaidRest(dataset: Dataset, ontology: Ontology): Condition | null {
  const [key, ...more] = dataset.primaryKey
  const own = dataset.fields.find(({ name }) => name === key)
  const isKnown = ontology.metrics.some(({ name }) => name === outstanding)
  if (!isKnown || own === undefined || more.length > 0) return null
  const bills = owedBills(ontology)
  if (bills === null || bills.dataset !== dataset || bills.paid.dataset === dataset) return null
  const of = fieldOf(dataset, own)
  return {
    kind: 'member',
    of,
    query: {
      ...emptyQuery(dataset),
      outputs: [{ expression: of, label: own.label }],
      groupBy: [of],
      having: compare({ kind: 'metric', name: outstanding }, '>', literal(nothing)),
    },
  }
}
