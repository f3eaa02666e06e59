import { expect, test } from 'vitest'
import { answerPreferencesOf, fiscalStarts } from './preferences.ts'

test('[C527] week and fiscal start are read from settings, and whatever else is there counts as not set', () => {
  const read = (dataAgent: unknown) => {
    const { weekStart, fiscalStart } = answerPreferencesOf({ dataAgent })
    return [weekStart, fiscalStart]
  }
  expect(read({ weekStart: 'sunday', fiscalYearStart: 4 })).toEqual(['sunday', '4'])
  expect(read({ weekStart: 'friday', fiscalYearStart: 13 })).toEqual(['', ''])
  expect(read(undefined)).toEqual(['', ''])
  expect(fiscalStarts.find(({ value }) => value === '4')?.title).toBe('April')
})
