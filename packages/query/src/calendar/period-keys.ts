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
/** The keys with a fixed name, without `last_<n>_days` and similar ones. */
export const periodKeys: readonly string[] = Object.keys(named)

const counted = /^last_([1-9]\d{0,3})_(days|weeks|months|quarters|years)$/

/** `last_30_days` → `Last 30 days`, which the reader understands. Null for an unknown key. */
export function periodWords(key: string): string | null {
  const words = named[key]
  if (words !== undefined) return words
  const match = counted.exec(key)
  return match ? `Last ${match[1]} ${match[2]}` : null
}
