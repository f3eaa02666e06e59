import { singularLabel, type AggregateFunction, type Expression } from '@quipu/query'
import {
  clean,
  datasetLabel,
  deeper,
  ellipsis,
  fieldLabel,
  fieldNamed,
  listed,
  valueWords,
  type Wording,
} from './wording.ts'

type Of<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>

export const aggregateWords: Readonly<Record<AggregateFunction, string>> = {
  count: 'number of',
  sum: 'total',
  avg: 'average',
  min: 'lowest',
  max: 'highest',
  median: 'median',
  stddev: 'standard deviation of',
}
const arithmeticWords = { '+': 'plus', '-': 'minus', '*': 'times', '/': 'divided by' } as const
const partWords = {
  hour: 'hour of the day',
  weekday: 'day of the week',
  day: 'day of the month',
  week: 'week of the year',
  month: 'month of the year',
  quarter: 'quarter of the year',
  year: 'year',
} as const

/** "total amount", "number of different cities", "share of orders in percent". */
export function expressionWords(of: Expression, outer: Wording): string {
  if (outer.depth <= 0) return ellipsis
  const wording = deeper(outer)
  const words = (one: Expression): string => wording.expression(one, wording)
  switch (of.kind) {
    case 'field':
      return fieldLabel(of, wording)
    case 'literal':
      return valueWords(of.value)
    case 'rows':
      return datasetLabel(of.as ?? of.dataset, wording)
    case 'aggregate':
      return aggregate(of, wording)
    case 'metric':
      return clean(wording.ontology.metrics.find(({ name }) => name === of.name)?.label ?? of.name)
    case 'arithmetic':
      return lengthInUnits(of, words) ?? arithmeticText(of, words)
    case 'period':
      return period(of, wording)
    case 'part':
      return of.part === 'year' ? `year of ${words(of.of)}` : `${partWords[of.part]} of ${words(of.of)}`
    case 'span':
      return `${of.unit}s from ${words(of.from)} to ${words(of.to)}`
    case 'now':
      return 'now'
    case 'length':
      return `length of ${words(of.of)}`
    case 'join-text':
      return listed(of.of.map(words))
    case 'share':
      return `share of ${words(of.of)}${within(of.within, wording)}${of.percent ? ' in percent' : ''}`
    case 'running':
      return running(of, wording)
    case 'scalar':
      return `the ${wording.query(of.query, { ...wording, home: null })}`
  }
}

function arithmeticText(
  { left, operator, right }: Of<'arithmetic'>,
  words: (one: Expression) => string,
): string {
  return `${grouped(left, words)} ${arithmeticWords[operator]} ${grouped(right, words)}`
}

/** Minutes divided by 1440 are days, with fractions. */
function lengthInUnits(
  { left, operator, right }: Of<'arithmetic'>,
  words: (one: Expression) => string,
): string | null {
  if (operator !== '/' || left.kind !== 'span' || left.unit !== 'minute' || right.kind !== 'literal')
    return null
  const unit = { 60: 'hours', 1440: 'days', 10080: 'weeks', 43830: 'months', 525960: 'years' }[
    Number(right.value)
  ]
  return unit === undefined ? null : `${unit} from ${words(left.from)} to ${words(left.to)}`
}

function aggregate(of: Of<'aggregate'>, wording: Wording): string {
  const inner = wording.expression(of.of, wording)
  const each = of.each === undefined ? '' : ` for each ${singularLabel(datasetLabel(of.each.as ?? of.each.dataset, wording))}` // prettier-ignore
  const only = of.where === undefined ? '' : ` (only where ${wording.condition(of.where, wording)})`
  const different = of.distinct && of.of.kind !== 'rows' ? 'different ' : ''
  const phrase = `${aggregateWord(of, wording)} ${different}`
  // Avoids "total" twice, for fields such as `total amount` or `line total`.
  const hasTotal = of.function === 'sum' && /\btotal\b/i.test(inner)
  return `${hasTotal || inner.toLowerCase().startsWith(phrase.toLowerCase()) ? '' : phrase}${inner}${each}${only}`
}

function aggregateWord({ function: name, of }: Of<'aggregate'>, { ontology }: Wording): string {
  const field = of.kind === 'field' ? fieldNamed(of, ontology) : undefined
  const isTime =
    of.kind === 'period' ||
    (field !== undefined && (field.role === 'time' || field.type === 'date' || field.type === 'timestamp'))
  if (isTime && name === 'min') return 'earliest'
  if (isTime && name === 'max') return 'latest'
  return aggregateWords[name]
}

function grouped(of: Expression, words: (one: Expression) => string): string {
  return of.kind === 'arithmetic' ? `(${words(of)})` : words(of)
}

/** The only time field of a dataset needs no name: "month". */
function period({ unit, of, fiscal }: Of<'period'>, wording: Wording): string {
  const name = fiscal === true ? `fiscal ${unit}` : unit
  if (of.kind === 'field' && isOnlyMoment(of.dataset, wording)) return name
  return `${name} of ${wording.expression(of, wording)}`
}

export function isOnlyMoment(dataset: string, { ontology }: Wording): boolean {
  const fields = ontology.datasets.find(({ name }) => name === dataset)?.fields ?? []
  return fields.filter(({ role, isHidden }) => role === 'time' && !isHidden).length === 1
}

function within(of: readonly Expression[], wording: Wording): string {
  return of.length === 0 ? '' : ` within each ${listed(of.map((one) => wording.expression(one, wording)))}`
}

/** "the month before", "the same month of the year before", "the week 3 before". */
function beforeWords({ along, steps = 1 }: Of<'running'>, words: string): string {
  if (steps === 1) return `the ${words} before`
  const isYear = along.kind === 'period' && stepsOfYear[along.unit] === steps
  return isYear ? `the same ${words} of the year before` : `the ${words} ${steps} before`
}

const stepsOfYear: Readonly<Record<string, number>> = { month: 12, quarter: 4 }

function running(of: Of<'running'>, wording: Wording): string {
  const inner = wording.expression(of.of, wording)
  const along = wording.expression(of.along, wording)
  const steps = of.steps ?? 1
  const before = beforeWords(of, along)
  const each = within(of.within, wording)
  switch (of.function) {
    case 'total':
      return `running total of ${inner} by ${along}${each}`
    case 'previous':
      return `${inner} of ${before}${each}`
    case 'change':
      return `change of ${inner} against ${before}${each}`
    case 'growth':
      return `growth of ${inner} against ${before}${each}`
    case 'mean':
      return `mean of ${inner} over ${steps} steps of ${along}${each}`
    case 'rank':
      return `rank by ${inner}${each}`
  }
}
