import type { Condition, Dataset, Ontology } from '@quipu/query'
import { field as fieldOf } from '../interpret/builder.ts'
import { isPeople } from '../lexicon/dataset-fields.ts'
import { childrenOf } from '../metrics/field-finder.ts'
import { stateField } from '../metrics/not-sold.ts'
import { isLasting } from '../metrics/plans.ts'
import { inStates } from '../business/not-dead.ts'

/** "which lockers are free": by their state, or by an empty reference to whom or what has them. Null where the rows do not say. */
export function isFree(dataset: Dataset, ontology: Ontology): Condition | null {
  const own = stateField(dataset, ['free', 'available', 'vacant', 'unoccupied', 'empty'], ontology)
  if (own !== null) return inStates(own)
  const [holder, ...more] = ontology.relationships.flatMap(({ from, to, fromFields }) => {
    const target = ontology.datasets.find(({ name }) => name === to)
    const field = dataset.fields.find(({ name }) => name === fromFields[0])
    const isHolder = target !== undefined && (isPeople(target) || isLasting(target))
    return from === dataset.name && isHolder && field !== undefined && field.statistics.nulls > 0
      ? [field]
      : []
  })
  return holder === undefined || more.length > 0 ? null : { kind: 'null', of: fieldOf(dataset, holder) }
}

/** The only rows that last for a time and refer to the thing: whoever has a contract for it has taken it. */
export function takenBy(dataset: Dataset, ontology: Ontology): Dataset | null {
  const [only, ...more] = childrenOf(dataset, ontology).filter(isLasting)
  return only === undefined || more.length > 0 ? null : only
}
