import { type Condition, type Expression, type Field, type Ontology, type Query } from '@quipu/query'
import { isMeasure, isMoment, isNumeric, namedThing, nameFields } from '../lexicon/dataset-fields.ts'
import { rawWords } from '../lexicon/name-words.ts'
import { aggregatesIn, countsOne, fieldAt, namesOne, type At } from './counts-one.ts'
import { isJoinedAndDenied } from './denials.ts'
import { asksWithinMonths, hoursOfDays, ranksMinutes } from './month-grain.ts'
import { debtsLeftOpen } from './several-debts.ts'
import { sizeElsewhere, sumBesideMean } from './size-elsewhere.ts'

/** Why a query cannot be what a person means, whatever the words were. */
export interface Objection {
  readonly kind: ObjectionKind
  /** A sentence for the person who asked. */
  readonly says: string
}

export type ObjectionKind =
  | 'identifier-summed'
  | 'rate-summed'
  | 'text-summed'
  | 'contradiction'
  | 'no-effect'
  | 'counts-itself'
  | 'bare-amounts'
  | 'bare-moments'
  | 'unordered'
  | 'bare-pointer'
  | 'text-ranked'
  | 'counts-named'
  | 'no-hours'
  | 'period-elsewhere'
  | 'no-amount'
  | 'best-by-date'
  | 'pointer-ranked'
  | 'size-elsewhere'
  | 'sum-beside-mean'
  | 'several-debts'
  | 'no-places'

/**
 * What speaks against a query, on its outermost level, from what the ontology knows. Empty when nothing does. A list of
 * amounts or dates is well when `question` names them in full, or names them well in other words: `named` holds these fields.
 */
export function objectionsTo(
  query: Query,
  ontology: Ontology,
  question: string,
  named: ReadonlySet<Field> = new Set(),
): readonly Objection[] {
  const sense = { query, ontology, question, said: new Set(rawWords(question)), named }
  return [
    ...ofFigures(sense),
    ...ofConditions(sense),
    ...(countsOne(query, ontology) ? [countsItself] : []),
    ...ofPeriods(sense),
    ...ofRankings(sense),
    ...ofLists(sense),
    ...ofDebts(sense),
    ...ofPlaces(sense),
    ...ofNamesakes(sense),
  ]
}

/** "customers with the same name": those that share it, and never a list of all. */
function ofNamesakes({ query, question }: Sense): readonly Objection[] {
  const isAsked =
    /\bsame (?:(?:first|last|full|family) )?(?:name|surname|e-?mail|address|phone)\b|\bnamesakes?\b/i.test(
      question,
    )
  const isGrouped = query.having !== null || /"kind":"(?:member|related)"/.test(JSON.stringify(query.where))
  return isAsked && !isGrouped
    ? [{ kind: 'no-effect', says: 'It would list all of them, and not those that are alike.' }]
    : []
}

/** "who has not paid" where several kinds of rows are paid for. */
function ofDebts({ query, ontology, said, question }: Sense): readonly Objection[] {
  const isCounted = query.outputs.every(
    ({ expression }) => expression.kind === 'aggregate' && expression.function === 'count',
  )
  if (asksDebt.test(question) && isCounted)
    return [{ kind: 'no-amount', says: 'It is not known what is owed: it would only count rows.' }]
  const open = debtsLeftOpen(query, ontology, said).map(({ label }) => label)
  if (open.length === 0) return []
  return [{ kind: 'several-debts', says: `It is not said what was not paid: ${open.join(' or ')}.` }]
}

/** "how much do they owe us" is never a number of rows. */
const asksDebt = /\bhow much\b[^?]*\bow(?:e|es|ed|ing)\b/i

/** What is sold out or fully booked is compared with its places, or with what is left of it. */
function ofPlaces({ query, question }: Sense): readonly Objection[] {
  if (!/\b(?:sold|booked) out\b|\bfully booked\b/i.test(question)) return []
  const isCompared = /"operator":"[<>]=/.test(JSON.stringify([query.where, query.having, query.outputs]))
  return isCompared ? [] : [{ kind: 'no-places', says: 'It is not known how many places there are.' }]
}

const countsItself: Objection = {
  kind: 'counts-itself',
  says: 'It would count each row by itself, which gives 1 every time.',
}

interface Sense {
  readonly query: Query
  readonly ontology: Ontology
  readonly question: string
  /** The words of the question, in their base forms. */
  readonly said: ReadonlySet<string>
  readonly named: ReadonlySet<Field>
}

type Aggregate = Extract<Expression, { kind: 'aggregate' }>

/** Identifiers, codes, years, rates and texts are not added up. */
function ofFigures({ query, ontology }: Sense): readonly Objection[] {
  const shown = [...query.outputs, ...query.orderBy].map(({ expression }) => expression)
  return shown.flatMap(aggregatesIn).flatMap((one): readonly Objection[] => {
    if (one.of.kind !== 'field' || one.function === 'count') return []
    const { field } = fieldAt(one.of, ontology) ?? {}
    if (field === undefined) return []
    const isTotal = one.function === 'sum'
    if (field.type === 'text' && !isNumeric(field) && (isTotal || isMean(one)))
      return [{ kind: 'text-summed', says: `“${field.label}” is text, which has no total or average.` }]
    const isDate = isMoment(field) && field.type !== 'number' && (isTotal || isMean(one))
    if (namesRows(field) || isDate || (isTotal && isYear(field)))
      return [
        {
          kind: 'identifier-summed',
          says: `“${field.label}” identifies or dates rows; a total or average of it means nothing.`,
        },
      ]
    if (isTotal && isRate(field))
      return [{ kind: 'rate-summed', says: `“${field.label}” is a rate; the sum of rates means nothing.` }]
    return []
  })
}

function isMean({ function: name }: Aggregate): boolean {
  return name === 'avg' || name === 'median' || name === 'stddev'
}

/** A number that stands for a row or a document, whatever role the ontology gives it. */
function namesRows(field: Field): boolean {
  if (field.isPrimaryKey || field.role === 'identifier') return true
  if (field.type !== 'number' || !field.isInteger) return false
  return (
    /(?:#|\b(?:id|no|nr|num|number|code|key|zip|postcode|phone|ref|reference))$/i.test(field.label.trim()) &&
    field.statistics.distinct > 20
  )
}

function isYear(field: Field): boolean {
  return field.timeFormat === 'year' || (isMoment(field) && field.type === 'number')
}

/** From 0 to 1 with fractions, or a percentage by its name or unit. */
function isRate(field: Field): boolean {
  if (field.type !== 'number') return false
  const { min, max } = field.statistics
  const isShare =
    typeof min === 'number' && typeof max === 'number' && min >= 0 && max <= 1 && !field.isInteger
  const isNamed =
    field.unit === 'percent' ||
    /\b(?:rate|percent|percentage|pct|ratio|abv|temperature|rating|score)\b|%/i.test(field.label)
  return isShare || isNamed
}

/** Conditions that exclude each other, and a comparison that every row or none meets by its scale. */
function ofConditions({ query, ontology }: Sense): readonly Objection[] {
  const all = conjunctsOf(query.where)
  const found: Objection[] = []
  if (isJoinedAndDenied(query))
    found.push({ kind: 'contradiction', says: 'It would look for rows among those that are not there.' })
  const exact = new Map<string, string>()
  const denied = new Map<string, readonly unknown[]>()
  const periods = new Map<string, { start: string | null; end: string | null }>()
  for (const each of all) {
    if (each.kind === 'compare' && each.operator === '=' && each.right.kind === 'literal') {
      const key = JSON.stringify(each.left)
      const value = String(each.right.value).toLowerCase()
      if (exact.has(key) && exact.get(key) !== value)
        found.push({
          kind: 'contradiction',
          says: `“${labelOf(each.left, ontology)}” cannot have two values at once.`,
        })
      exact.set(key, value)
    }
    if (each.kind === 'not' && each.of.kind === 'in') denied.set(JSON.stringify(each.of.of), each.of.values)
    if (each.kind === 'during') {
      const key = JSON.stringify(each.of)
      const other = periods.get(key)
      if (other !== undefined && areApart(other, each))
        found.push({
          kind: 'contradiction',
          says: `“${labelOf(each.of, ontology)}” cannot be in two periods at once.`,
        })
      periods.set(key, each)
    }
    if (isOffScale(each, ontology))
      found.push({ kind: 'no-effect', says: 'A comparison in it is met by every row or by none.' })
  }
  for (const [key, values] of denied)
    if (values.some((value) => String(value).toLowerCase() === exact.get(key)))
      found.push({ kind: 'contradiction', says: 'A value is asked for and left out at once.' })
  return found
}

function areApart(
  a: { start: string | null; end: string | null },
  b: { start: string | null; end: string | null },
): boolean {
  const isBefore = (end: string | null, start: string | null): boolean =>
    end !== null && start !== null && end <= start
  return isBefore(a.end, b.start) || isBefore(b.end, a.start)
}

/** A year or an identifier compared with a number of another size: "older than 15 years" as `built year > 15`. */
function isOffScale(condition: Condition, ontology: Ontology): boolean {
  if (condition.kind !== 'compare' || condition.left.kind !== 'field' || condition.right.kind !== 'literal')
    return false
  const { field } = fieldAt(condition.left, ontology) ?? {}
  const value = condition.right.value
  if (field === undefined || typeof value !== 'number' || !/^[<>]/.test(condition.operator)) return false
  const { min, max } = field.statistics
  if (typeof min !== 'number' || typeof max !== 'number' || !(isYear(field) || namesRows(field))) return false
  return value < min / 2 || value > max * 2
}

/** “Check in today”: the period is of the date that the question names, and not of another one. */
function ofPeriods({ query: { groupBy, where }, ontology, said }: Sense): readonly Objection[] {
  if (['by', 'per', 'each', 'every'].some((word) => said.has(word))) return []
  const days = groupBy.flatMap((key) => (key.kind === 'field' ? [key] : []))
  const [named] = days.flatMap((key) => fieldAt(key, ontology)?.field ?? []).filter(isMoment)
  const isElsewhere = conjunctsOf(where).some(
    (each) => each.kind === 'during' && !days.some((key) => JSON.stringify(key) === JSON.stringify(each.of)),
  )
  if (named === undefined || !isElsewhere) return []
  return [{ kind: 'period-elsewhere', says: `The period would not be that of “${named.label}”.` }]
}

/** Ranked by a text, a named row that is counted, and hours of days without a time. */
function ofRankings({ query, ontology, said, question }: Sense): readonly Objection[] {
  const found: Objection[] = []
  const text = textRanked(query, ontology)
  if (text !== null && ![...said].some((word) => /^(?:alphabet|lexic|sort|order|ascend|descend)/.test(word)))
    found.push({
      kind: 'text-ranked',
      says: `“${text}” is text; the first or last of it is no best or least.`,
    })
  const date = dateRanked(query, ontology)
  if (date !== null && ['best', 'worst', 'good', 'bad'].some((word) => said.has(word)))
    found.push({ kind: 'best-by-date', says: `“${date}” is a date, which makes nothing best or worst.` })
  found.push(...sizeElsewhere(query, ontology, said), ...sumBesideMean(query, said))
  const pointer = pointerRanked(query, ontology)
  if (pointer !== null)
    found.push({
      kind: 'pointer-ranked',
      says: `“${pointer}” is a reference; the highest of it is no best or most.`,
    })
  const [only, ...others] = query.outputs
  const count = only?.expression
  if (others.length === 0 && count?.kind === 'aggregate' && count.function === 'count')
    if (
      count.of.kind === 'rows' &&
      conjunctsOf(query.where).some((each) => namesOne(each, count.of, ontology))
    )
      found.push({ kind: 'counts-named', says: 'It would count the one row with this name.' })
  if (/\b(?:time of (?:the )?day|hours?)\b/i.test(question) && ranksMinutes(query, ontology))
    found.push({ kind: 'no-hours', says: 'It would rank single minutes, and not hours of the day.' })
  if (hoursOfDays(query, ontology)) found.push({ kind: 'no-hours', says: 'These dates have no time of day.' })
  if (query.groupBy.some((key) => isPartOfYear(key, ontology)))
    found.push({ kind: 'no-hours', says: 'These rows have a year, and no day or month.' })
  if (asksWithinMonths(query, ontology))
    found.push({ kind: 'no-hours', says: 'These rows have a month, and no day.' })
  return found
}

/** The label of the reference to another dataset that a ranking goes by. */
function pointerRanked({ orderBy: [first], limit }: Query, ontology: Ontology): string | null {
  if (limit === null || first?.expression.kind !== 'field') return null
  const { dataset, field } = fieldAt(first.expression, ontology) ?? {}
  if (dataset === undefined || field === undefined || field.isPrimaryKey) return null
  const isPointer = ontology.relationships.some(
    ({ from, fromFields }) => from === dataset.name && fromFields.includes(field.name),
  )
  return isPointer ? field.label : null
}

/** The label of the date that a ranking goes by. */
function dateRanked({ orderBy: [first], limit }: Query, ontology: Ontology): string | null {
  if (limit === null || first?.expression.kind !== 'field') return null
  const { field } = fieldAt(first.expression, ontology) ?? {}
  return field !== undefined && isMoment(field) ? field.label : null
}

/** The label of the text that a ranking goes by, here or in a nested query. */
function textRanked(query: Query, ontology: Ontology): string | null {
  const [first] = query.orderBy
  if (query.limit !== null && first?.expression.kind === 'field') {
    const { field } = fieldAt(first.expression, ontology) ?? {}
    if (field?.type === 'text' && !isNumeric(field) && !isMoment(field) && field.role !== 'identifier')
      return field.label
  }
  for (const each of conjunctsOf(query.where)) {
    const nested = each.kind === 'member' ? textRanked(each.query, ontology) : null
    if (nested !== null) return nested
  }
  return null
}

/** The day or the month of a field that holds years. */
function isPartOfYear(key: Expression, ontology: Ontology): boolean {
  if ((key.kind !== 'part' && key.kind !== 'period') || key.of.kind !== 'field') return false
  const { field } = fieldAt(key.of, ontology) ?? {}
  return field?.timeFormat === 'year' && (key.kind === 'part' ? key.part : key.unit) !== 'year'
}

/** A list of nothing but amounts, moments or numbers of other rows, which says of nobody whose they are. */
function ofLists({ query, ontology, said, named, question }: Sense): readonly Objection[] {
  const { outputs, groupBy, limit, orderBy } = query
  if (limit !== null && orderBy.length === 0)
    return [{ kind: 'unordered', says: 'It would take the first rows in no order.' }]
  if (groupBy.length > 0) return []
  const fields = outputs.flatMap(({ expression }) =>
    expression.kind === 'field' ? (fieldAt(expression, ontology) ?? []) : [],
  )
  const [first] = fields
  if (first === undefined || fields.length < outputs.length || limit !== null) return []
  if (asksAmount.test(question) && fields.every(({ field }) => field.type === 'text' && !isNumeric(field)))
    return [{ kind: 'no-amount', says: `“${first.field.label}” is no amount of money.` }]
  const isMany = first.dataset.rows > 1 && !conjunctsOf(query.where).some((each) => pinsRow(each, ontology))
  const isNamed = ({ field }: At): boolean =>
    named.has(field) || rawWords(field.label).every((word) => said.has(word))
  if (!isMany || (fields.every(isNamed) && !isVerbOfThing(first, question))) return []
  if (fields.every(({ field }) => isMeasure(field) && !isMoment(field)))
    return [{ kind: 'bare-amounts', says: 'It would list single amounts without saying whose they are.' }]
  if (fields.every(({ field }) => isMoment(field)))
    return [{ kind: 'bare-moments', says: 'It would list single dates without saying whose they are.' }]
  if (fields.length === 1 && namedThing(first.dataset, first.field, ontology) !== null)
    return [{ kind: 'bare-pointer', says: `“${first.field.label}” is only a number of another row.` }]
  return []
}

/** "which courses start in May": the word of the date is what courses do, and courses are asked for. */
function isVerbOfThing({ dataset, field }: At, question: string): boolean {
  const [which = '', ...words] = question.toLowerCase().split(/\W+/)
  const thing = rawWords(dataset.label)
  const own = rawWords(field.label)
  const [verb, ...more] = own
  if (!isMoment(field) || which !== 'which' || verb === undefined || more.length > 0) return false
  const said = words.slice(0, thing.length).map((word) => rawWords(word).join(' '))
  return said.join() === thing.join() && rawWords(words[thing.length] ?? '').join(' ') === verb
}

/** "what did we pay in wages" asks for money, "what did they pay with" does not. */
const asksAmount =
  /\b(?:what|how much) (?:did|do|does|have|has) (?:we|i|the \w+|our \w+) (?:pay|paid|spend|spent|earn|earned|make|made|owe)\b(?! (?:with|by|via|using))/i

/** The condition names one row: its key or its name. */
function pinsRow(condition: Condition, ontology: Ontology): boolean {
  if (condition.kind !== 'compare' || condition.operator !== '=' || condition.left.kind !== 'field')
    return false
  const at = fieldAt(condition.left, ontology)
  return (
    at !== undefined &&
    (at.field.isPrimaryKey || at.field.isUnique || nameFields(at.dataset).includes(at.field))
  )
}

function labelOf(expression: Expression, ontology: Ontology): string {
  return (expression.kind === 'field' ? fieldAt(expression, ontology)?.field.label : undefined) ?? 'a value'
}

function conjunctsOf(where: Condition | null): readonly Condition[] {
  if (where === null) return []
  return where.kind === 'and' ? where.of.flatMap(conjunctsOf) : [where]
}
