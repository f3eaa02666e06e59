import type { Condition, Dataset, Field, FieldRef, Ontology, Query } from '@quipu/query'
import { eventMoment } from './lexicon/event-moment.ts'
import { aggregate, emptyQuery, rows } from './interpret/builder.ts'
import { mapped } from './interpret/mapped.ts'
import { isMoment, visible } from './lexicon/dataset-fields.ts'
import type { Assumption, Reading } from './plan/reading.ts'
import { allOf, conjuncts, datasetOf, fieldOf, isSame, refTo } from './restate/fields.ts'
import { renewed } from './several/renewed.ts'

/** A condition on a date that the rows of the other conditions may never have. */
export interface DateToCheck {
  /** Counts the rows of the other conditions, and those that have the date. */
  readonly probe: Query
  /** What is asked instead where none has it, best first. */
  readonly instead: readonly Reading[]
}

/**
 * "How many deliveries were cancelled this year": a delivery that was cancelled has no day on which it was delivered. Where none of the rows
 * has the date of a condition, the condition contradicts the others, and another date of the same rows is meant. Only the data can tell.
 */
export function datesToCheck(reading: Reading, question: string, ontology: Ontology): readonly DateToCheck[] {
  const { query } = reading
  if (query.combine !== null || query.appearances.length > 0) return []
  const conditions = conjuncts(query.where)
  return conditions.flatMap((condition): readonly DateToCheck[] => {
    const of = dateOf(condition)
    const dataset = of === null ? null : datasetOf(ontology, of.dataset)
    const field = of === null ? null : fieldOf(ontology, of)
    if (of === null || dataset === null || field === null || field.statistics.nulls === 0) return []
    const others = conditions.filter((one) => one !== condition)
    if (others.length === 0) return []
    const probe: Query = {
      ...emptyQuery(dataset),
      outputs: [
        { expression: aggregate('count', rows(dataset)), label: 'rows' },
        { expression: aggregate('count', of), label: 'set' },
      ],
      where: allOf(others),
    }
    const unsaid = others.filter((one) => isUnsaidState(one, dataset, question))
    const changes =
      unsaid.length > 0
        ? unsaid.map((one) => withoutState(query, conditions, one, field))
        : condition.kind === 'during'
          ? otherDates(dataset, field).map((one) => onOtherDate(query, of, one, dataset, field))
          : [withoutDate(query, others, field, dataset)]
    return [
      {
        probe,
        instead: changes.flatMap(
          ({ query: other, says }) =>
            renewed(reading, other, [{ about: 'date', says, changesNumbers: true }], ontology) ?? [],
        ),
      },
    ]
  })
}

interface Change {
  readonly query: Query
  readonly says: Assumption['says']
}

/** The field of a period, or of a condition that it is not empty. */
function dateOf(condition: Condition): FieldRef | null {
  const found =
    condition.kind === 'during'
      ? condition.of
      : condition.kind === 'not' && condition.of.kind === 'null'
        ? condition.of.of
        : null
  return found?.kind === 'field' ? found : null
}

/** The date that rows begin with; or, beside it, the only other one. */
function otherDates(dataset: Dataset, field: Field): readonly Field[] {
  const main = eventMoment(dataset)
  if (main !== null && main !== field) return [main]
  const others = visible(dataset).filter((one) => isMoment(one) && one !== field)
  return others.length === 1 ? others : []
}

function onOtherDate(query: Query, of: FieldRef, other: Field, dataset: Dataset, field: Field): Change {
  const to = refTo(dataset, other)
  const says = `None of these ${dataset.label} has a date in ${field.label}, so it is the period of ${other.label}.`
  return { query: mapped(query, (part) => (isSame(part, of) ? to : part)), says }
}

function withoutDate(query: Query, others: readonly Condition[], field: Field, dataset: Dataset): Change {
  const says = `None of these ${dataset.label} has a date in ${field.label}, so it is not asked for.`
  return { query: { ...query, where: allOf(others) }, says }
}

function withoutState(query: Query, all: readonly Condition[], one: Condition, field: Field): Change {
  const says = `Whatever their state is: those in the usual state have no date in ${field.label}.`
  return { query: { ...query, where: allOf(all.filter((each) => each !== one)) }, says }
}

/** A state that the reader has taken for granted: the question does not say it. */
function isUnsaidState(condition: Condition, dataset: Dataset, question: string): boolean {
  const [left, values] =
    condition.kind === 'compare' && condition.operator === '=' && condition.right.kind === 'literal'
      ? [condition.left, [condition.right.value]]
      : condition.kind === 'in'
        ? [condition.of, condition.values]
        : [null, []]
  if (
    left?.kind !== 'field' ||
    left.dataset !== dataset.name ||
    !/\b(?:status|state)\b/i.test(left.field.replaceAll('_', ' '))
  )
    return false
  return values.every(
    (value) =>
      typeof value === 'string' &&
      /^(?:active|current|running|live)$/i.test(value) &&
      !question.toLowerCase().includes(value.toLowerCase()),
  )
}
