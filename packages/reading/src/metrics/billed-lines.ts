import { singularLabel, type Dataset, type Field, type Metric } from '@quipu/query'
import { isPeople, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { plural } from '../words/word-forms.ts'
import { isBought } from './direction.ts'
import { childrenOf, parentsOf, pathText, type Schema } from './field-finder.ts'
import { chargedConditions, soldConditions } from './not-sold.ts'
import { aggregated, propose } from './proposal.ts'
import { readLines } from './read-lines.ts'
import { lineAmount, lineMetrics } from './trade-metrics.ts'
import { tradeRank } from './trade-rank.ts'
import { unsoldOf } from './sold-rows.ts'
import type { Lines, Trade } from './trade.ts'

/** Rows of what was billed, such as the rooms and the extras of an event, where bills have no lines of their own. */
interface BilledLines {
  readonly lines: Lines
  /** What the bills are for. */
  readonly billed: Dataset
  /** The name of their metric. */
  readonly name: string
}

export function billedLines({ header, lines }: Trade, schema: Schema): readonly BilledLines[] {
  if (lines !== null) return []
  return parentsOf(header, schema)
    .filter((billed) => !isPeople(billed))
    .flatMap((billed) =>
      childrenOf(billed, schema).flatMap((child) => {
        if (child === header || tradeRank(child, schema) !== null || isBought(child, schema)) return []
        const found = readLines(child, billed, schema)
        const isPriced = found !== null && found.quantity !== null && found.price?.dataset === child
        const name = `${nameWords(child.label).join('_')}_revenue`
        return isPriced ? [{ lines: found, billed, name }] : []
      }),
    )
}

/** What the rows of each kind come to, and what they brought. Bills may be for more or less than that. */
export function billedLineMetrics(trade: Trade, schema: Schema): readonly Metric[] {
  const all = billedLines(trade, schema)
  const goods = all.filter(({ lines }) => lines.quantity !== null && !isOfTime(lines.quantity))
  return all.flatMap((each) => {
    const { lines, billed, name } = each
    const sold = soldConditions([lines.dataset, billed], schema, unsoldOf(trade, schema))
    const { text, says } = lineAmount(lines, [...sold, ...chargedConditions(lines.dataset)])
    const left = sold.length === 0 ? '' : ', without those that were cancelled or never became a sale'
    const unit = lines.price?.field.unit ?? null
    const things = thingsOf(lines, billed, schema)
    const names = namesOf(things, ['revenue', 'sales', 'income', 'turnover', 'takings']).join(', ')
    const part = partOfBills(trade, lines)
    const revenue = propose({
      name,
      label: `revenue of ${lines.dataset.label}`,
      synonyms: part === null ? names : '',
      expression: text,
      unit,
      says: `${says}${left}`,
    })
    // Only one kind holds pieces: what was sold in pieces is there.
    const isOnly = goods.length === 1 && goods[0] === each
    const further = lineMetrics(lines, text, sold, left, unit).flatMap((metric) => {
      if (metric.name === 'units_sold') return isOnly ? [metric] : []
      const said = namesIn(metric.name)
      if (said.length === 0) return []
      const label = `${metric.label} of ${lines.dataset.label}`
      return [
        { ...metric, name: name.replace(/revenue$/, metric.name), label, synonyms: namesOf(things, said) },
      ]
    })
    return [...(part === null ? [] : [billedMetric(trade, part, name, names, schema)]), revenue, ...further]
  })
}

/** The amount of a bill that the lines of one kind come to, as the data confirms it: `labour net` beside `parts net`. */
function partOfBills({ header, total }: Trade, { dataset }: Lines): Field | null {
  const sum = dataset.reading?.sums?.find(
    ({ agreesWith, less }) =>
      agreesWith.dataset === header.name && agreesWith.field !== total?.name && less === null,
  )
  return visible(header).find(({ name }) => name === sum?.agreesWith.field) ?? null
}

/** What was billed of one kind. Lines that are not billed yet, or were not charged, are not in it. */
function billedMetric(trade: Trade, field: Field, lines: string, names: string, schema: Schema): Metric {
  const { header } = trade
  const sold = soldConditions([header], schema, unsoldOf(trade, schema))
  return propose({
    name: billedName(lines),
    label: `${field.label} billed`,
    synonyms: names,
    expression: aggregated('sum', pathText({ dataset: header, field }), sold),
    unit: field.unit,
    says: `${field.label} of ${header.label}${sold.length === 0 ? '' : ', without those that are void'}`,
  })
}

/** The metric of what was billed for lines, by the name of that of the lines themselves. */
export function billedName(lines: string): string {
  return `${lines}_billed`
}

function isOfTime({ label }: Field): boolean {
  return /\b(?:hours?|hrs?|minutes?|mins?|days?|time)\b/i.test(label)
}

function namesIn(metric: string): readonly string[] {
  if (metric === 'profit') return ['profit', 'profits', 'gross profit']
  return metric === 'margin' ? ['margin', 'profit margin', 'gross margin'] : []
}

/** What the rows are of: `room`, `part`. */
function thingsOf({ dataset }: Lines, billed: Dataset, schema: Schema): readonly string[] {
  const of = nameWords(billed.label)
  const things = parentsOf(dataset, schema).filter((thing) => thing !== billed && !isPeople(thing))
  const words = [dataset, ...things].flatMap(({ label }) =>
    nameWords(singularLabel(label)).filter((word) => !of.includes(word) && word.length > 2),
  )
  return [...new Set(words)]
}

/** "room revenue", "income from extras", "profit on parts" */
function namesOf(things: readonly string[], figures: readonly string[]): readonly string[] {
  return things.flatMap((word) =>
    figures.flatMap((money) => [
      `${word} ${money}`,
      `${word} hire ${money}`,
      ...['from', 'on', 'for'].flatMap((by) => [`${money} ${by} ${word}`, `${money} ${by} ${plural(word)}`]),
    ]),
  )
}
