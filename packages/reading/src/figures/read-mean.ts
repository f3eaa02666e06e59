import type { Condition, Expression, FieldRef, Ontology, Query, TimeUnit } from '@quipu/query'
import { metricExpression } from '@quipu/query'
import { momentOf } from '../business/moments.ts'
import { conditionsOf, figuresIn } from '../doubt/query-parts.ts'
import { and } from '../interpret/builder.ts'
import type { Reading } from '../plan/reading.ts'
import { figureOf, type Figure } from './one-figure.ts'
import { readingOf, type Readers } from './read-figures.ts'
import { tidy } from './shared-words.ts'

/** "average revenue per month last year", "how many orders a day on average": the whole, divided by the number of its months or days. */
export function readMeanOfPeriods(question: string, readers: Readers): Reading | null {
  const asked = meanAsked(question.trim().replace(/\s*[?!.]+$/, ''))
  if (asked === null) return null
  const { unit, rest, isBare } = asked
  const { ontology, read } = readers
  if (isBare && isMeanByName(question, ontology)) return null
  for (const words of [rest, `how many ${rest}`, `total ${rest}`]) {
    const figure = figureOf(read(words), ontology)
    // "average rating per month" is the mean of the ratings of each month.
    const isTotal =
      figure !== null && (figure.kind === 'count' || (figure.kind === 'sum' && (!isBare || isMetric(figure))))
    const made = isTotal ? dividedBy(figure, unit, readers) : null
    if (made !== null) return made
  }
  return null
}

/** "average order value per month" is a figure of each month. */
function isMeanByName(question: string, { metrics }: Ontology): boolean {
  const asked = question.toLowerCase()
  return metrics.some(({ label }) => /\baverage\b/i.test(label) && asked.includes(label.toLowerCase()))
}

function isMetric({ amount }: Figure): boolean {
  return amount.kind === 'metric'
}

interface MeanAsked {
  readonly unit: TimeUnit
  readonly rest: string
  /** The mean stands before the figure: it may be that of single rows. */
  readonly isBare: boolean
}

const units: readonly (readonly [RegExp, TimeUnit])[] = [
  [/^da/i, 'day'],
  [/^week/i, 'week'],
  [/^month/i, 'month'],
  [/^quarter/i, 'quarter'],
  [/^(?:year|annual)/i, 'year'],
]
const often = '(?:daily|weekly|monthly|quarterly|yearly|annual)'
const every = String.raw`(?:per|in an?|an?|each|every) (day|week|month|quarter|year)\b`
const meanWords = String.raw`(?:average|avg|mean)`

function meanAsked(question: string): MeanAsked | null {
  const onAverage = new RegExp(String.raw`,?\s*\b(?:on|in) (?:an )?average\b,?`, 'i')
  const isOnAverage = onAverage.test(question)
  const text = question.replace(onAverage, ' ')
  const both = new RegExp(
    String.raw`\b(?:${meanWords} (${often})|(${often}) ${meanWords}(?: of)?)\b`,
    'i',
  ).exec(text)
  if (both !== null)
    return askedFor(text.replace(both[0], ' '), both[1] ?? both[2] ?? '', both[2] === undefined)
  const found = new RegExp(String.raw`\b${every}`, 'i').exec(text)
  if (found === null) return null
  const bare = new RegExp(String.raw`\b${meanWords}\b`, 'i')
  if (!isOnAverage && !bare.test(text)) return null
  return askedFor(text.replace(found[0], ' ').replace(bare, ' '), found[1] ?? '', !isOnAverage)
}

function askedFor(text: string, said: string, isBare: boolean): MeanAsked | null {
  const unit = units.find(([pattern]) => pattern.test(said))?.[1]
  const rest = tidy(text)
  return unit === undefined || rest === '' ? null : { unit, rest, isBare }
}

function dividedBy(figure: Figure, unit: TimeUnit, { ontology }: Readers): Reading | null {
  const { query, frame } = figure.reading
  const { home, amount, groups } = figure
  const during = conditionsOf(query.where).find(({ kind }) => kind === 'during')
  const dated = during?.kind === 'during' && during.of.kind === 'field' ? during.of : null
  const moment: FieldRef | null = dated ?? frame?.moment ?? momentOf(home, ontology)
  if (moment === null || query.groupBy.some(({ kind }) => kind === 'period' || kind === 'part')) return null
  const whole = amount.kind === 'metric' ? metricExpression(amount.name, ontology) : amount
  const own = figuresIn(whole).flatMap((one): readonly Condition[] =>
    one.kind === 'aggregate' && one.where !== undefined ? [one.where] : [],
  )
  const where = own.length === figuresIn(whole).length ? and(own.slice(0, 1)) : null
  const periods: Expression = {
    kind: 'aggregate',
    function: 'count',
    of: { kind: 'period', unit, of: moment },
    distinct: true,
    ...(where === null ? {} : { where }),
  }
  const all: Query = { ...query, outputs: [{ expression: periods, label: '' }], groupBy: [], orderBy: [] }
  const by: Expression = groups.length === 0 ? periods : { kind: 'scalar', query: all }
  const expression: Expression = { kind: 'arithmetic', operator: '/', left: amount, right: by }
  const order = groups.length === 0 ? [] : [{ expression, direction: 'desc' } as const]
  const outputs = [...groups, { expression, label: '' }]
  const made = readingOf([figure.reading], { ...query, outputs, orderBy: order }, ontology)
  const rows = ontology.datasets.find(({ name }) => name === home)?.label ?? 'rows'
  const says = `Divided by the number of ${unit}s in which there are ${rows}.`
  const note = { about: 'what it is divided by', says, changesNumbers: unit === 'day' || unit === 'week' }
  return made === null ? null : { ...made, assumptions: [...made.assumptions, note] }
}
