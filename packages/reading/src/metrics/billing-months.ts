import type { Dataset, Field } from '@quipu/query'
import { isMeasure, isMoment, visible } from '../lexicon/dataset-fields.ts'
import { isAmong, type Schema } from './field-finder.ts'

export interface BillingMonths {
  readonly field: Field
  /** How many months are billed at once, and for which rows. */
  readonly lengths: readonly { readonly months: number; readonly condition: string }[]
}

/** `billing_interval` with `month` and `year`: for how many months a price is. Null where one of its values is not known. */
export function billingMonths(dataset: Dataset, { values }: Schema): BillingMonths | null {
  for (const field of visible(dataset)) {
    if (!named.test(field.label) || isMoment(field) || isMeasure(field) || field.type !== 'text') continue
    const lengths = Object.entries(periods).flatMap(([months, names]) => {
      const found = names
        .split(', ')
        .flatMap((name) => values.exact(name))
        .filter((one) => one.dataset === dataset.name && one.field === field.name)
        .map(({ value }) => value)
      return found.length === 0 ? [] : [{ months: Number(months), found: [...new Set(found)].sort() }]
    })
    const known = lengths.reduce((sum, { found }) => sum + found.length, 0)
    if (known === 0 || known !== field.statistics.distinct) continue
    return {
      field,
      lengths: lengths.map(({ months, found }) => ({
        months,
        condition: isAmong({ dataset, field }, found),
      })),
    }
  }
  return null
}

const named = /\b(?:billing|billed|interval|cycle|period|frequency|term|recurrence|renewal|renews|paid)\b/i

/** By how many months it takes. */
const periods: Readonly<Record<number, string>> = {
  1: 'month, monthly, months, per month, every month, each month, 1 month, m, mo, p1m, mth',
  2: 'bimonthly, every two months, 2 months, p2m',
  3: 'quarter, quarterly, per quarter, every quarter, 3 months, q, p3m',
  6: 'half year, half-year, half yearly, half-yearly, semiannual, semi-annual, biannual, 6 months, p6m',
  12: 'year, yearly, annual, annually, per year, every year, 1 year, 12 months, y, a, yr, p1y, p12m',
  24: 'two years, 2 years, 24 months, p2y, p24m',
}
