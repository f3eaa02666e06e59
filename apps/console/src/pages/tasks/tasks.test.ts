import { expect, test } from 'vitest'
import { dayIn, dueWords } from './due-words.ts'
import { taskFilterOf } from './filter.ts'

test('[C380] the filters of the address become the query of the API; unknown ones are left out', () => {
  expect(taskFilterOf({}, '2026-11-16')).toEqual({ status: 'pending' })
  expect(taskFilterOf({ state: 'deleted', due: 'week', order: 'title', q: ' milk ' }, '2026-11-28')).toEqual({
    status: 'all',
    deleted: 'true',
    due_before: '2026-12-05',
    sort_by: 'title',
    keyword: 'milk',
  })
  expect(taskFilterOf({ due: 'overdue' }, '2026-03-01')).toMatchObject({ due_before: '2026-02-28' })
  expect(taskFilterOf({ state: 'nonsense', due: 'x', order: 'y', q: ' ' }, '2026-11-16')).toEqual({
    status: 'pending',
  })
})

test('[C382] a due date is shown in words, and only an open task is late', () => {
  const words = (day: string) => dueWords(day, '2026-11-16', false)
  expect(words('2026-11-16')).toEqual({ words: 'today', tone: 'warn' })
  expect(words('2026-11-17')).toEqual({ words: 'tomorrow', tone: 'plain' })
  expect(words('2026-11-15')).toEqual({ words: 'yesterday', tone: 'bad' })
  expect(words('2026-11-20').words).toBe('Friday')
  expect(words('2026-12-24').words).toBe('Dec 24')
  expect(words('2027-01-02').words).toBe('Jan 2, 2027')
  expect(dueWords('2026-11-01', '2026-11-16', true).tone).toBe('plain')
  expect(dayIn('Pacific/Auckland', new Date('2026-11-16T12:00:00Z'))).toBe('2026-11-17')
})
