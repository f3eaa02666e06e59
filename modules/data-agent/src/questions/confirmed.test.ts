import { readQuestion } from '@quipu/reading'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPottery } from './test-pottery.ts'
import { plainContext } from './test-shop.ts'
import type { SmallDatabase } from './test-small-database.ts'

let studio: SmallDatabase
beforeAll(async () => {
  studio = await openPottery()
})
afterAll(() => studio[Symbol.dispose]())

function warningsOf(question: string): readonly string[] {
  return studio
    .reading(question)
    .assumptions.flatMap(({ says, changesNumbers }) => (changesNumbers ? [says] : []))
}

test('[DR1160] [DR1161] an unsure answer says how the question was read and what is doubtful', () => {
  expect(studio.rows('no shows last month')).toEqual([[1]])
  expect(warningsOf('no shows last month')).toEqual([
    'Read as: number of session, where status name is NoShow, in October 2026. It goes through session and session status, which the question does not name. The question denies something, and the query does not.',
  ])
  expect(warningsOf('vendor bills last month')[0]).toContain(
    'It lists rows, though their amounts may be meant.',
  )
  expect(warningsOf('kiln costs by kind')[0]).toContain('The question does not name amount')
})

test('[DR1160] [DR2155] a sure answer has no warning, whichever reader gave it', () => {
  for (const question of ['average slip value this year', 'how many potters are there']) {
    expect(warningsOf(question)).toEqual([])
    expect(studio.reading(question).confidence).toBeGreaterThan(0.85)
  }
  expect(studio.reading('average slip value this year').frame).toBeDefined()
})

test('[DR2155] where something is sold, an answer that is right in four of five cases has a warning', () => {
  const { confidence } = studio.reading('sales last month')
  expect(confidence).toBeGreaterThan(0.75)
  expect(confidence).toBeLessThan(0.85)
  expect(warningsOf('sales last month')[0]).toContain('Read as: revenue, in October 2026.')
})

test('[DR1162] [DR4098] the reading that the person has chosen is answered without a warning', () => {
  const question = 'no shows last month'
  const answers = { reading: studio.reading(question).restatement }
  const plan = readQuestion(question, studio.ontology, { ...plainContext, answers })
  expect(plan.status === 'readings' && plan.readings[0].assumptions).not.toContainEqual(
    expect.objectContaining({ about: 'meaning of the question' }),
  )
  expect(plan.status === 'readings' && plan.readings[0].restatement).toBe(answers.reading)
})

test('[DR761] the grammar does not decide a question of which it leaves out a filter', () => {
  expect(studio.rows('how many slips were voided last month')).toEqual([[1]])
})

test('[DR762] a follow-up is no surer than the question that it goes on from', () => {
  const question = 'no shows last month'
  const previous = { question, reading: studio.reading(question) }
  const plan = readQuestion('and the month before?', studio.ontology, { ...plainContext, previous })
  expect(plan.status === 'readings' && plan.readings[0].restatement).toContain('in September 2026')
  expect(plan.status === 'readings' && plan.readings[0].confidence).toBeLessThanOrEqual(
    previous.reading.confidence,
  )
  expect(plan.status === 'readings' && plan.readings[0].assumptions).toContainEqual({
    about: 'meaning of the question',
    says: expect.stringContaining(
      'Read as: number of session, where status name is NoShow, in September 2026.',
    ),
    changesNumbers: true,
    isEstimated: true,
  })
})
