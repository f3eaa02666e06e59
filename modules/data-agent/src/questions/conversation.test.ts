import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { planJoins, type Ontology } from '@quipu/query'
import {
  readQuestion,
  type ClarificationQuestion,
  type Plan,
  type Reading,
  type ReadingContext,
} from '@quipu/reading'
import { bakeryChain } from './test-bakery-chain.ts'
import { plainContext } from './test-shop.ts'

let ontology: Ontology
beforeAll(async () => {
  const chain = await bakeryChain()
  ontology = chain.ontology
  rmSync(dirname(chain.file), { recursive: true })
})

/** For each trigger: a question, what is asked back, an answer and the words it adds; and the result without an answer. */
const triggers = [
  {
    why: 'time',
    question: 'How many orders were there recently?',
    label: 'Time period',
    answer: 'Current quarter',
    says: 'number of orders, in the 4th quarter of 2026',
    otherwise: 'number of orders, from 2026-10-16 to 2026-11-15',
  },
  {
    why: 'time',
    question: 'number of orders last fiscal quarter',
    label: 'Fiscal year start',
    answer: 'April',
    says: 'number of orders, in the 3rd quarter of 2026',
    otherwise: 'number of orders, in the 3rd quarter of 2026',
  },
  {
    why: 'qualifier',
    question: 'How many high-value patrons are there?',
    label: 'High-value threshold',
    answer: 'Lifetime value > 12,000',
    says: 'number of patrons, where lifetime value is more than 12000',
    otherwise: 'number of patrons, where lifetime value is more than 15000',
  },
  {
    why: 'meaning',
    question: 'average amount per status',
    label: 'Meaning of amount',
    answer: 'net amount',
    says: 'average net amount per status',
    otherwise: 'average gross amount per status',
  },
  {
    why: 'context',
    question: 'total net amount at our shop',
    label: 'Our shop',
    answer: 'Oven 3',
    says: 'total net amount, where shop name is Oven 3',
    otherwise: 'total net amount',
  },
] as const

test.each(triggers)(
  '[DR110] $why leads to a question, settled in brackets or by label: $label',
  ({ why, question, label, answer, says, otherwise }) => {
    const [asked, ...others] = questionsOf(read(question))
    expect(others).toEqual([])
    expect(asked).toMatchObject({ why, label })
    const bracketed = best(read(`${question} [${label}: ${answer}]`))
    expect(bracketed.restatement).toMatch(startingWith(says))
    expect(best(read(question, { answers: { [label.toLowerCase()]: answer } }))).toEqual(bracketed)
    expect(best(read(question, { answers: { [asked?.question ?? '']: answer } }))).toEqual(bracketed)
    const chosen = best(
      read(question, {
        preferences: { ...plainContext.preferences, choices: { [label.toLowerCase()]: answer } },
      }),
    )
    expect(chosen.query).toEqual(bracketed.query)
    const assumed = best(read(question, { proceed: true }))
    expect(assumed.restatement).toMatch(startingWith(otherwise))
    expect(assumed.assumptions).toContainEqual(
      expect.objectContaining({ about: label.toLowerCase(), changesNumbers: true }),
    )
  },
)

test('[DT26] every suggestion, sent back, settles its question', () => {
  const questions = [
    ...triggers.map(({ question }) => question),
    'Show high-value patron trends',
    'top patrons',
    'how many orders on 3/5/2026',
    'total revenue by region',
    'how many orders at my shop',
    'number of frequent patrons',
  ]
  let sent = 0
  for (const question of questions)
    for (const { label, suggestions } of questionsOf(read(question)))
      for (const suggestion of suggestions) {
        const after = read(`${question} [${label}: ${suggestion}]`)
        expect(after.status === 'clarification' ? after.questions.map((one) => one.label) : []).not.toContain(
          label,
        )
        sent += 1
      }
  expect(sent).toBeGreaterThan(30)
})

test('[DR112] settings settle only their own question', () => {
  const period = { ...plainContext.preferences, defaultTimePeriod: 'last_30_days' }
  const threshold = { ...plainContext.preferences, highValueThreshold: 9000 }
  const trends = 'Show high-value patron trends'
  const labels = (preferences: ReadingContext['preferences']): readonly string[] =>
    questionsOf(read(trends, { preferences })).map(({ label }) => label)
  expect(labels(plainContext.preferences)).toEqual(['Time period', 'High-value threshold'])
  expect(labels(period)).toEqual(['High-value threshold'])
  expect(labels(threshold)).toEqual(['Time period'])
  const settled = best(read(trends, { preferences: { ...period, highValueThreshold: 9000 }, proceed: true }))
  expect(settled.restatement).toContain('lifetime value is more than 9000')
  expect(settled.restatement).toContain('from 2026-10-16 to 2026-11-15')
  expect(settled.assumptions.filter(({ about }) => about === 'time period')).toEqual([
    {
      about: 'time period',
      says: 'Time period: Last 30 days, from your settings.',
      changesNumbers: false,
      isSettled: true,
    },
  ])
  expect(
    read('total revenue by region', { preferences: { ...period, highValueThreshold: 9000 } }).status,
  ).toBe('clarification')
  expect(best(read('number of orders in 2025', { preferences: period })).restatement).toBe(
    'number of orders, in 2025',
  )
})

test('[DR113] two ambiguous words are asked about together, and both answers count', () => {
  const question = 'total revenue by region'
  expect(questionsOf(read(question)).map(({ label }) => label)).toEqual([
    'Meaning of revenue',
    'Meaning of region',
  ])
  const settled = best(
    read(`${question} [Meaning of revenue: net amount] [Meaning of region: region of shops]`),
  )
  expect(settled.restatement).toMatch(/^total net amount per shop region/)
})

test('[DT919] an unusable answer is asked for again', () => {
  const [asked] = questionsOf(
    read('How many high-value patrons are there? [High-value threshold: the nice ones]'),
  )
  expect(asked?.question).toContain('could not be used')
})

test('[DR115] follow-ups change the previous turn', () => {
  const first = best(read('total net amount per status in 2026'))
  expect(first.restatement).toMatch(/^total net amount per status, in 2026/)
  const month = follow(first, 'and by month?')
  expect(month.restatement).toBe('total net amount per status and month, in 2026, ordered by month')
  const west = follow(month, 'only for Lindau')
  expect(west.restatement).toBe(
    'total net amount per status and month, where city is Lindau, in 2026, ordered by month',
  )
  expect(follow(west, 'what about last year?').restatement).toBe(
    'total net amount per status and month, where city is Lindau, in 2025, ordered by month',
  )
  expect(follow(first, 'top 2').restatement).toBe(
    'total net amount per status, in 2026, top 2 by total net amount',
  )
  expect(follow(first, 'as percent').restatement).toMatch(
    /^share of total net amount in percent per status, in 2026/,
  )
  expect(follow(first, 'by shop').restatement).toMatch(/^total net amount per shop name, in 2026/)
  expect(follow(first, 'and what about gross amount?').restatement).toMatch(
    /^total gross amount per status, in 2026/,
  )
  expect(follow(first, 'without spoiled').restatement).toMatch(
    /^total net amount per status, where status is not spoiled, in 2026/,
  )
  expect(follow(first, 'only baked orders').restatement).toMatch(/where status is baked, in 2026/)
  expect(follow(first, 'compared with last year').query.outputs).toHaveLength(3)
})

test('[DT34] [DT931] a fiscal split uses the start from its question, the previous turn or an answer', () => {
  const splitOf = ({ query }: Reading): unknown => query.groupBy[0]
  const first = best(read('total net amount by fiscal quarter [Fiscal year start: February]'))
  expect(splitOf(first)).toMatchObject({ kind: 'period', unit: 'quarter', fiscal: true, fiscalStart: 2 })
  expect(splitOf(follow(first, 'and by fiscal year?'))).toMatchObject({ unit: 'year', fiscalStart: 2 })

  const plain = best(read('total net amount per status'))
  const asked = (question: string, change: Partial<ReadingContext> = {}): Plan =>
    read(question, { previous: { question: 'x', reading: plain }, ...change })
  expect(questionsOf(asked('and by fiscal quarter?'))).toMatchObject([{ label: 'Fiscal year start' }])
  expect(questionsOf(asked('only last fiscal quarter'))).toMatchObject([{ label: 'Fiscal year start' }])
  expect(splitOf(best(asked('and by fiscal quarter? [Fiscal year start: July]')))).toMatchObject({
    fiscalStart: 7,
  })
  expect(best(asked('only last fiscal quarter [Fiscal year start: May]')).restatement).toContain(
    'from 2026-08-01 to 2026-10-31',
  )
  expect(best(asked('and by fiscal quarter?', { proceed: true })).assumptions).toContainEqual(
    expect.objectContaining({ about: 'fiscal year start', changesNumbers: true }),
  )
})

test('[DR116] a whole question in a conversation stands on its own', () => {
  const first = best(read('total net amount per status in 2026'))
  for (const question of [
    'How many patrons are there?',
    'Which shops are in Lindau?',
    'number of orders per city in 2025',
    'What is the average net amount?',
  ]) {
    const alone = read(question)
    expect(read(question, { previous: { question: 'x', reading: first } })).toEqual(alone)
  }
})

test('[DT33] a phrase that is only partly understood is not a follow-up', () => {
  const first = best(read('total net amount per status in 2026'))
  const plan = read('only for Atlantis', { previous: { question: 'x', reading: first } })
  expect(
    plan.status === 'readings' ? plan.readings[0].assumptions.map(({ about }) => about) : [],
  ).not.toContain('follow-up')
})

test('[DR118] verified questions come first, however they are opened and written', () => {
  const verified = {
    ...ontology,
    verified: [{ question: 'What is the revenue of the shops in Lindau?', sql: 'select 1' }],
  }
  const ask = (question: string): Plan => readQuestion(question, verified, plainContext)
  expect(ask('what is the revenue of the shops in Lindau')).toMatchObject({
    status: 'verified',
    sql: 'select 1',
  })
  expect(ask('Please show me revenue of shops in LINDAU!')).toMatchObject({ status: 'verified' })
  expect(ask('What is the revenue of the shops in Brugg?').status).not.toBe('verified')
})

test('[DR119] words of the glossary name what their entry means', () => {
  const glossary = [
    { term: 'takings', meaning: 'net amount', synonyms: ['kitty'] },
    { term: 'GMV', meaning: 'The gross amount of orders.', synonyms: [] },
  ]
  const known = { ...ontology, glossary }
  const ask = (question: string): string => best(readQuestion(question, known, plainContext)).restatement
  expect(ask('total takings per status')).toMatch(/^total net amount per status/)
  expect(ask('average kitty')).toBe('average net amount')
  expect(ask('total GMV in 2025')).toBe('total gross amount, in 2025')
})

test('[DR122] words that a clarification explains are no reason to refuse, others are', () => {
  expect(questionsOf(read('Show high-value patron trends')).map(({ label }) => label)).toEqual([
    'Time period',
    'High-value threshold',
  ])
  expect(read('Show high-value submarine captains by helicopter').status).toBe('cannot_answer')
})

function read(question: string, change: Partial<ReadingContext> = {}): Plan {
  return readQuestion(question, ontology, { ...plainContext, ...change })
}

function questionsOf(plan: Plan): readonly ClarificationQuestion[] {
  return plan.status === 'clarification' ? plan.questions : []
}

function best(plan: Plan): Reading {
  if (plan.status !== 'readings') throw new Error(`Not read: ${JSON.stringify(plan)}`)
  expect(planJoins(plan.readings[0].query, ontology)).not.toHaveProperty('status')
  return plan.readings[0]
}

function follow(previous: Reading, question: string): Reading {
  const reading = best(read(question, { previous: { question: 'x', reading: previous } }))
  expect(reading.assumptions.map(({ about }) => about)).toContain('follow-up')
  return reading
}

function startingWith(words: string): RegExp {
  return new RegExp(`^${words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}`)
}
