import { expect, test } from 'vitest'
import { dataAgentSettings } from './user-settings.ts'

test('[DT16] settings accept only the documented values', () => {
  const seed = {
    defaultTimePeriod: 'current_quarter',
    highValueThreshold: 10_000,
    weekStart: 'sunday',
    fiscalYearStart: 4,
  }
  expect(dataAgentSettings.parse(seed)).toEqual(seed)
  expect(dataAgentSettings.parse({ defaultTimePeriod: null })).toEqual({ defaultTimePeriod: null })
  for (const wrong of [
    { defaultTimePeriod: 'soon' },
    { highValueThreshold: -1 },
    { highValueThreshold: Infinity },
    { weekStart: 'friday' },
    { fiscalYearStart: 13 },
    { fiscalYearStart: 1.5 },
    { region: 'West' },
  ]) {
    expect(dataAgentSettings.safeParse(wrong).success).toBe(false)
  }
})
