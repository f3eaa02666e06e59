import { planJoins, type Condition, type Expression, type Ontology } from '@quipu/query'
import { distance, reachesOne } from '../business/nearest.ts'
import { keyFields } from '../lexicon/dataset-fields.ts'
import { traitsOf } from '../confidence/query-traits.ts'
import { conditionsOf, fieldsIn, figuresIn, figuresOf, labelOf, placeOf } from './query-parts.ts'
import { listed, signal, type Doubted, type Signal } from './signal.ts'
import { wordsSaid, type WordsSaid } from './words-said.ts'

/** Parts of a query that no word of the question asks for. */
export function ofUnaskedParts({ question, reading, ontology, isFollowUp }: Doubted): readonly Signal[] {
  const { query } = reading
  const said = wordsSaid(question)
  const ranked = query.limit === null ? [] : query.orderBy.map(({ expression }) => expression)
  const rankedBy = ranked.filter((each) => figuresIn(each).length === 0 && !isNamed(each, said, ontology))
  const figures = isFollowUp ? [] : figuresOf(query)
  const fields = isFollowUp ? [] : figures.flatMap((one) => unnamedField(one, said, ontology))
  const passed = isFollowUp ? [] : datasetsPassed(query, ontology)
  const strange = passed.filter((name) => !said.names(labelOf(name, ontology)))
  const far = conditionsOf(query.where).flatMap((one) => farFrom(query.subject, one, ontology))
  return [
    signal(
      'rankUnasked',
      rankedBy.length > 0,
      `The question does not name ${listed(rankedBy.flatMap((one) => fieldLabels(one, ontology)))}, by which it is ranked`,
    ),
    signal(
      'fieldUnasked',
      fields.length > 0,
      `The question does not name ${listed(fields)}, which is added up or counted`,
    ),
    signal(
      'dataUnasked',
      Math.min(3, strange.length),
      `It goes through ${listed(strange.map((name) => labelOf(name, ontology)))}, which the question does not name`,
    ),
    signal(
      'filterFar',
      Math.min(2, far.length),
      `Rows are narrowed by ${listed(far)}, which belongs to them only by way of other rows`,
    ),
  ]
}

function isNamed(expression: Expression, said: WordsSaid, ontology: Ontology): boolean {
  if (expression.kind === 'period' || expression.kind === 'part') return true
  return fieldsIn(expression, ontology).some((ref) => {
    const place = placeOf(ref, ontology)
    return place !== null && (said.names(place.field.label) || said.names(place.dataset.label))
  })
}

function fieldLabels(expression: Expression, ontology: Ontology): readonly string[] {
  return fieldsIn(expression, ontology).flatMap((ref) => placeOf(ref, ontology)?.field.label ?? [])
}

/** All datasets that a query goes through. */
function datasetsPassed(query: Doubted['reading']['query'], ontology: Ontology): readonly string[] {
  const joins = planJoins(query, ontology)
  if ('status' in joins) return []
  const joined = [...joins.trees.values()].flatMap((tree) =>
    tree.joins.flatMap((join) => [join.leftDataset ?? join.left, join.rightDataset]),
  )
  return [...new Set([...joined, ...traitsOf(query).datasets])].filter((name) =>
    ontology.datasets.some((each) => each.name === name),
  )
}

/** The thing of a condition that a row of the subject does not have one of, or only after several steps. */
function farFrom(subject: string, condition: Condition, ontology: Ontology): readonly string[] {
  const { fields } = traitsOf(condition)
  const datasets =
    condition.kind === 'related'
      ? [condition.query.subject]
      : [...fields].map((one) => one.split('.')[0] ?? '')
  return datasets
    .filter(
      (name) =>
        name !== subject && !reachesOne(subject, name, ontology) && distance(subject, name, ontology) > 2.6,
    )
    .map((name) => labelOf(name, ontology))
}

/** The field that is added up, averaged or counted, if the question does not name the field itself. */
function unnamedField(figure: Expression, said: WordsSaid, ontology: Ontology): readonly string[] {
  if (figure.kind === 'aggregate' && figure.of.kind === 'span') return unnamedSpan(figure.of, said, ontology)
  if (figure.kind !== 'aggregate' || figure.of.kind !== 'field') return []
  const place = placeOf(figure.of, ontology)
  if (place === null || said.names(place.field.label) || keyFields(place.dataset).includes(place.field))
    return []
  return [place.field.label]
}

/** The two dates between which time is measured, if the question names neither them nor their rows. */
function unnamedSpan(span: Expression, said: WordsSaid, ontology: Ontology): readonly string[] {
  const places = fieldsIn(span, ontology).flatMap((ref) => placeOf(ref, ontology) ?? [])
  const isSaid = places.some(({ dataset, field }) => said.names(field.label) || said.names(dataset.label))
  return isSaid ? [] : places.map(({ field }) => field.label)
}
