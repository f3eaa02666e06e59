import { expect, test } from 'vitest'
import type { Cell } from '@quipu/query'
import { hasTrade } from '../business/business.ts'
import { bakery } from '../dialogue/test-bakery.ts'
import { firstQuestion } from '../test-context.ts'
import { greenhouse } from '../test-greenhouse.ts'
import { readQuestion } from '../read-question.ts'
import type { Assumption, Reading } from '../plan/reading.ts'
import { judgeResult } from './judge-result.ts'
import { resultSignals } from './result-signals.ts'

const question = 'name of plants'
const own: Assumption = {
  about: 'meaning of the question',
  says: 'Read as: name of plants.',
  changesNumbers: true,
  isEstimated: true,
}
const far: Assumption = {
  about: 'meaning of leafage',
  says: '“leafage” is taken to mean plants.',
  changesNumbers: true,
  isFar: true,
}

/** A list of names with an estimate. */
function reading(part: Partial<Reading> = {}): Reading {
  const plan = readQuestion(question, greenhouse, firstQuestion)
  if (plan.status !== 'readings') throw new Error(plan.status)
  return { ...plan.readings[0], signals: { byGrammar: 1 }, doubts: [], assumptions: [], ...part }
}

function judged(given: Reading, rows: readonly (readonly Cell[])[], ontology = greenhouse) {
  return judgeResult({ question, reading: given, rows, rival: null, hasCaveat: false }, ontology)
}

const names = [['Basil'], ['Thyme']]

test('[DR3580] [DR3584] an answer without rows is less sure, one with few rows surer, and the warning follows', () => {
  expect(hasTrade(greenhouse)).toBe(false)
  const unsure = reading({ confidence: 0.74, assumptions: [own] })
  const [none, few] = [judged(reading({ confidence: 0.8 }), []), judged(unsure, names)]

  expect(none.reading.confidence).toBeLessThan(0.7)
  expect(none.reading.assumptions).toEqual([
    { ...own, says: expect.stringMatching(/^Read as: .*\. No row fits it\.$/) },
  ])
  expect(few.reading.confidence).toBeGreaterThan(0.77)
  expect(few).toMatchObject({ isSure: true, reading: { assumptions: [] } })
})

test('[DR3580] rows that are the same, and another reading that is nearly as likely, speak against an answer', () => {
  const given = reading({ confidence: 0.85 })
  const sure = judged(given, names).reading.confidence
  const same = judged(given, [['Basil'], ['Basil']]).reading.confidence
  const rivalled = judgeResult(
    { question, reading: given, rows: names, rival: { confidence: 0.84 }, hasCaveat: true },
    greenhouse,
  ).reading.confidence

  expect(same).toBeLessThan(sure)
  expect(rivalled).toBeLessThan(sure)
})

test('[DR3586] the reasons of the warning before stay, after those of the rows', () => {
  const given = reading({ confidence: 0.6, doubts: ['One may be meant'], assumptions: [own] })
  expect(judged(given, []).reading.assumptions[0]?.says).toMatch(/No row fits it\. One may be meant\.$/)
})

test('[DR3581] [DR4400] [DR3587] where something is sold, and after a follow-up, rows take no warning away', () => {
  expect(hasTrade(bakery)).toBe(true)
  const given = reading({ confidence: 0.84, assumptions: [own, far] })
  const followUp = reading({ ...given, signals: { byGrammar: 1, followUp: 1 } })

  for (const found of [judged(given, names, bakery), judged(followUp, names)]) {
    expect(found.isSure).toBe(false)
    expect(found.reading.confidence).toBeLessThanOrEqual(0.84)
    expect(found.reading.assumptions).toMatchObject(
      [own, far].map(({ about }) => ({ about, changesNumbers: true })),
    )
  }
  expect(judged(reading({ confidence: 0.86 }), [], bakery).reading.assumptions).toMatchObject([
    { about: own.about },
  ])
})

test('[DR3582] a word that is far from its name warns, however sure the answer is', () => {
  expect(judged(reading({ confidence: 0.93, assumptions: [far] }), names)).toMatchObject({
    isSure: true,
    reading: { assumptions: [far] },
  })
})

test('[DR3583] [DR3588] what a person chose, and what was judged before, stays as it is', () => {
  const { doubts: _, ...chosen } = reading({ confidence: 0.4 })
  const once = judged(reading({ confidence: 0.74 }), names).reading

  expect(judged(chosen, []).reading).toBe(chosen)
  expect(judged(once, []).reading).toBe(once)
})

test('[DR3589] another warning of the meaning is not doubled', () => {
  const joined: Assumption = { about: own.about, says: 'Read as: names of beds.', changesNumbers: true }
  const found = judged(reading({ confidence: 0.5, assumptions: [joined] }), [])
  expect(found.reading.assumptions).toEqual([joined])
})

test('[DR3585] a large result is compared by its first thousand rows', () => {
  const rows = [...Array.from({ length: 1000 }, (_, at) => [`plant ${at}`]), ['plant 1']]
  const found = resultSignals({ question, reading: reading(), rows, rival: null, hasCaveat: false })
  const valueOf = (name: string) => found.find((one) => one.name === name)?.value

  expect(valueOf('firstRepeats')).toBe(0)
  expect(valueOf('rowsFew')).toBe(0)
})
