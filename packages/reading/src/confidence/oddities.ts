import type { Dataset, Expression, Field, Ontology, Query } from '@quipu/query'
import type { Building } from '../interpret/builder.ts'
import { isMeasure } from '../lexicon/dataset-fields.ts'

/** Unusual forms that are seldom meant. Each is 1 when the query has it. */
export function ofOddities({
  query,
  building,
}: {
  readonly query: Query
  readonly building: Building
}): Readonly<Record<string, number>> {
  const { ontology } = building
  const shown = query.outputs.map((each) => each.expression)
  const flag = (holds: boolean): number => (holds ? 1 : 0)
  return {
    countsMeasure: flag(
      shown.some(
        (each) =>
          each.kind === 'aggregate' && each.function === 'count' && isField(each.of, ontology, isMeasure),
      ),
    ),
    countsOther: flag(
      shown.some(
        (each) =>
          each.kind === 'aggregate' &&
          each.function === 'count' &&
          each.of.kind === 'field' &&
          !isField(each.of, ontology, isMeasure),
      ),
    ),
    unordered: flag(query.limit !== null && query.orderBy.length === 0),
    repeats: flag(
      !query.distinct &&
        query.groupBy.length === 0 &&
        shown.length === 1 &&
        isField(shown[0], ontology, (field, dataset) => field.statistics.distinct < 0.9 * dataset.rows),
    ),
    showsPointer: flag(shown.some((each) => each.kind === 'field' && pointsElsewhere(each, query, ontology))),
    groupsKey: flag(
      query.groupBy.some((each) =>
        isField(each, ontology, (field, dataset) => field.isPrimaryKey && dataset.name === query.subject),
      ) &&
        [...shown, ...query.orderBy.map((each) => each.expression)].some(
          (each) => each.kind === 'aggregate' && each.of.kind === 'rows' && each.of.dataset === query.subject,
        ),
    ),
    ...ofMeasures(query, ontology),
    havingOwn: flag(
      /"kind":"rows","dataset":"([^"]*)"/.exec(JSON.stringify(query.having))?.[1] === query.subject &&
        query.groupBy.some((each) => isField(each, ontology, (field) => field.isPrimaryKey)),
    ),
    distinctRows: flag(
      building.draft.distinct && shown.some((each) => each.kind === 'aggregate' && each.of.kind === 'rows'),
    ),
    fixedGroup: flag(query.groupBy.some((each) => isFixed(each, query))),
    mixedTypes: flag(
      /"kind":"aggregate"[^]*?"operator":"[<>=!]+","right":\{"kind":"literal","value":"/.test(
        JSON.stringify(query.having),
      ),
    ),
  }
}

/** Amounts that are grouped by or listed one by one, though they are usually summed. */
function ofMeasures(query: Query, ontology: Ontology): Readonly<Record<string, number>> {
  const isAmount = (each: Expression): boolean => isField(each, ontology, isMeasure)
  const isList =
    query.groupBy.length === 0 &&
    query.limit === null &&
    query.outputs.length > 0 &&
    query.outputs.every(({ expression }) => isAmount(expression))
  return { groupsMeasure: query.groupBy.some(isAmount) ? 1 : 0, listsMeasure: isList ? 1 : 0 }
}

function isField(
  expression: Expression | undefined,
  ontology: Ontology,
  holds: (field: Field, dataset: Dataset) => boolean,
): boolean {
  if (expression?.kind !== 'field') return false
  const dataset = ontology.datasets.find((each) => each.name === expression.dataset)
  const field = dataset?.fields.find((each) => each.name === expression.field)
  return dataset !== undefined && field !== undefined && holds(field, dataset)
}

/** A field of the subject that only refers to another dataset. */
function pointsElsewhere(
  expression: Extract<Expression, { kind: 'field' }>,
  query: Query,
  ontology: Ontology,
): boolean {
  return (
    expression.dataset === query.subject &&
    ontology.relationships.some(
      (each) =>
        each.from === expression.dataset &&
        each.to !== each.from &&
        each.fromFields.length === 1 &&
        each.fromFields[0] === expression.field,
    )
  )
}

/** Groups by a field that a condition fixes to one value. */
function isFixed(expression: Expression, { where }: Query): boolean {
  const conditions = where === null ? [] : where.kind === 'and' ? where.of : [where]
  return conditions.some(
    (each) =>
      each.kind === 'compare' &&
      each.operator === '=' &&
      JSON.stringify(each.left) === JSON.stringify(expression),
  )
}
