import { expect, test } from 'vitest'
import { jobWords } from './job-words.ts'

test('[C387] background jobs are described in words, with a link', () => {
  expect(jobWords('data-agent.introspect')).toEqual({ words: 'Reading your data', path: '/app/data' })
  expect(jobWords('other.job')).toEqual({ words: 'other.job', path: '/app/activity' })
})
