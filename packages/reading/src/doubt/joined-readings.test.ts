import { expect, test } from 'vitest'
import type { Reading } from '../plan/reading.ts'
import { readQuestion } from '../read-question.ts'
import { firstQuestion } from '../test-context.ts'
import { greenhouse } from '../test-greenhouse.ts'
import { withJoinedReadings } from './joined-readings.ts'

const context = firstQuestion

function reading(words: string): Reading {
  const plan = readQuestion(words, greenhouse, context)
  if (plan.status !== 'readings') throw new Error(plan.status)
  return plan.readings[0]
}

const [joined, alone] = [reading('number of plants by valley'), reading('number of plants')]
const apart = { ...greenhouse, relationships: [] }

test('[DR3140] a reading that takes the place of one that nothing connects has a warning with the reason', () => {
  const plan = withJoinedReadings({ status: 'readings', readings: [joined, alone] }, apart)
  expect(plan).toMatchObject({ status: 'readings', readings: [{ query: alone.query }] })
  expect(plan.status === 'readings' && plan.readings[0].assumptions).toContainEqual({
    about: 'meaning of the question',
    says: expect.stringMatching(
      /^Read as: number of plants\..*per valley.*\. No relationship connects/,
    ) as string,
    changesNumbers: true,
  })
})

test('[DR3140] what nothing connects is no other meaning, and is kept where nothing else is left', () => {
  const second = withJoinedReadings({ status: 'readings', readings: [alone, joined] }, apart)
  expect(second).toEqual({ status: 'readings', readings: [alone] })
  const only = withJoinedReadings({ status: 'readings', readings: [joined] }, apart)
  expect(only).toEqual({ status: 'readings', readings: [joined] })
})
