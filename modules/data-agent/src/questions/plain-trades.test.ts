import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildSql, planJoins } from '@quipu/query'
import { readQuestion, type Plan, type Reading } from '@quipu/reading'
import { dairy, drivingSchool, upholsterer } from './test-plain-trades.ts'
import { plainContext } from './test-shop.ts'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

let cheese: SmallDatabase
let school: SmallDatabase
let workshop: SmallDatabase
beforeAll(async () => {
  cheese = await openSmallDatabase(dairy)
  school = await openSmallDatabase(drivingSchool)
  workshop = await openSmallDatabase(upholsterer)
})
afterAll(() => {
  for (const one of [cheese, school, workshop]) one[Symbol.dispose]()
})

/** The plan of the last of several questions, each of which goes on from the one before if that was answered. */
function planAfter({ ontology }: SmallDatabase, ...questions: readonly string[]): Plan {
  let previous: { question: string; reading: Reading } | null = null
  let plan: Plan | null = null
  for (const question of questions) {
    plan = readQuestion(question, ontology, { ...plainContext, previous })
    previous = plan.status === 'readings' ? { question, reading: plan.readings[0] } : null
  }
  if (plan === null) throw new Error('No question.')
  return plan
}

function rowsAfter(base: SmallDatabase, ...questions: readonly string[]): readonly string[] {
  const plan = planAfter(base, ...questions)
  if (plan.status !== 'readings') throw new Error(JSON.stringify(plan))
  const { query } = plan.readings[0]
  const joins = planJoins(query, base.ontology)
  if ('status' in joins) throw new Error(joins.reason)
  return sorted(
    base.run(buildSql(query, joins, base.ontology, { now: plainContext.now, timeZone: 'UTC' }).inlined),
  )
}

/** The way in which a question was read. */
function said(base: SmallDatabase, question: string): string {
  const plan = readQuestion(question, base.ontology, plainContext)
  return plan.status === 'readings' ? plan.readings[0].restatement : `${plan.status} ${JSON.stringify(plan)}`
}

describe('[DR2200] what leads to a question says nothing', () => {
  const questions = ['how many bills are unpaid', 'which bills are overdue', 'who owes us the most']
  const leads =
    "ok, |so |sorry, |quick question: |hi, |do you know |i'd like to know |could you tell me |can you find out |remind me |my question is |just wondering, |so can you check |do we have any idea "
  test.each(leads.split('|'))('%s', (lead) => {
    for (const question of questions) expect(said(cheese, lead + question)).toBe(said(cheese, question))
  })
})

test.each(
  'can i see |i need |i want to see |could you give me |pull up |let me see |tell me about |an overview of |a list of |please show me |i would like to have '.split(
    '|',
  ),
)('[DR2201] what asks to be shown something shows it: %s', (lead) => {
  expect(said(cheese, `${lead}overdue bills`)).toBe(said(cheese, 'show me overdue bills'))
  expect(said(cheese, `${lead}revenue per buyer this year`)).toBe(said(cheese, 'revenue per buyer this year'))
})

test('[DR2202] what is shown per month or thing is the same as without "show me"', () => {
  expect(said(school, 'show me lessons by lesson type')).toBe(said(school, 'lessons by lesson type'))
  expect(said(school, 'what are the lessons per teacher')).toBe(said(school, 'lessons per teacher'))
  expect(said(school, 'show me lessons per month')).toBe(said(school, 'lessons per month'))
  expect(said(school, 'give me lessons per teacher last month')).toBe(
    said(school, 'lessons per teacher last month'),
  )
})

test.each(
  'right now|at the moment|at present|as of today|these days|as things stand|at this point|for the time being|nowadays'.split(
    '|',
  ),
)('[DR2203] words for the present mean the same: %s', (now) => {
  expect(said(cheese, `how many bills are unpaid ${now}`)).toBe(said(cheese, 'how many bills are unpaid'))
  expect(said(school, `how many pupils do we have ${now}`)).toBe(
    said(school, 'how many pupils do we have currently'),
  )
})

test('[DR2203] at this time last year is a period', () => {
  expect(said(cheese, 'revenue at this time last year')).not.toBe(said(cheese, 'revenue'))
})

test('[DR2204] what is so today is so now, not on a date of today', () => {
  expect(said(cheese, 'which bills are overdue today')).toBe(said(cheese, 'which bills are overdue'))
})

test.each('so far|to date|until now|up to now|till today|thus far|since the beginning'.split('|'))(
  '[DR2205] until now is all there is: %s',
  (until) => {
    expect(said(school, `how many lessons did Ines Roth have ${until}`)).toBe(
      said(school, 'how many lessons did Ines Roth have'),
    )
  },
)

test.each('until now|to date|up to today'.split('|'))(
  '[DR2205] beside this year it is the year so far: %s',
  (until) => {
    expect(said(cheese, `revenue this year ${until}`)).toBe(said(cheese, 'revenue this year so far'))
    expect(said(cheese, 'revenue from august until today')).not.toBe(said(cheese, 'revenue from august'))
  },
)

test.each('all told|as a whole|across the board|taken together'.split('|'))(
  '[DR2206] in total: %s',
  (total) => {
    expect(said(cheese, `how many cheeses do we have ${total}`)).toBe(
      said(cheese, 'how many cheeses do we have'),
    )
  },
)

test('[DR2207] "anything" asks what is so, and "anybody" who', () => {
  expect(said(cheese, 'anything overdue?')).toBe(said(cheese, 'what is overdue'))
  expect(said(cheese, 'do we have anything that is overdue')).toBe(said(cheese, 'what is overdue'))
  expect(said(school, 'is there anybody without a lesson this year')).toBe(
    said(school, 'who without a lesson this year'),
  )
  expect(cheese.rows('value of everything that is unpaid')).toEqual([[210]])
})

test('[DR2208] "all" before a thing leaves out nothing', () => {
  expect(said(cheese, 'list all bills that are overdue')).toBe(said(cheese, 'list bills that are overdue'))
})

test('[DR2209] what nobody did to them was not done', () => {
  expect(workshop.rows('how many jobs are finished but nobody picked them up yet')).toEqual([[2]])
})

test('[DR2210] [DR4244] "still" before what there is says no more than the present tense', () => {
  expect(said(workshop, 'which jobs still have no worker')).toBe(said(workshop, 'which jobs have no worker'))
  expect(school.rows('how many lessons are there still to come')).toEqual([[3]])
})

test('[DR2211] values that a figure is split into, or that stand next to each other, have a figure each', () => {
  const goatAndCow = ['["cow",80]', '["goat",120]']
  expect(sorted(cheese.rows('revenue last month split into goat and cow'))).toEqual(goatAndCow)
  expect(sorted(cheese.rows('revenue last month: goat and cow next to each other'))).toEqual(goatAndCow)
  expect(rowsAfter(cheese, 'revenue last month', 'split that into goat and cow')).toEqual(goatAndCow)
})

test('[DR2212] the type of a thing is the type that is named after it', () => {
  expect(said(school, 'revenue last month by type of lesson')).toBe(
    said(school, 'revenue last month by lesson type'),
  )
})

test('[DR2213] a split that only the whole question can hold is read with the question before', () => {
  expect(rowsAfter(cheese, 'how much did we bill last month', 'split that by kind of buyer')).toEqual([
    '["Inn",140]',
    '["Shop",60]',
  ])
  expect(rowsAfter(school, 'how many lessons last month', 'split by type of lesson please')).toEqual([
    '["City",2]',
    '["Motorway",1]',
    '["Night",1]',
  ])
})

test.each([
  'how many of those every 4 weeks?',
  'how many of those are every 4 weeks',
  'just the ones every 4 weeks',
])(
  '[DR2214] a condition that only the whole question can hold is read with the question before: %s',
  (more) => {
    expect(rowsAfter(school, 'how many plans are active', more)).toEqual(['[2]'])
  },
)

test('[DR2214] what the question before asked is never lost', () => {
  expect(planAfter(school, 'how many plans are active', 'how many of those every 9 moons').status).not.toBe(
    'readings',
  )
})

test('[DR2215] those without a thing are narrowed to', () => {
  expect(
    rowsAfter(school, 'how many lessons are booked for next week', 'which of those have no teacher yet'),
  ).toHaveLength(2)
})

test('[DR2216] "how many of those" after a list or a sum counts, "which of those" lists', () => {
  expect(rowsAfter(workshop, 'which jobs are waiting', 'how many of those are sofas')).toEqual(['[1]'])
  const unpaid = ['how many bills are unpaid', "what's the total for those"]
  expect(rowsAfter(cheese, ...unpaid)).toEqual(['[210]'])
  expect(rowsAfter(cheese, ...unpaid, 'which of those are overdue')).toHaveLength(2)
  expect(rowsAfter(cheese, ...unpaid, 'how many of those are overdue')).toEqual(['[2]'])
})

test('[DR2217] the total of what was counted is its amount', () => {
  expect(
    rowsAfter(workshop, 'how many jobs are finished but not picked up', "what's the total bill for those"),
  ).toEqual(['[790]'])
  expect(planAfter(workshop, "what's the total bill for those").status).toBe('cannot_answer')
})

test('[DR2218] the top of what was ranked is shown with its figures', () => {
  expect(rowsAfter(cheese, 'revenue per buyer this year', 'give me the top 2')).toEqual([
    '["Abel Inn",130]',
    '["Dene Deli",80]',
  ])
  expect(rowsAfter(school, 'which pupil has the most credits', 'give me the top 2')).toEqual([
    '["Bo","Finch",30]',
    '["Dora","Reed",21]',
  ])
})

test('[DR2219] who is ahead has the most', () => {
  expect(rowsAfter(cheese, 'which buyer bought the most this year', 'who was ahead last year?')).toEqual([
    '["Cove Hotel"]',
  ])
})

test('[DR2220] how it was paid splits by the means of payment', () => {
  expect(rowsAfter(cheese, 'how much money came in this month', 'how was it paid')).toEqual([
    '["card",60]',
    '["transfer",40]',
  ])
})

test('[DR2221] "and who was it for" asks beside the thing that the question names', () => {
  expect(cheese.rows('biggest bill this year and who was it for')).toEqual([[1, 'Abel Inn']])
})

test('[DR2222] what a person has spent is how much', () => {
  expect(said(cheese, 'what has Cove Hotel spent with us')).toBe(
    said(cheese, 'how much did Cove Hotel spend'),
  )
  expect(said(cheese, 'how much money is still out there')).toBe(said(cheese, 'how much is outstanding'))
})

test('[DR2223] a follow-up is read as one question with one that was not answered, and says so', () => {
  const read = (question: string, unanswered: string): Plan =>
    readQuestion(question, school.ontology, { ...plainContext, unanswered })
  const plan = read('split that by type of lesson', 'how many lessons last month')
  if (plan.status !== 'readings') throw new Error(plan.status)
  expect(plan.readings[0].restatement).toBe(said(school, 'how many lessons last month by lesson type'))
  expect(
    plan.readings[0].assumptions.some((one) => one.changesNumbers && one.says.includes('not answered')),
  ).toBe(true)
  expect(read('split that by type of lesson', 'how many unicorns last month').status).toBe('cannot_answer')
})

test('[DR2224] who still has something is not asked as who has it', () => {
  expect(said(school, 'which pupils still have credits')).toMatch(/^(?:cannot_answer|clarification)/)
})

test.each(['on file', 'in the system', 'on record', 'in existence'])(
  '[DR2225] that rows are there adds no condition: %s',
  (there) => {
    expect(said(school, `how many pupils are ${there}`)).toBe(said(school, 'how many pupils'))
  },
)
