export const periods = [
  { value: '', title: 'All time' },
  { value: 'current_month', title: 'This month' },
  { value: 'current_quarter', title: 'This quarter' },
  { value: 'current_year', title: 'This year' },
  { value: 'last_30_days', title: 'The last 30 days' },
  { value: 'last_90_days', title: 'The last 90 days' },
  { value: 'last_12_months', title: 'The last 12 months' },
] as const

export type PeriodName = (typeof periods)[number]['value']

/** A person's preferences for questions, parsed from settings that may have any content. */
export function answerPreferencesOf(settings: Readonly<Record<string, unknown>>): {
  readonly period: PeriodName
  readonly threshold: string
} {
  const kept = settings['dataAgent']
  const fields: Readonly<Record<string, unknown>> =
    typeof kept === 'object' && kept !== null ? { ...kept } : {}
  const amount = fields['highValueThreshold']
  return {
    period: periods.find(({ value }) => value === fields['defaultTimePeriod'])?.value ?? '',
    threshold: typeof amount === 'number' ? String(amount) : '',
  }
}

export function timeZones(): readonly string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone')]
}
