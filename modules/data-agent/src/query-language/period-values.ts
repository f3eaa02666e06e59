import { isObject } from './forms.ts'

/** A month or quarter that is compared with `{"month": …}`, by its first day: "2026-03" is 2026-03-01. */
export function firstDayOf(value: unknown, period: unknown): unknown {
  if (!isObject(period)) return value
  const text = String(value)
  if (period['month'] !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return `${text}-01`
  if (period['year'] !== undefined && /^\d{4}$/.test(text)) return `${text}-01-01`
  const [, year, quarter] = /^(\d{4})-?Q([1-4])$/i.exec(text) ?? []
  if (period['quarter'] === undefined || quarter === undefined) return value
  return `${year}-${String(Number(quarter) * 3 - 2).padStart(2, '0')}-01`
}
