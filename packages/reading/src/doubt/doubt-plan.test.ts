import { expect, test } from 'vitest'
import { hasTrade } from '../business/business.ts'
import type { Plan } from '../plan/plan.ts'
import { readQuestion } from '../read-question.ts'
import { firstQuestion } from '../test-context.ts'
import { greenhouse } from '../test-greenhouse.ts'
import { doubtPlan } from './doubt-plan.ts'

const context = firstQuestion

/** A plan whose words hardly fit, for a question that denies something which the query does not. */
function unsurePlan(words: string): Extract<Plan, { status: 'readings' }> {
  const plan = readQuestion(words, greenhouse, context)
  if (plan.status !== 'readings') throw new Error(plan.status)
  const [reading] = plan.readings
  return { status: 'readings', readings: [{ ...reading, confidence: 0.02 }] }
}

const question = 'what share of those is not there and how much is it'
const given = { question, isFollowUp: false, ontology: greenhouse }

test('[DR1162] a reading that is seldom right is asked about, with the readings of both readers as choices', () => {
  const [own, other] = [unsurePlan('number of plants'), unsurePlan('name of plants')]
  const plan = doubtPlan(own, { ...given, other, context })
  expect(plan.status).toBe('clarification')
  expect(plan.status === 'clarification' && plan.questions[0]?.suggestions).toEqual([
    own.readings[0].restatement,
    other.readings[0].restatement,
  ])
})

test('[DR1162] [DR4099] with proceed it is answered with a warning', () => {
  const plan = doubtPlan(unsurePlan('number of plants'), {
    ...given,
    other: null,
    context: { ...context, proceed: true },
  })
  expect(plan.status === 'readings' && plan.readings[0].assumptions).toContainEqual(
    expect.objectContaining({ about: 'meaning of the question', changesNumbers: true }),
  )
})

test('[DR1163] further readings keep their distance to the first one', () => {
  const { readings } = unsurePlan('number of plants')
  const [first] = readings
  const own: Plan = {
    status: 'readings',
    readings: [
      { ...first, confidence: 0.8 },
      { ...first, confidence: 0.4 },
    ],
  }
  const plan = doubtPlan(own, { ...given, question: 'number of plants', other: null, context })
  if (plan.status !== 'readings') throw new Error(plan.status)
  const [one, two] = plan.readings
  expect(two?.confidence).toBeCloseTo(one.confidence / 2)
})

test('[DR3141] where nothing is sold, a reading by the grammar is less sure where it joins, compares or denies', () => {
  const { frame: _, ...reading } = unsurePlan('number of plants').readings[0]
  const confidenceWith = (signals: Readonly<Record<string, number>>): number => {
    const own: Plan = { status: 'readings', readings: [{ ...reading, confidence: 0.9, signals }] }
    const plan = doubtPlan(own, { ...given, question: 'number of plants', other: null, context })
    return plan.status === 'readings' ? plan.readings[0].confidence : 0
  }
  expect(hasTrade(greenhouse)).toBe(false)
  expect(confidenceWith({ joined: 1 })).toBeLessThan(confidenceWith({}))
  expect(confidenceWith({ negation: 1, conditions: 2 })).toBeLessThan(confidenceWith({}))
})

test('[DR4097] where nothing is sold, an answer has a warning below 0.75 only', () => {
  const [{ frame: _, ...reading }] = unsurePlan('number of plants').readings
  const unlike: readonly Readonly<Record<string, number>>[] = [
    {},
    { joined: 1 },
    { negation: 1, conditions: 2 },
  ]
  const found = unlike.flatMap((signals) =>
    [0.02, 0.2, 0.4, 0.6, 0.8, 0.9, 0.99].map((confidence) => {
      const own: Plan = { status: 'readings', readings: [{ ...reading, confidence, signals }] }
      const plan = doubtPlan(own, {
        ...given,
        question: 'number of plants',
        other: null,
        context: { ...context, proceed: true },
      })
      if (plan.status !== 'readings') throw new Error(plan.status)
      const [one] = plan.readings
      return [
        one.confidence,
        one.assumptions.some(({ about }) => about === 'meaning of the question'),
      ] as const
    }),
  )
  expect(found.map(([confidence]) => confidence < 0.75)).toEqual(found.map(([, hasWarning]) => hasWarning))
  expect(new Set(found.map(([, hasWarning]) => hasWarning)).size).toBe(2)
})
