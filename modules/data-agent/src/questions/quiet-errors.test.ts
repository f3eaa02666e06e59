import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyQuery, readQuestion, type Reading } from '@quipu/reading'
import { plainContext } from './test-shop.ts'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'
import { bicycleShop, choir, honeyFarm } from './test-three-trades.ts'

const now = new Date('2026-11-18T12:00:00Z')
let bikes: SmallDatabase
let singers: SmallDatabase
let honey: SmallDatabase
let slips: SmallDatabase
let ended: SmallDatabase
beforeAll(async () => {
  bikes = await openSmallDatabase(bicycleShop(), { now })
  singers = await openSmallDatabase(choir(), { now })
  honey = await openSmallDatabase(honeyFarm('order_no'), { now })
  ended = await openSmallDatabase(choir('ended'), { now })
  slips = await openSmallDatabase(honeyFarm('slip_no'), { now })
})
afterAll(() => [bikes, singers, honey, slips, ended].forEach((one) => one[Symbol.dispose]()))

const warned = ({ assumptions }: Reading): string =>
  assumptions
    .filter(({ changesNumbers }) => changesNumbers)
    .map(({ says }) => says)
    .join(' ')

test('[DR2110] two periods, of which the question names one, are a warning', () => {
  const [singer, visit] = ['singer', 'visit'].map((name) =>
    singers.ontology.datasets.find((one) => one.name === name),
  )
  if (singer === undefined || visit === undefined) throw new Error('No dataset.')
  const during = (dataset: string, field: string, start: string, end: string) =>
    ({ kind: 'during', of: { kind: 'field', dataset, field }, start, end }) as const
  const came = { ...emptyQuery(visit), where: during('visit', 'arrived_at', '2026-10-01', '2026-11-01') }
  const counted = {
    kind: 'aggregate',
    function: 'count',
    of: { kind: 'rows', dataset: 'singer' },
    distinct: false,
  } as const
  const query = {
    ...emptyQuery(singer),
    outputs: [{ expression: counted, label: 'number' }],
    where: {
      kind: 'and',
      of: [
        { kind: 'related', of: 'singer', query: came },
        during('singer', 'joined_on', '2025-01-01', '2026-01-01'),
      ],
    } as const,
  }
  const first = singers.reading('how many singers came last month')
  const { frame: _, ...plain } = first
  const previous = { question: 'singers', reading: { ...plain, query } }
  const plan = readQuestion('by town', singers.ontology, { ...plainContext, now, previous })
  expect(plan.status === 'readings' && warned(plan.readings[0])).toMatch(/Two different periods/)
  expect(warned(singers.reading('how many singers came last month'))).not.toMatch(/Two different/)
})

describe('[DR2111] an order by number is not one by money', () => {
  test.each([
    'top 5 products by number sold this year',
    'top 5 products by quantity sold this year',
    'best products by number of pieces sold',
    'which product do we sell the most by number',
  ])('%s', (question) => expect(bikes.reading(question).restatement).toMatch(/by units sold$/))
  test('[DR4154] where the data does not know pieces, the person is asked', () => {
    expect(honey.plan('top 5 clients by number sold').status).toBe('clarification')
  })
})

describe('[DR2112] rows that share the number of one order', () => {
  test.each(['how many deliveries last year', 'how many deliveries got cancelled last year'])(
    '%s',
    (question) => {
      const reading = slips.reading(question)
      expect(/different slip/.test(reading.restatement) ? 'same slip number' : warned(reading)).toMatch(
        /same slip number/,
      )
    },
  )
  test('a number of orders counts each once, without a warning', () => {
    const reading = honey.reading('how many orders last year')
    expect(reading.restatement).toMatch(/different order number/)
    expect(warned(reading)).not.toMatch(/same order/)
  })
})

describe('[DR2113] [DR4242] a percentage of a state is of the rows of the same kind', () => {
  test.each([
    'cancelled online sales this year in percent',
    'what percentage of online sales were cancelled this year',
  ])('%s', (question) => {
    const { restatement } = bikes.reading(question)
    expect(restatement).toMatch(
      /only where status is cancelled\)\) divided by number of sale, where kind is online/,
    )
  })
  test('the answer says so', () => {
    expect(warned(bikes.reading('share of cancelled card sales last year'))).toMatch(
      /The whole is all sale with card/,
    )
  })
})

describe('[DR2116] the date on which rows came into a state', () => {
  test.each(['how many memberships ended this year', 'memberships that ended this year'])('%s', (question) =>
    expect(ended.reading(question).restatement).toMatch(/end date is in 2026/),
  )
  test('[DR4158] another date has a warning', () => {
    const reading = ended.reading('how many ended memberships do we have from 2026')
    expect(/start date/.test(reading.restatement) ? warned(reading) : 'also have end date').toMatch(
      /also have end date/,
    )
  })
})

describe('[DR2114] a question back that leaves out what is asked for is refused', () => {
  test.each([
    'how many people walked into the shops last saturday',
    'are we cheaper than the big online shops on helmets',
  ])('%s', (question) => expect(bikes.plan(question).status).toBe('cannot_answer'))
  test.each(['how warm was the hall last week', 'how many people walked past the hall yesterday'])(
    '%s',
    (question) => {
      const plan = singers.plan(question)
      expect(plan.status === 'cannot_answer' && plan.missing.length).toBe(1)
      expect(plan.status === 'cannot_answer' && plan.nearest?.length).toBeGreaterThan(0)
    },
  )
})

describe('[DR2115] words that judge a thing are asked about, with what it can be measured by', () => {
  const offers = (database: SmallDatabase, question: string): string => {
    const plan = database.plan(question)
    return plan.status === 'clarification'
      ? plan.questions.flatMap((one) => one.suggestions).join(' | ')
      : plan.status
  }
  test.each([
    ['who are our big spenders', /^revenue per customer.* \| number of sale per customer/],
    ['which customers matter most to us', /^revenue per customer.* \| number of sale per customer/],
    ['our most loyal customers', /^number of sale per customer.*earliest since.*revenue/],
    ['which shops are not doing well', /^revenue per shop name.*bottom 10.*number of sale/],
    ['which products are weak this year', /^revenue per product name.*2026, bottom 10.*units sold/],
    ['how many regulars do we have', /^number of customer, where .*at least 2 .*at least 5/],
  ])('%s', (question, wanted) => expect(offers(bikes, question)).toMatch(wanted))
  test.each([
    ['our most loyal singers', /^number of visit per.*earliest joined on/],
    ['which rooms are not doing well', /^number of rehearsal per room name, bottom 10/],
    ['who are our most important singers', /^number of visit per/],
  ])('%s', (question, wanted) => expect(offers(singers, question)).toMatch(wanted))
  test.each([
    ['which clients matter most to us', /^revenue per name/],
    ['which regions are weak', /^revenue per region.*bottom 10/],
    ['how many regulars do we have this year', /2026 and number of different order number is at least 2/],
  ])('%s', (question, wanted) => expect(offers(honey, question)).toMatch(wanted))
  test('the choice is answered', () => {
    const question = 'which customers matter most to us'
    const [, second = ''] = offers(bikes, question).split(' | ')
    const plan = readQuestion(question, bikes.ontology, {
      ...plainContext,
      now,
      answers: { reading: second },
    })
    expect(plan.status === 'readings' && plan.readings[0].restatement).toBe(second)
  })
  test('what says more than a thing is not left out', () => {
    expect(offers(bikes, 'which customers from Ulm with a bike matter most to us')).not.toMatch(
      /^revenue per customer/,
    )
  })
})
