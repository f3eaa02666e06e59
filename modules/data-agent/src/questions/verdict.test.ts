import { beforeAll, expect, test } from 'vitest'
import { openVineyard, type Vineyard } from './test-vineyard.ts'

let vineyard: Vineyard
beforeAll(async () => {
  vineyard = await openVineyard()
})

function confidence(question: string): number {
  const plan = vineyard.plan(question, { proceed: true })
  return plan.status === 'readings' ? plan.readings[0].confidence : 0
}

test('[DR60] a plain question is read with more confidence than one with unexplained words', () => {
  const plain = confidence('How many wines are there?')
  expect(plain).toBeGreaterThan(0.6)
  expect(confidence('How many fizzy wines are there along the parcels?')).toBeLessThan(plain)
  expect(confidence('How many wines are there whose points double twice?')).toBeLessThan(plain)
})

test('[DR61] an unsure reading says so, with the words that were left out', () => {
  const plan = vineyard.plan('List the brisk wines with their blended score by turns of valley', {
    proceed: true,
  })
  expect(plan.status).toBe('readings')
  if (plan.status !== 'readings') return
  const [best] = plan.readings
  expect(best.confidence).toBeLessThan(0.55)
  expect(best.assumptions.some((each) => each.changesNumbers)).toBe(true)
})

test('[DR61] a sure reading carries no such warning', () => {
  const plan = vineyard.plan('How many wines are there?')
  expect(plan.status === 'readings' && plan.readings[0].assumptions).toEqual([])
})

test.each([
  ['How many submarines are there?', 'submarines'],
  ['What is the average rainfall of estates in Patagonia?', 'rainfall'],
  ['Which astronaut discovered the moons of Jupiter?', 'astronaut'],
  ['How many wines have the grape Zinfandel?', 'Zinfandel'],
])('[DR62] [DR4074] %s is not answered, and what is missing is named', (question, word) => {
  const plan = vineyard.plan(question)
  expect(plan.status).toBe('cannot_answer')
  expect(plan.status === 'cannot_answer' && plan.missing).toContain(word)
  expect(plan.status === 'cannot_answer' && plan.available.length).toBeGreaterThan(0)
})

test.each([
  'How many wines are there?',
  'What is the average price of wines for each grape?',
  'List the names of estates in the Nera valley',
  'Which wines have a price above 25?',
  'Which estate produces the most wines?',
])('[DR62] [DR4078] [DR4077] %s is answered', (question) => {
  expect(vineyard.plan(question).status).toBe('readings')
})

test.each([
  ['How many lands are there?', '“lands” is taken to mean estates.'],
  ['What is the average toll of wines?', '“toll” is taken to mean price.'],
  ['How many alcohols are there?', '“alcohols” is taken to mean wines.'],
])('[DR615] %s is answered with what was made of the word', (question, says) => {
  const plan = vineyard.plan(question)
  expect(plan.status === 'readings' && plan.readings[0].assumptions).toContainEqual(
    expect.objectContaining({ says, changesNumbers: true }),
  )
})

test('[DR63] with leave to assume, what is missing is assumed away, and the answer says so', () => {
  const plan = vineyard.plan('What is the average rainfall of estates in Patagonia?', { proceed: true })
  expect(plan.status).toBe('readings')
  expect(plan.status === 'readings' && plan.readings[0].assumptions.some((each) => each.changesNumbers)).toBe(
    true,
  )
})
