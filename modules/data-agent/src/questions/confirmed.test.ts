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

test('[DR760] a reading by slots that only the slots make is answered with a warning that says how it was read', () => {
  expect(studio.rows('no shows last month')).toEqual([[1]])
  expect(warningsOf('no shows last month')).toEqual([
    'Read as: number of session, where status name is NoShow, in October 2026. The question leaves room for other readings.',
  ])
})

test('[DR760] a metric, or a question that the grammar reads alike, needs no warning', () => {
  expect(warningsOf('sales last month')).toEqual([])
  expect(warningsOf('how many potters are there')).toEqual([])
})

test('[DR761] the grammar does not decide a question of which it leaves out a filter', () => {
  expect(studio.rows('how many slips were voided last month')).toEqual([[1]])
})

test('[DR762] a follow-up is no surer than the question that it goes on from', () => {
  const question = 'no shows last month'
  const previous = { question, reading: studio.reading(question) }
  const plan = readQuestion('and the month before?', studio.ontology, { ...plainContext, previous })
  expect(plan.status === 'readings' && plan.readings[0].restatement).toContain('in September 2026')
  expect(plan.status === 'readings' && plan.readings[0].assumptions).toContainEqual({
    about: 'meaning of the question',
    says: 'Read as: number of session, where status name is NoShow, in September 2026. The question leaves room for other readings.',
    changesNumbers: true,
  })
})
