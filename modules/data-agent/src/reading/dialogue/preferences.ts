import { z } from 'zod'

const named: Readonly<Record<string, string>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  current_week: 'Current week',
  last_week: 'Last week',
  current_month: 'Current month',
  last_month: 'Last month',
  current_quarter: 'Current quarter',
  last_quarter: 'Last quarter',
  current_year: 'Current year',
  last_year: 'Last year',
  week_to_date: 'Week to date',
  month_to_date: 'Month to date',
  quarter_to_date: 'Quarter to date',
  year_to_date: 'Year to date',
  all_time: 'All time',
}
const counted = /^last_([1-9]\d{0,3})_(days|weeks|months|quarters|years)$/

/** Door: what `PATCH /api/user-settings` takes under `dataAgent`. Null removes a setting, an absent one stays. */
export const dataAgentSettings = z.strictObject({
  defaultTimePeriod: z
    .string()
    .refine((key) => periodWords(key) !== null, {
      error: `is no time period; use ${Object.keys(named).join(', ')}, or last_<n>_days, _weeks, _months, _quarters, _years`,
    })
    .nullable()
    .optional()
    .describe('Period to use when a question leaves it open, such as current_quarter or last_30_days.'),
  highValueThreshold: z
    .number()
    .positive()
    .nullable()
    .optional()
    .describe('From which amount on something counts as high-value.'),
})

/** `last_30_days` → `Last 30 days`, which `findTimes` reads. Null for a key that is none. */
export function periodWords(key: string): string | null {
  const words = named[key]
  if (words !== undefined) return words
  const match = counted.exec(key)
  return match ? `Last ${match[1]} ${match[2]}` : null
}

/** `Last 30 days` → `last_30_days`. Null for words that no key stands for. */
export function periodKey(words: string): string | null {
  const key = words
    .trim()
    .toLowerCase()
    .replace(/^(?:this|the current) /, 'current_')
    .replace(/^past (?=\d)/, 'last_')
    .replace(/[\s-]+/g, '_')
  return periodWords(key) === null ? null : key
}
