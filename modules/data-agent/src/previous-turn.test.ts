import { expect, test } from 'vitest'
import type { Json } from '@quipu/kit'
import { previousOf, unansweredOf } from './previous-turn.ts'

const reading = (restatement: string) => ({ restatement, confidence: 1 })

function turn(question: string, status: string, artifacts: unknown) {
  // Artifacts are stored as JSON.
  return { question, status, artifacts: artifacts as Json }
}

const answered = turn('revenue', 'answered', { plan: { status: 'readings' }, reading: reading('revenue') })
const asks = (...offers: readonly string[]) =>
  turn('loyal', 'clarification', {
    plan: { status: 'clarification', questions: [{ label: 'Reading' }], readings: offers.map(reading) },
    reading: null,
  })

test('[DA910] the last answer is continued', () => {
  expect(previousOf([])).toBeNull()
  expect(previousOf([asks('visits'), answered])).toEqual({ question: 'revenue', reading: reading('revenue') })
})

test('[DA910] the only reading that was offered for a question without an answer is continued', () => {
  const before = previousOf([answered, asks('visits')])
  expect(before).toEqual({ question: 'loyal', reading: reading('visits'), isNotLast: 'offered' })
  const refused = turn('warm', 'cannot_answer', {
    plan: { status: 'cannot_answer', reason: '', missing: [], available: [], nearest: [reading('rooms')] },
    reading: null,
  })
  expect(previousOf([refused])).toMatchObject({ reading: reading('rooms'), isNotLast: 'offered' })
})

test('[DA910] after a choice, a refusal without offers or a record of an older version, the answer before is continued', () => {
  const older = turn('old', 'cannot_answer', { reading: null })
  const refused = turn('rain', 'cannot_answer', {
    plan: { status: 'cannot_answer', reason: '', missing: [], available: [] },
    reading: null,
  })
  for (const last of [asks('visits', 'payments'), refused, older])
    expect(previousOf([answered, last])).toMatchObject({ reading: reading('revenue'), isNotLast: 'earlier' })
  expect(previousOf([refused])).toBeNull()
})

test('[DR2223] the last question is kept if it has neither an answer nor a single offer', () => {
  expect(unansweredOf([])).toBeUndefined()
  expect(unansweredOf([asks('visits'), answered])).toBeUndefined()
  expect(unansweredOf([answered, asks('visits')])).toBeUndefined()
  expect(unansweredOf([answered, asks('visits', 'payments')])).toBe('loyal')
})
