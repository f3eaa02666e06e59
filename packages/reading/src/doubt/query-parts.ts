import {
  metricExpression,
  partsOfExpression,
  type Condition,
  type Dataset,
  type Expression,
  type Field,
  type FieldRef,
  type Ontology,
  type Query,
} from '@quipu/query'

export interface Place {
  readonly dataset: Dataset
  readonly field: Field
}

export function placeOf({ dataset: name, field: own }: FieldRef, { datasets }: Ontology): Place | null {
  const dataset = datasets.find((each) => each.name === name)
  const field = dataset?.fields.find((each) => each.name === own)
  return dataset === undefined || field === undefined ? null : { dataset, field }
}

export function labelOf(dataset: string, { datasets }: Ontology): string {
  return datasets.find(({ name }) => name === dataset)?.label ?? dataset
}

/** The conditions of a query, also those of related rows. */
export function conditionsOf(where: Condition | null): readonly Condition[] {
  if (where === null) return []
  if (where.kind === 'and' || where.kind === 'or') return where.of.flatMap(conditionsOf)
  if (where.kind === 'related' || where.kind === 'member') return [where, ...conditionsOf(where.query.where)]
  return where.kind === 'not' && where.of.kind === 'related' ? conditionsOf(where.of) : [where]
}

/** The fields of an expression, those of metrics and aggregates included. */
export function fieldsIn(expression: Expression, ontology: Ontology): readonly FieldRef[] {
  if (expression.kind === 'field') return [expression]
  if (expression.kind === 'aggregate') return fieldsIn(expression.of, ontology)
  if (expression.kind === 'scalar')
    return expression.query.outputs.flatMap((one) => fieldsIn(one.expression, ontology))
  if (expression.kind !== 'metric')
    return partsOfExpression(expression).flatMap((part) => fieldsIn(part, ontology))
  const isKnown = ontology.metrics.some(({ name }) => name === expression.name)
  return isKnown ? fieldsIn(metricExpression(expression.name, ontology), ontology) : []
}

/** The aggregates of an expression, and the metrics by their names. */
export function figuresIn(expression: Expression): readonly Expression[] {
  if (expression.kind === 'aggregate' || expression.kind === 'metric' || expression.kind === 'scalar')
    return [expression]
  return partsOfExpression(expression).flatMap(figuresIn)
}

/** All figures of a query: shown, ranked by and compared. */
export function figuresOf({ outputs, orderBy }: Query): readonly Expression[] {
  const all = [...outputs, ...orderBy].flatMap(({ expression }) => figuresIn(expression))
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
}

/** The dataset whose rows an expression counts or adds up. */
export function homeOfFigure(figure: Expression, ontology: Ontology): string | null {
  if (figure.kind === 'aggregate' && figure.of.kind === 'rows') return figure.of.dataset
  return fieldsIn(figure, ontology)[0]?.dataset ?? null
}
