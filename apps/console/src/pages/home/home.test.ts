import { expect, test } from 'vitest'
import { jobWords } from './job-words.ts'

test('[C387] work in the background is told in words, with where to look', () => {
  expect(jobWords('data-agent.introspect')).toEqual({ words: 'Reading your data', path: '/app/data' })
  expect(jobWords('other.job')).toEqual({ words: 'other.job', path: '/app/activity' })
})
