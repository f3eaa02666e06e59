import type { Condition, Dataset, Expression, Field, Ontology, Query } from '@quipu/query'
import { periodsIn } from '../frames/moved-filter.ts'
import { isMoney } from '../lexicon/money-fields.ts'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Assumption } from '../plan/reading.ts'
import { conjuncts } from '../restate/fields.ts'
import { findTimes } from '../time/find-times.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { tokenize } from '../words/tokens.ts'
import { namedAndUnused } from './named-and-unused.ts'
import { traitsOf } from './query-traits.ts'

/** What a query does that is seldom meant, and that its rows do not show. */
export function quietErrors(
  query: Query,
  ontology: Ontology,
  question: string,
  context: ReadingContext,
): readonly Assumption[] {
  return [
    ...twoPeriods(query, ontology, question, context),
    ...rankedOtherwise(query, ontology, question),
    ...rowsForNumbers(query, ontology, question),
    ...otherMoment(query, ontology, question),
    ...namedAndUnused(query, ontology, question),
  ]
}

/** Rows and what belongs to them have different periods, though the question names one. */
function twoPeriods(
  { where }: Query,
  ontology: Ontology,
  question: string,
  context: ReadingContext,
): readonly Assumption[] {
  const all = conjuncts(where)
  const own = periodsIn(all.filter(({ kind }) => kind === 'during'))
  const inside = periodsIn(all.filter(isRelated))
  const isOther = own.length > 0 && inside.some((one) => own.every((other) => one.start !== other.start))
  const named = findTimes(question, { ...context, calendar: ontology.calendar }).filter(
    ({ confidence, range }) => confidence >= 0.5 && range !== null,
  )
  if (!isOther || named.length > 1) return []
  const says = 'Two different periods are looked at: one of the rows, and one of what belongs to them.'
  return [{ about: 'two periods', says, changesNumbers: true }]
}

function isRelated(condition: Condition): boolean {
  return condition.kind === 'related' || (condition.kind === 'not' && condition.of.kind === 'related')
}

/** "ended this year": rows with this state, by a date on which they did not come into it, though they have that date too. */
function otherMoment({ where }: Query, { datasets }: Ontology, question: string): readonly Assumption[] {
  const all = conjuncts(where)
  const said = wordsOf(question)
  return all.flatMap((one): readonly Assumption[] => {
    if (one.kind !== 'compare' || one.operator !== '=' || one.left.kind !== 'field') return []
    const value = one.right.kind === 'literal' ? one.right.value : null
    const dataset = datasets.find(({ name }) => one.left.kind === 'field' && name === one.left.dataset)
    if (dataset === undefined || typeof value !== 'string' || !/ed$|^left$/i.test(value)) return []
    const stems = stemsOf(value.toLowerCase())
    const isOf = (field: Field): boolean =>
      nameWords(field.label).some((word) => [...stemsOf(word)].some((stem) => stems.has(stem)))
    const own = visible(dataset).find((field) => isMoment(field) && isOf(field))
    const used = all.flatMap((each) =>
      each.kind === 'during' && each.of.kind === 'field' && each.of.dataset === dataset.name
        ? visible(dataset).filter(({ name }) => each.of.kind === 'field' && name === each.of.field)
        : [],
    )
    const [other] = used.filter(
      (field) => !isOf(field) && !nameWords(field.label).some((word) => said.has(word)),
    )
    if (own === undefined || other === undefined) return []
    const says = `The period is that of ${other.label}. Rows that are ${value} also have ${own.label}.`
    return [{ about: 'date', says, changesNumbers: true }]
  })
}

function wordsOf(question: string): ReadonlySet<string> {
  return new Set(tokenize(question).flatMap(({ lower, forms }) => [lower, ...forms]))
}

const byNumber =
  /\bby (?:the )?(?:number|count|quantity|how many|pieces|units|volume|items)\b(?! of (?:money|revenue))/iu

/** "by number sold" that is ranked by money. */
function rankedOtherwise(
  { orderBy, limit }: Query,
  ontology: Ontology,
  question: string,
): readonly Assumption[] {
  const [order] = orderBy
  if (order === undefined || limit === null || !byNumber.test(question)) return []
  if (!isOfMoney(order.expression, ontology)) return []
  const says = 'The order is by an amount of money, though the question asks for an order by number.'
  return [{ about: 'order', says, changesNumbers: true }]
}

function isOfMoney(expression: Expression, ontology: Ontology): boolean {
  if (expression.kind === 'metric')
    return /(?:^|_)(?:revenue|spending|profit|sales|turnover|payments_received)$/.test(expression.name)
  if (expression.kind !== 'aggregate' || expression.function === 'count' || expression.of.kind !== 'field')
    return false
  const { dataset, field } = expression.of
  const found = ontology.datasets
    .find(({ name }) => name === dataset)
    ?.fields.find(({ name }) => name === field)
  return found !== undefined && isMoney(found)
}

const numbers = /\b(?:no|nr|number|slip|receipt|ticket|order|ref|reference|document|doc|voucher|docket)\b/i
const singleRows = /\b(?:lines?|rows?|items?|positions?|entries|records?)\b/i

/** Rows are counted, several of which have the number of one order, receipt or slip. */
function rowsForNumbers(query: Query, ontology: Ontology, question: string): readonly Assumption[] {
  if (singleRows.test(question)) return []
  const { fields } = traitsOf(query)
  const counted = new Set(query.outputs.flatMap(({ expression }) => rowsCounted(expression)))
  return ontology.datasets
    .filter(({ name, label }) => counted.has(name) && !singleRows.test(label))
    .flatMap((dataset): readonly Assumption[] => {
      const shared = visible(dataset).find((field) => isSharedNumber(field, dataset, ontology))
      if (shared === undefined || fields.has(`${dataset.name}.${shared.name}`)) return []
      const says = `Rows of ${dataset.label} are counted, several of which have the same ${shared.label}.`
      return [{ about: 'number of rows', says, changesNumbers: true }]
    })
}

function rowsCounted(expression: Expression): readonly string[] {
  return expression.kind === 'aggregate' && expression.function === 'count' && expression.of.kind === 'rows'
    ? [expression.of.dataset]
    : []
}

/** A number or code that several rows share, and that refers to no other rows. */
function isSharedNumber(field: Field, { rows, name }: Dataset, { relationships }: Ontology): boolean {
  const { distinct, nulls } = field.statistics
  const refers = relationships.some(
    ({ from, fromFields, to, toFields }) =>
      (from === name && fromFields.includes(field.name)) || (to === name && toFields.includes(field.name)),
  )
  return (
    !refers &&
    !field.isUnique &&
    (field.role === 'identifier' || field.sample.every((value) => /\d/.test(value))) &&
    field.role !== 'measure' &&
    field.role !== 'time' &&
    numbers.test(field.label) &&
    nulls === 0 &&
    distinct > 0.1 * rows &&
    distinct < 0.9 * rows
  )
}
