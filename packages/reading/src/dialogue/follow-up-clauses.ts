import {
  inZone,
  type AggregateFunction,
  type Condition,
  type Expression,
  type Ontology,
  type Query,
} from '@quipu/query'
import { isFirstAndLast, keyFields, nameFields } from '../lexicon/dataset-fields.ts'
import { findNumbers } from '../numbers/find-numbers.ts'
import { findTimes } from '../time/find-times.ts'
import type { TimeMention } from '../time/time-mention.ts'
import { comparePeriods } from './compare-periods.ts'
import { conjuncts, datasetOf, isSame, labelOf, refTo } from '../restate/fields.ts'
import { stepBack, steppedBy } from '../time/step-back.ts'
import { fiscalOf } from '../time/fiscal-start.ts'
import * as patch from './query-patches.ts'

/** Resolves the words of a follow-up with the engine that reads questions. */
export interface Resolver {
  /** A field, a metric, or the rows of a dataset. */
  readonly expression: (phrase: string) => Expression | null
  /** A condition from a value or an adjective: `West` → region is West. */
  readonly condition: (phrase: string) => Condition | null
}

export interface ClauseContext {
  readonly now: Date
  readonly timeZone: string
  readonly ontology: Ontology
  readonly resolve: Resolver
  /** "and …", "also …", "… too": adds to the existing query instead of replacing a part of it. */
  readonly isAddition: boolean
  /** Starts with words such as "what about", which continue the previous turn. */
  readonly hasLead: boolean
}

export interface Patched {
  readonly query: Query
  /** The change in words: "only region West". */
  readonly meaning: string
}

type Clause = (words: string, query: Query, context: ClauseContext) => Patched | null

const fillers =
  /\b(?:and|or|but|now|then|also|what|how|about|only|just|show|me|it|them|that|this|the|a|for|in|during|on|of|from|to|with|is|was|were|please|same|instead|break|broken|down|split|grouped|group|trend|figures?|numbers?|results?|data|period|as|well|too)\b|[^\p{L}\p{N}]+/giu
const functions: Readonly<Record<string, AggregateFunction>> = {
  average: 'avg',
  mean: 'avg',
  avg: 'avg',
  total: 'sum',
  sum: 'sum',
  maximum: 'max',
  max: 'max',
  highest: 'max',
  minimum: 'min',
  min: 'min',
  lowest: 'min',
  median: 'median',
  count: 'count',
  number: 'count',
}

/** Applies one part of a follow-up to the query. Null when the part is not understood. */
export function readClause(words: string, query: Query, context: ClauseContext): Patched | null {
  for (const clause of clauses) {
    const patched = clause(words.trim(), query, context)
    if (patched) return patched
  }
  return null
}

const sort: Clause = (words, query, { resolve, ontology }) => {
  if (/^(?:in )?reversed?(?: (?:the )?order)?$|^the other way (?:a)?round$/i.test(words)) {
    const orderBy = query.orderBy.map((order) => ({
      ...order,
      direction: order.direction === 'asc' ? ('desc' as const) : ('asc' as const),
    }))
    return orderBy.length > 0 ? { query: { ...query, orderBy }, meaning: 'in reverse order' } : null
  }
  const match =
    /^(?:(?:sort|order|rank)(?:ed)?(?: it| them| that| this)? )?(?:by (.+?))?\s*\b(asc(?:ending)?|desc(?:ending)?|alphabetically|(?:highest|largest|biggest|newest|latest|most)(?: ones)? first|(?:lowest|smallest|oldest|least|fewest)(?: ones)? first)?$/i.exec(
      words,
    )
  if (!match || (!/^(?:sort|order|rank)/i.test(words) && match[2] === undefined)) return null
  const named = match[1] === undefined ? null : findOutput(match[1], query, ontology, resolve)
  if (match[1] !== undefined && !named) return null
  const measure = query.outputs.find(({ expression }) => patch.isMeasure(expression))?.expression
  const first = query.outputs[0]?.expression
  const expression = named ?? (/alphabet/i.test(match[2] ?? '') ? first : (measure ?? first))
  if (!expression) return null
  const isDown =
    match[2] === undefined
      ? patch.isMeasure(expression)
      : /desc|highest|largest|biggest|newest|latest|most/i.test(match[2])
  const direction = isDown ? 'desc' : 'asc'
  return {
    query: { ...query, orderBy: [{ expression, direction }] },
    meaning: `ordered by ${labelOf(expression, ontology)}`,
  }
}

const top: Clause = (words, query) => {
  const match =
    /^(?:(?:only|just|show|give|list|get|see)(?: me| us)? |limit (?:it |them )?to )*(?:the )?(top|best|bottom|worst|first|last|highest|lowest)? ?(\S+)(?: of (?:them|those|these)| only| rows| results| ones)?$/i.exec(
      words,
    )
  const [number] = match ? findNumbers(match[2] ?? '') : []
  if (!match || number?.kind !== 'number' || !Number.isInteger(number.value) || number.value < 1) return null
  if (match[1] === undefined && !/limit|only|just/i.test(words)) return null
  const isTop = !/bottom|worst|last|lowest/i.test(match[1] ?? '')
  const limited = patch.limit(query, number.value, isTop)
  return limited && { query: limited, meaning: `only the ${isTop ? 'top' : 'bottom'} ${number.value}` }
}

const percent: Clause = (words, query) => {
  if (
    !/^(?:show )?(?:it |them |that |this )?(?:as|in) (?:an? )?(?:percent(?:age)?s?|%|shares?)(?: of (?:the )?total)?(?: instead)?$/i.test(
      words,
    )
  )
    return null
  const shared = patch.asShare(query)
  return shared && { query: shared, meaning: 'in percent of the total' }
}

/** "the month before that": the period of the previous question, a unit earlier. */
const earlier: Clause = (words, query, { ontology, now, timeZone }) => {
  const unit = stepBack(words)
  const field = unit && patch.timeFieldOf(query, ontology)
  const [during, ...more] = conjuncts(query.where).flatMap((one) =>
    one.kind === 'during' && field !== null && isSame(one.of, field) ? [one] : [],
  )
  const before =
    unit && during && more.length === 0
      ? steppedBy(during, words, unit, inZone(now, timeZone).slice(0, 10))
      : null
  if (!field || !before) return null
  return { query: patch.during(query, field, before), meaning: `a ${unit} earlier` }
}

const time: Clause = (words, query, context) => {
  const mention = onlyTime(words, context)
  const field = mention && patch.timeFieldOf(query, context.ontology)
  if (!mention || !field || mention.comparison) return null
  if (mention.kind === 'grain' || (mention.kind === 'part' && mention.part?.values === null)) {
    const by: Expression | null =
      mention.kind === 'part'
        ? { kind: 'part', part: mention.part?.part ?? 'month', of: field }
        : unitOf(mention) && {
            kind: 'period',
            unit: unitOf(mention) ?? 'month',
            of: field,
            ...(mention.isFiscal ? fiscalOf(context.ontology.calendar) : {}),
          }
    const mode = context.isAddition ? 'add' : 'replace'
    return by && { query: patch.groupBy(query, by, mode, context.ontology), meaning: mention.says }
  }
  return mention.range && { query: patch.during(query, field, mention.range), meaning: mention.says }
}

const remove: Clause = (words, query, { resolve, ontology }) => {
  const all = /^(?:for |across |over |show )?(?:all|every|any)(?: of)?(?: the)? (.+)$/i.exec(words)
  const field = all && resolve.expression(all[1] ?? '')
  if (field && field.kind === 'field')
    return { query: patch.widen(query, field), meaning: `for every ${labelOf(field, ontology)}` }
  if (/^(?:remove|drop|clear|without|ignore)(?: all)?(?: the)? filters?$/i.test(words))
    return { query: patch.widen(query, null), meaning: 'without the filters' }
  const match =
    /^(?:exclude|excluding|without|except(?: for)?|not|remove|drop|leave out|leaving out|ignore|ignoring|minus|no)(?: the)? (.+?)(?: ones)?$/i.exec(
      words,
    )
  const condition = match && resolve.condition(match[1] ?? '')
  return condition && { query: patch.exclude(query, condition), meaning: `without ${match[1]}` }
}

const split: Clause = (words, query, { resolve, ontology, isAddition }) => {
  const match =
    /^(?:(?:show |break |split |group )?(?:it |them |that |this )?(?:broken |down |split |grouped |up )*)?(?:by|per|for each|for every|for all)(?: the)? (.+?)(?: instead)?$/i.exec(
      words,
    )
  const [by, ...rest] = match ? dimensions(resolve.expression(match[1] ?? ''), ontology) : []
  if (!by) return null
  const isInstead = / instead$/i.test(words)
  const first = patch.groupBy(query, by, isAddition && !isInstead ? 'add' : 'replace', ontology)
  return {
    query: rest.reduce((made, one) => patch.groupBy(made, one, 'add', ontology), first),
    meaning: `per ${labelOf(by, ontology)}`,
  }
}

const aggregate: Clause = (words, query, { ontology }) => {
  const counts =
    /^(?:count (?:them|those|these|it)|how many(?: of (?:them|those|these))?(?: are there| were there)?)$/i.test(
      words,
    )
  const match =
    /^(?:(?:show|use|take) )?(?:the )?(average|mean|avg|total|sum|maximum|max|highest|minimum|min|lowest|median|count|number)(?: of (?:it|them|that|those))?(?: instead)?$/i.exec(
      words,
    )
  const name = counts ? 'count' : functions[match?.[1]?.toLowerCase() ?? '']
  const changed = name && patch.aggregateWith(query, name, ontology)
  return changed
    ? { query: changed, meaning: `the ${counts ? 'count' : (match?.[1]?.toLowerCase() ?? '')}` }
    : null
}

const compare: Clause = (words, query, { now, timeZone, ontology }) =>
  comparePeriods(words, query, ontology, { now, timeZone })

const ofThose: Clause = (words, query, { resolve, ontology }) => {
  const match =
    /^(how many|which|who) of (?:them|those|these) (?:are|were|is|was|have|had|come from|came from)(?: in| from| at)? (.+)$/i.exec(
      words,
    )
  const condition = match && resolve.condition(match[2] ?? '')
  if (!match || !condition) return null
  const narrowed = patch.narrow(query, condition, false)
  const asked = /many/i.test(match[1] ?? '') ? patch.aggregateWith(narrowed, 'count', ontology) : narrowed
  return asked && { query: asked, meaning: `only ${match[2]}` }
}

const narrow: Clause = (words, query, { resolve, isAddition }) => {
  const match =
    /^(?:only |just )?(?:show )?(?:only |just )?(?:for |in |from |with |of |at |where |the |those |ones |that are )*(.+?)(?: only| instead| ones)?$/i.exec(
      words,
    )
  const phrase = match?.[1]
  const condition = phrase === undefined ? null : resolve.condition(phrase)
  return (
    condition && {
      query: patch.narrow(query, condition, isAddition && /^also|\b(?:too|as well)$/i.test(words)),
      meaning: `only ${phrase}`,
    }
  )
}

const another: Clause = (words, query, { resolve, ontology, hasLead }) => {
  if (!hasLead && !/ instead$/i.test(words)) return null
  const match = /^(?:for |of |about |the |in )*(.+?)(?: instead)?$/i.exec(words)
  const expression = match && resolve.expression(match[1] ?? '')
  if (!match || !expression) return null
  const isNumber =
    expression.kind === 'field' &&
    ontology.datasets.some(
      ({ name, fields }) =>
        name === expression.dataset &&
        fields.some((field) => field.name === expression.field && field.role === 'measure'),
    )
  const changed =
    expression.kind === 'rows'
      ? patch.datasetInstead(query, expression.dataset, ontology)
      : patch.isMeasure(expression) || isNumber
        ? patch.measureInstead(query, expression, ontology)
        : null
  return changed && { query: changed, meaning: `for ${match[1]}` }
}

const clauses: readonly Clause[] = [
  sort,
  percent,
  compare,
  earlier,
  time,
  top,
  remove,
  split,
  aggregate,
  ofThose,
  narrow,
  another,
]

/** The time of a clause that consists only of a time. */
function onlyTime(words: string, { now, timeZone, ontology }: ClauseContext): TimeMention | null {
  const [mention, ...others] = findTimes(words, { now, timeZone, calendar: ontology.calendar })
  if (!mention || others.length > 0 || mention.confidence < 0.5) return null
  const rest = (words.slice(0, mention.start) + words.slice(mention.end)).replace(fillers, '')
  return rest === '' ? mention : null
}

function unitOf({ unit }: TimeMention): 'day' | 'week' | 'month' | 'quarter' | 'year' | null {
  return unit === 'hour' || unit === 'minute' ? null : unit
}

/** Splitting by a dataset means splitting by the name of its rows. People of equal first name stay apart. */
function dimensions(expression: Expression | null, ontology: Ontology): readonly Expression[] {
  if (expression === null || patch.isMeasure(expression)) return []
  if (expression.kind !== 'rows') return [expression]
  const dataset = datasetOf(ontology, expression.dataset)
  if (dataset === null) return []
  const names = nameFields(dataset)
  const [field] = dataset.fields.filter(({ role, isHidden }) => role === 'name' && !isHidden)
  const shown = isFirstAndLast(names) ? [...names, ...keyFields(dataset)] : field === undefined ? [] : [field]
  return shown.map((one) => refTo(dataset, one))
}

/** The output with this heading, or else what the words mean in the ontology. */
function findOutput(phrase: string, query: Query, ontology: Ontology, resolve: Resolver): Expression | null {
  const wanted = phrase.toLowerCase().replace(/^the /, '')
  const shown = query.outputs.find(
    ({ label, expression }) =>
      label.toLowerCase() === wanted || labelOf(expression, ontology).toLowerCase() === wanted,
  )
  const within = query.outputs.filter(({ label }) => label.toLowerCase().includes(wanted))
  if (shown || within.length === 1) return (shown ?? within[0])?.expression ?? null
  return resolve.expression(phrase)
}
