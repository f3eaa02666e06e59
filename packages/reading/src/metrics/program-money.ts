import type { Dataset, Field, Metric } from '@quipu/query'
import { isMeasure, isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isAmong, pathText, type Schema } from './field-finder.ts'
import { aggregated, propose } from './proposal.ts'

/** What programs that sell, pay out and advertise say about money: the fees of their statements, and what advertising cost. */
export function programMetrics(schema: Schema): readonly Metric[] {
  return [...feeMetrics(schema), ...advertisingMetrics(schema)]
}

const feesCharged = 'fees_charged'

/** A statement with a row for each movement: those whose kind is a fee. */
function feeMetrics(schema: Schema): readonly Metric[] {
  const found = schema.datasets.flatMap((dataset) => {
    const kind = dataset.isHidden || !visible(dataset).some(isMoment) ? null : kindOf(dataset)
    const field = kind === null ? null : amountOfFees(dataset)
    return kind === null || field === null ? [] : [{ dataset, field, ...kind }]
  })
  const [only, ...more] = found
  if (only === undefined || more.length > 0) return []
  const { dataset, field, kind, values } = only
  const isOut = -Number(field.statistics.min) > Number(field.statistics.max)
  const sum = aggregated('sum', pathText({ dataset, field }), [isAmong({ dataset, field: kind }, values)])
  return [
    propose({
      name: feesCharged,
      label: 'fees charged',
      synonyms: 'fees, total fees, fees paid, fee charges, charged in fees, cost of fees',
      expression: isOut ? `0 - ${sum}` : sum,
      unit: field.unit,
      says: `${field.label} of ${dataset.label} where ${kind.label} is ${values.join(' or ')}`,
    }),
  ]
}

/** The column of kinds that has fees beside other movements. */
function kindOf(dataset: Dataset): { readonly kind: Field; readonly values: readonly string[] } | null {
  const found = visible(dataset).flatMap((kind) => {
    const isKind = kind.type === 'text' && kinds.test(kind.label) && kind.statistics.distinct <= mostKinds
    const values = isKind ? kind.sample.filter((value) => fees.test(value)) : []
    const isMoved = kind.sample.some((value) => movements.test(value))
    return values.length > 0 && isMoved ? [{ kind, values }] : []
  })
  const [only, ...more] = found
  return only === undefined || more.length > 0 ? null : only
}

const kinds = /^(?:(?:transaction|entry|movement|row) )?(?:type|kind|category)$/i
const fees = /^(?:[\p{L} ]+ )?fees?$|^fees? [\p{L} ]+$/iu
const movements = /\b(?:sales?|orders?|payouts?|deposits?|transfers?|refunds?|payments?|charges?)\b/i
const mostKinds = 40

/** What a fee came to: a column for fees, what is left of the movement, or its amount. It has both signs, or money out alone. */
function amountOfFees(dataset: Dataset): Field | null {
  const measures = visible(dataset).filter(isMeasure)
  const named = (word: string): Field | undefined =>
    measures.find(({ label }) => nameWords(label).includes(word))
  const field = named('fee') ?? named('net') ?? named('amount')
  return field !== undefined && Number(field.statistics.min) < 0 ? field : null
}

/** Rows with impressions or clicks and what was spent on them. */
function advertisingMetrics(schema: Schema): readonly Metric[] {
  const found = schema.datasets.flatMap((dataset) => {
    const measures = dataset.isHidden ? [] : visible(dataset).filter(isMeasure)
    const isShown = measures.some(({ label }) => /\b(?:impressions?|clicks?)\b/i.test(label))
    const field = measures.find(({ label }) => isSpent(label))
    return isShown && field !== undefined && visible(dataset).some(isMoment)
      ? [{ dataset, field, measures }]
      : []
  })
  const [only, ...more] = found
  if (only === undefined || more.length > 0) return []
  const { dataset, field, measures } = only
  const spent = aggregated('sum', pathText({ dataset, field }), [])
  const made = propose({
    name: 'ad_spend',
    label: 'ad spend',
    synonyms:
      'ads spend, advertising, advertising cost, advertising spend, advertising costs, ad cost, ad costs, spent on ads, spend on ads, spent on advertising, spend on advertising, total advertising',
    expression: spent,
    unit: field.unit,
    says: `${field.label} of ${dataset.label}`,
  })
  const per = results.flatMap(({ name, pattern }) => {
    const [of, ...others] = measures.filter((one) => one.isInteger && pattern.test(one.label))
    if (of === undefined || others.length > 0) return []
    return [
      propose({
        name: `cost_per_${name}`,
        label: `cost per ${name}`,
        synonyms: `ad cost per ${name}, ad spend per ${name}, advertising cost per ${name}`,
        expression: `${spent} / ${aggregated('sum', pathText({ dataset, field: of }), [])}`,
        unit: field.unit,
        says: `${field.label} divided by ${of.label} of ${dataset.label}`,
      }),
    ]
  })
  return [made, ...per]
}

function isSpent(label: string): boolean {
  return (
    /^(?:(?:amount|total|ad) )?(?:spent|spend|cost)\b/i.test(label) && !/\b(?:per|avg|average)\b/i.test(label)
  )
}

/** What advertising brings, and what it costs for each. */
const results: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  { name: 'click', pattern: /\bclicks?$/i },
  { name: 'purchase', pattern: /^(?:website )?purchases?$/i },
  { name: 'conversion', pattern: /^conversions?$/i },
  { name: 'lead', pattern: /^leads?$/i },
]
