export const periods = [
  { value: '', title: 'All time' },
  { value: 'current_month', title: 'This month' },
  { value: 'current_quarter', title: 'This quarter' },
  { value: 'current_year', title: 'This year' },
  { value: 'last_30_days', title: 'The last 30 days' },
  { value: 'last_90_days', title: 'The last 90 days' },
  { value: 'last_12_months', title: 'The last 12 months' },
] as const

export const weekStarts = [
  { value: '', title: 'As the data says, else Monday' },
  { value: 'monday', title: 'Monday' },
  { value: 'sunday', title: 'Sunday' },
] as const

export type WeekStart = (typeof weekStarts)[number]['value']

/** The months of a year by their numbers. */
export const fiscalStarts = [
  { value: '', title: 'As the data says, else ask me' },
  ...Array.from({ length: 12 }, (_, at) => ({
    value: String(at + 1),
    title: new Date(Date.UTC(2024, at)).toLocaleDateString('en', { month: 'long', timeZone: 'UTC' }),
  })),
]

export type PeriodName = (typeof periods)[number]['value']

/** A person's preferences for questions, parsed from settings that may have any content. */
export function answerPreferencesOf(settings: Readonly<Record<string, unknown>>): {
  readonly period: PeriodName
  readonly threshold: string
  readonly weekStart: WeekStart
  readonly fiscalStart: string
} {
  const kept = settings['dataAgent']
  const fields: Readonly<Record<string, unknown>> =
    typeof kept === 'object' && kept !== null ? { ...kept } : {}
  const amount = fields['highValueThreshold']
  return {
    period: periods.find(({ value }) => value === fields['defaultTimePeriod'])?.value ?? '',
    threshold: typeof amount === 'number' ? String(amount) : '',
    weekStart: weekStarts.find(({ value }) => value === fields['weekStart'])?.value ?? '',
    fiscalStart: fiscalStarts.find(({ value }) => value === String(fields['fiscalYearStart']))?.value ?? '',
  }
}

export function timeZones(): readonly string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone')]
}
