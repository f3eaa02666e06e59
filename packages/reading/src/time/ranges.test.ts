import fc from 'fast-check'
import { expect, test } from 'vitest'
import { days } from '@quipu/query'
import { findTimes } from './find-times.ts'
import type { TimeContext } from './time-mention.ts'

const contexts = fc.record({
  now: fc.date({
    min: new Date('1990-01-01T00:00:00Z'),
    max: new Date('2080-01-01T00:00:00Z'),
    noInvalidDate: true,
  }),
  timeZone: fc.constantFrom(
    'UTC',
    'America/New_York',
    'Europe/Berlin',
    'Asia/Kolkata',
    'Pacific/Apia',
    'Australia/Lord_Howe',
  ),
  calendar: fc.record({
    fiscalYearStart: fc.option(fc.integer({ min: 1, max: 12 })),
    weekStart: fc.constantFrom('monday' as const, 'sunday' as const),
  }),
})
const units = fc.constantFrom('week' as const, 'month' as const, 'quarter' as const, 'year' as const)

test('[DT11] last, this and next meet without gap or overlap, and this contains today', () => {
  fc.assert(
    fc.property(contexts, units, (context, unit) => {
      const [last, current, next] = ['last', 'this', 'next'].map((which) =>
        rangeOf(`${which} ${unit}`, context),
      )
      expect(last?.end).toBe(current?.start)
      expect(current?.end).toBe(next?.start)
      const today = rangeOf('today', context)
      expect(today.start >= (current?.start ?? '') && today.end <= (current?.end ?? '')).toBe(true)
    }),
  )
})

test('[DT11] full units and those before them add up', () => {
  fc.assert(
    fc.property(contexts, units, fc.integer({ min: 1, max: 40 }), (context, unit, count) => {
      const full = rangeOf(`last ${count} full ${unit}s`, context)
      expect(full.end).toBe(rangeOf(`this ${unit}`, context).start)
      expect(days.add(full.start, count, unit)).toBe(full.end)
      const rolling = rangeOf(`last ${count} ${unit}s`, context)
      expect(rolling.end).toBe(rangeOf('today', context).end)
    }),
  )
})

test('[DT11] [DT911] the quarters and the months of a year add up to the year', () => {
  fc.assert(
    fc.property(contexts, fc.integer({ min: 1900, max: 2090 }), (context, year) => {
      const quarters = [1, 2, 3, 4].map((quarter) => rangeOf(`Q${quarter} ${year}`, context))
      expect(quarters.slice(1).map(({ start }) => start)).toEqual(quarters.slice(0, -1).map(({ end }) => end))
      expect([quarters[0]?.start, quarters[3]?.end]).toEqual([`${year}-01-01`, `${year + 1}-01-01`])
    }),
  )
})

test("[DT11] [DT912] a week starts on the calendar's day", () => {
  fc.assert(
    fc.property(contexts, (context) => {
      const { start } = rangeOf('this week', context)
      expect(days.weekdayOf(start)).toBe(context.calendar.weekStart === 'sunday' ? 7 : 1)
    }),
  )
})

test('[DT11] [DT913] fiscal quarters have three months and are within their fiscal year', () => {
  fc.assert(
    fc.property(
      contexts,
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 4 }),
      (given, fiscalYearStart, quarter) => {
        const context = { ...given, calendar: { ...given.calendar, fiscalYearStart } }
        const year = rangeOf('FY2025', context)
        const part = rangeOf(`Q${quarter} FY2025`, context)
        expect(part.start).toBe(days.add(year.start, quarter - 1, 'quarter'))
        expect(part.end <= year.end).toBe(true)
        expect(days.startOf(part.start, 'quarter', context.calendar, fiscalYearStart)).toBe(part.start)
      },
    ),
  )
})

test('[DT12] [DT914] in any text, mentions are in order and no range ends before it starts', () => {
  const words = fc.constantFrom(
    'since',
    'from',
    'to',
    'between',
    'and',
    'last',
    'this',
    '3',
    '2024',
    'march',
    'may',
    '5',
    'quarter',
    'q3',
    'years',
    'ago',
    'vs',
    'week',
    'of',
    'the',
    'first',
    'end',
    'monday',
    'fy25',
    'by',
    'month',
    '-',
    '3/5/2024',
    '31',
    'february',
    '13/13/2024',
    "'24",
    'İ',
    '🙂',
  )
  fc.assert(
    fc.property(contexts, fc.array(words, { maxLength: 12 }), (context, parts) => {
      const question = parts.join(' ')
      let after = 0
      for (const { start, end, words: text, range } of findTimes(question, context)) {
        expect(start).toBeGreaterThanOrEqual(after)
        expect(text).toBe(question.slice(start, end))
        expect((range?.start ?? '0') <= (range?.end ?? '9999')).toBe(true)
        after = end
      }
    }),
    { numRuns: 500 },
  )
})

test('[DT12] any text is read without an error', () => {
  fc.assert(
    fc.property(contexts, fc.string({ unit: 'grapheme', maxLength: 200 }), (context, question) => {
      for (const { start, end } of findTimes(question, context)) expect(end).toBeGreaterThan(start)
    }),
  )
})

function rangeOf(words: string, context: TimeContext): { start: string; end: string } {
  const [mention] = findTimes(words, context)
  return { start: mention?.range?.start ?? '', end: mention?.range?.end ?? '' }
}
