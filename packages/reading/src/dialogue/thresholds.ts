import {
  capital,
  type Comparison,
  type Condition,
  type Dataset,
  type Expression,
  type Field,
  type Ontology,
  type Query,
} from '@quipu/query'
import { findNumbers } from '../numbers/find-numbers.ts'
import type { Effect } from './doubt.ts'
import { refTo } from '../restate/fields.ts'
import { fold } from './nouns.ts'
import type { Qualifier } from './qualifiers.ts'

/** A measure of a dataset's rows that can carry a threshold, and the levels that the data suggests. */
export interface Bar {
  /** In words: `Lifetime value`, `Average order amount`, `Number of orders`. */
  readonly label: string
  readonly unit: string | null
  readonly levels: readonly number[]
  readonly operator: Comparison
  readonly condition: (operator: Comparison, level: number) => Condition
  /** The expression that rows are ranked by. */
  readonly rank: Expression
}

/** Thresholds for a qualifier on a dataset, the likeliest first. */
export function barsFor(dataset: Dataset, qualifier: Qualifier, ontology: Ontology): readonly Bar[] {
  const own = measures(dataset, qualifier).map((field) => ownBar(dataset, field, qualifier))
  const children = childrenOf(dataset, ontology)
  const counted = qualifier.counts ? children.map((child) => countBar(dataset, child)) : []
  const related = qualifier.counts
    ? []
    : children.flatMap((child) =>
        measures(child, qualifier).map((field) => meanBar(dataset, child, field, qualifier)),
      )
  return [...own, ...counted, ...related].filter(({ levels }) => levels.length > 0)
}

/** "Lifetime value > $10,000" where no field holds it: the sum over everything that belongs to a row. Understood, but not suggested. */
export function lifetimeBars(dataset: Dataset, qualifier: Qualifier, ontology: Ontology): readonly Bar[] {
  if (qualifier.counts === true) return []
  return childrenOf(dataset, ontology).flatMap((child) =>
    measures(child, qualifier).map((field): Bar => {
      const of = refTo(child, field)
      const sum: Expression = { kind: 'aggregate', function: 'sum', of, distinct: false }
      return {
        label: `Lifetime value, total spend, spending: ${fold(child.label)} ${field.label.toLowerCase()}`,
        unit: field.unit,
        levels: [],
        operator: qualifier.direction === 'high' ? '>' : '<',
        condition: (operator, level) => having(dataset, child, compare(sum, operator, level)),
        rank: sum,
      }
    }),
  )
}

function childrenOf({ name: parent }: Dataset, ontology: Ontology): readonly Dataset[] {
  return ontology.relationships
    .filter(({ to, cardinality }) => to === parent && cardinality === 'many-to-one')
    .flatMap(({ from }) => ontology.datasets.filter(({ name, isHidden }) => name === from && !isHidden))
}

/** `Lifetime value > $10,000` */
export function barWords(bar: Bar, level: number): string {
  const sign = { USD: '$', EUR: '€', GBP: '£' }[bar.unit ?? ''] ?? ''
  return `${bar.label} ${bar.operator} ${sign}${level.toLocaleString('en-US', { maximumFractionDigits: 6 })}`
}

const comparators: readonly (readonly [RegExp, Comparison])[] = [
  [/>=|≥|at least|no less than|not less than|minimum(?: of)?|or more|and (?:more|above|over|up)/i, '>='],
  [/<=|≤|at most|no more than|not more than|maximum(?: of)?|up to|or less|or fewer/i, '<='],
  [/>|more than|over|above|greater than|higher than|exceeding|exceeds|beyond/i, '>'],
  [/<|less than|fewer than|under|below|lower than/i, '<'],
]

/** The threshold that an answer sets: "Lifetime value > $10,000", "over 5k", "average order at least 100", "10000". */
export function resolveBar(answer: string, bars: readonly Bar[]): Effect | null {
  const words = answer.trim()
  for (const bar of bars) {
    const level = bar.levels.find((one) => barWords(bar, one).toLowerCase() === words.toLowerCase())
    if (level !== undefined)
      return { kind: 'condition', condition: bar.condition(bar.operator, level), words }
  }
  const [number, ...others] = findNumbers(answer).filter(({ kind }) => kind !== 'ordinal')
  if (!number || number.upTo !== null || others.length > 0) return null
  if (number.kind === 'percent' && bars[0]?.unit !== 'percent') return topShare(words, number.value, bars)
  const around = `${answer.slice(0, number.start)} ${answer.slice(number.end)}`
  const comparator = comparators.find(([pattern]) => pattern.test(around))
  const phrase = fold(
    comparator ? around.replace(comparator[0], ' ') : around.replace(/[=:]|\b(?:is|of|the)\b/gi, ' '),
  )
  const bar = phrase === '' ? bars[0] : bars.find(({ label }) => isNamed(fold(label), phrase))
  if (!bar) return null
  const operator = comparator?.[1] ?? bar.operator
  return { kind: 'condition', condition: bar.condition(operator, number.value), words }
}

/** "Top 10 %", when the statistics of the data give its level. */
function topShare(words: string, percent: number, [bar]: readonly Bar[]): Effect | null {
  const level = bar?.levels[[25, 10].indexOf(percent)]
  if (!bar || level === undefined || !/^(?:the )?top\b/i.test(words)) return null
  return { kind: 'condition', condition: bar.condition(bar.operator, level), words }
}

/** Whether every word of the phrase occurs in the label. */
function isNamed(label: string, phrase: string): boolean {
  const words = new Set(label.split(' '))
  return phrase.split(' ').every((word) => words.has(word))
}

function measures(dataset: Dataset, qualifier: Qualifier): readonly Field[] {
  const all = dataset.fields.filter(
    ({ role, isHidden, type, statistics }) =>
      role === 'measure' && type === 'number' && !isHidden && statistics.quantiles !== null,
  )
  return qualifier.fits === null
    ? all
    : all.filter(({ label, name, synonyms }) => qualifier.fits?.test([label, name, ...synonyms].join(' ')))
}

function ownBar(dataset: Dataset, field: Field, { direction }: Qualifier): Bar {
  const left = refTo(dataset, field)
  return {
    label: capital(field.label),
    unit: field.unit,
    ...levelsOf(field, direction),
    condition: (operator, level) => compare(left, operator, level),
    rank: left,
  }
}

function meanBar(dataset: Dataset, child: Dataset, field: Field, { direction }: Qualifier): Bar {
  const of = refTo(child, field)
  const mean: Expression = { kind: 'aggregate', function: 'avg', of, distinct: false }
  return {
    label: `Average ${fold(child.label)} ${field.label.toLowerCase()}`,
    unit: field.unit,
    ...levelsOf(field, direction),
    condition: (operator, level) => having(dataset, child, compare(mean, operator, level)),
    rank: { kind: 'aggregate', function: 'sum', of, distinct: false },
  }
}

function countBar(dataset: Dataset, child: Dataset): Bar {
  const rows: Expression = {
    kind: 'aggregate',
    function: 'count',
    of: { kind: 'rows', dataset: child.name },
    distinct: false,
  }
  const mean = dataset.rows > 0 ? child.rows / dataset.rows : 0
  const levels = mean > 0 ? [Math.max(2, Math.ceil(mean * 1.5)), Math.max(3, Math.ceil(mean * 3))] : []
  return {
    label: `Number of ${child.label.toLowerCase()}`,
    unit: null,
    levels: [...new Set(levels)],
    operator: '>=',
    condition: (operator, level) => having(dataset, child, compare(rows, operator, level)),
    rank: rows,
  }
}

/** High means above 75 %, then 90 %, of all values; low means below 25 %, then 50 %. */
function levelsOf(
  { statistics }: Field,
  direction: Qualifier['direction'],
): Pick<Bar, 'levels' | 'operator'> {
  const [low, middle, high, top] = statistics.quantiles ?? [0, 0, 0, 0]
  const levels = [...new Set((direction === 'high' ? [high, top] : [low, middle]).map(nice))]
  const [min, max] = [Number(statistics.min), Number(statistics.max)]
  const isEdge = levels.some((level) => (direction === 'high' ? level >= max : level <= min))
  const operator = direction === 'high' ? (isEdge ? '>=' : '>') : isEdge ? '<=' : '<'
  return {
    levels: statistics.distinct > 1 ? levels.filter((level) => level >= min && level <= max) : [],
    operator,
  }
}

/** Rounds to two significant digits: 10,437 becomes 10,000. */
function nice(value: number): number {
  return Number(value.toPrecision(2))
}

function compare(left: Expression, operator: Comparison, value: number): Condition {
  return { kind: 'compare', left, operator, right: { kind: 'literal', value } }
}

function having(dataset: Dataset, child: Dataset, condition: Condition): Condition {
  const query: Query = {
    subject: child.name,
    outputs: [],
    where: null,
    groupBy: [],
    having: condition,
    orderBy: [],
    limit: null,
    limitPer: null,
    distinct: false,
    combine: null,
    appearances: [],
    keepUnmatched: false,
  }
  return { kind: 'related', of: dataset.name, query }
}
