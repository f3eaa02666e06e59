import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMountainHuts } from './test-mountain-huts.ts'
import type { SmallDatabase } from './test-small-database.ts'

let huts: SmallDatabase
beforeAll(async () => {
  huts = await openMountainHuts()
})
afterAll(() => huts[Symbol.dispose]())

const warnings = (question: string): readonly string[] =>
  huts.reading(question).assumptions.flatMap(({ says, changesNumbers }) => (changesNumbers ? [says] : []))

test('[DR615] a noun that only the dictionary connects is answered with what was made of it', () => {
  expect(huts.rows('How many shelters are there?')).toEqual([[3]])
  expect(warnings('How many shelters are there?')).toEqual(['“shelters” is taken to mean huts.'])
})

test('[DR1810] [DR4093] a thing of everyday life that the data does not have is refused', () => {
  const plan = huts.plan('What is the email of the guides whose position is lead?')
  expect(plan.status === 'cannot_answer' && plan.missing).toEqual(['email'])
})

test.each([['Which guides came back?', 'back']])(
  '[DR750] a far word with a meaning of its own is asked about: %s',
  (question, word) => {
    const plan = huts.plan(question)
    expect(plan.status).toBe('clarification')
    expect(plan.status === 'clarification' && plan.questions[0]?.question).toContain(`“${word}”`)
  },
)

test('[DR751] dates that the question names in other words are listed', () => {
  const question = 'What is the begin day of the guides whose position is lead?'
  expect(huts.rows(question)).toEqual([['2019-03-01'], ['2017-05-01']])
  expect(warnings(question)).toEqual([])
})

test('[DR751] [DR4094] an adjective before the thing is no name of a date', () => {
  const plan = huts.plan('started guides')
  expect(plan.status === 'readings' && plan.readings[0].restatement).not.toBe('start date of guides')
})

test('[DR752] the word for a kind of time adds nothing to the name of a moment', () => {
  const question = 'What are the names of huts sorted by foundation year?'
  expect(huts.rows(question)).toEqual([['Gams'], ['Edel'], ['Firn']])
  expect(huts.reading(question).unmatched).toEqual([])
})

test('[DR753] what the grammar answers without a warning is not read by slots', () => {
  const question = 'average beds across huts in the Sarn valley'
  expect(huts.rows(question)).toEqual([[32]])
  expect(huts.reading(question).frame).toBeUndefined()
})
