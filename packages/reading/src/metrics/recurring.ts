import type { Dataset, Field, Metric } from '@quipu/query'
import { visible } from '../lexicon/dataset-fields.ts'
import { billingMonths } from './billing-months.ts'
import { isBuyer } from './direction.ts'
import { isNamed, measureNamed, parentsOf, rowsText, type Schema } from './field-finder.ts'
import { monthly } from './monthly-price.ts'
import { deadStates, endedStates, soldConditions } from './not-sold.ts'
import { isLasting } from './plans.ts'
import { aggregated, propose } from './proposal.ts'

interface Recurring {
  readonly text: string
  readonly says: string
  readonly field: Field
}

/** Monthly and yearly recurring revenue of what runs now. */
export function recurringMetrics(schema: Schema): readonly Metric[] {
  for (const dataset of schema.datasets) {
    const found = dataset.isHidden ? null : (ownMonthly(dataset, schema) ?? byPlan(dataset, schema))
    if (found !== null) return metricsOf(found, dataset)
  }
  return []
}

/** The row says what it brings in each month. */
function ownMonthly(dataset: Dataset, schema: Schema): Recurring | null {
  const field =
    visible(dataset).find(({ label }) => /\bmrr\b|\bmonthly recurring revenue\b/i.test(label)) ??
    (isNamed(dataset, lasting) ? measureNamed(dataset, monthlyPrices) : null)
  if (field === null || field.type !== 'number') return null
  const { text, says } = monthly(dataset, { dataset, field })
  return { text: aggregated('sum', text, running(dataset, schema)), says, field }
}

/** A price, perhaps that of the plan, for as many months as the row or its plan is billed at once. */
function byPlan(dataset: Dataset, schema: Schema): Recurring | null {
  const parents = parentsOf(dataset, schema)
  if (!isLasting(dataset) || !parents.some(isBuyer)) return null
  const places = [dataset, ...parents.filter((parent) => isNamed(parent, plans))]
  const [price] = places.flatMap((home) => {
    const field = measureNamed(home, prices, notPrice)
    return field === null ? [] : [{ dataset: home, field }]
  })
  const [billed] = places.flatMap((home) => billingMonths(home, schema) ?? [])
  if (price === undefined || billed === undefined) return null
  const { text, says } = monthly(dataset, price)
  const each = price.dataset === dataset ? '' : ` each ${rowsText(dataset)}`
  const parts = billed.lengths.map(({ months, condition }) =>
    aggregated('sum', `${months === 1 ? text : `${text} / ${months}`}${each}`, [
      ...running(dataset, schema),
      condition,
    ]),
  )
  return {
    text: parts.join(' + '),
    says: `${says} by ${billed.field.label} for each month`,
    field: price.field,
  }
}

function running(dataset: Dataset, schema: Schema): readonly string[] {
  return soldConditions([dataset], schema, [...deadStates, ...endedStates])
}

function metricsOf({ text, says: each, field: { unit } }: Recurring, { label }: Dataset): readonly Metric[] {
  const says = `${each} of ${label} that run now`
  return [
    propose({
      name: 'mrr',
      label: 'MRR',
      synonyms: 'monthly recurring revenue, recurring revenue',
      expression: text,
      unit,
      says,
    }),
    propose({
      name: 'arr',
      label: 'ARR',
      synonyms: 'annual recurring revenue, yearly recurring revenue',
      expression: `12 * (${text})`,
      unit,
      says: `12 × ${says}`,
    }),
  ]
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const groups = (text: string): readonly (readonly string[])[] =>
  text.split(', ').map((group) => group.split(' '))
const lasting = words('subscription contract membership')
const monthlyPrices = groups('monthly fee, monthly price, monthly amount, monthly rent')
const plans = words('plan package tier tariff product membership subscription rate type option level')
const prices = groups('price, fee, amount, rate, charge, cost')
const notPrice = words('setup joining deposit discount tax vat total paid balance list old percent')
