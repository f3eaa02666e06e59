import { partsOfExpression, type Expression, type Ontology, type Query } from '@quipu/query'
import { isMeasure } from '../lexicon/dataset-fields.ts'
import { deadFlag, deadStates, stateField } from '../metrics/not-sold.ts'
import type { Assumption } from '../plan/reading.ts'
import { traitsOf } from './query-traits.ts'

/** Says that a total or an average includes rows that were cancelled or never valid, where no condition is on their state. */
export function deadRowsIn(query: Query, ontology: Ontology): readonly Assumption[] {
  const { fields } = traitsOf(query)
  const summed = new Set(query.outputs.flatMap(({ expression }) => summedIn(expression, ontology)))
  return ontology.datasets
    .filter(({ name }) => summed.has(name))
    .flatMap((dataset): readonly Assumption[] => {
      const flag = deadFlag(dataset)
      if (flag !== null && !fields.has(`${dataset.name}.${flag.name}`)) {
        const says = `Includes ${dataset.label} that are marked as ${flag.label}.`
        return [{ about: 'rows included', says, changesNumbers: true }]
      }
      const found = stateField(dataset, deadStates, ontology)
      if (found === null || fields.has(`${dataset.name}.${found.field.name}`)) return []
      const says = `Includes ${dataset.label} whose ${found.field.label} is ${found.values.join(' or ')}.`
      return [{ about: 'rows included', says, changesNumbers: true }]
    })
}

/** The datasets whose measures are added up or averaged. */
function summedIn(expression: Expression, ontology: Ontology): readonly string[] {
  if (expression.kind !== 'aggregate')
    return partsOfExpression(expression).flatMap((each) => summedIn(each, ontology))
  const { of } = expression
  if (of.kind !== 'field' || (expression.function !== 'sum' && expression.function !== 'avg')) return []
  const dataset = ontology.datasets.find(({ name }) => name === of.dataset)
  const field = dataset?.fields.find(({ name }) => name === of.field)
  return field !== undefined && isMeasure(field) ? [of.dataset] : []
}
