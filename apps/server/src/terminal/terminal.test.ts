import { expect, test } from 'vitest'
import { AskAnswer, drawAnswer } from './draw-answer.ts'
import { drawBars } from './draw-bars.ts'
import { drawTable } from './draw-table.ts'
import { fitted, plainLine, widthOf } from './text-width.ts'

const columns = [
  { label: 'region', type: 'text' },
  { label: 'total sales', type: 'number' },
]

test('[C54] a table is as wide as the terminal at most, numbers to the right', () => {
  const rows = [
    ['North', 1234.5],
    ['A region with a name that goes on and on and on', 7],
    [null, null],
  ] as const

  const lines = drawTable(columns, rows, 40).split('\n')

  expect(lines.every((line) => widthOf(line) <= 40)).toBe(true)
  expect(lines[0]).toMatch(/^region +total sales$/)
  expect(lines[2]).toMatch(/^North +1,234\.50$/)
  expect(lines[3]).toContain('…')
  expect(lines[4]).toMatch(/^– +–$/)
})

test('[C54] a year, a quarter and a month are called by their names', () => {
  const shown = (period: string) =>
    drawTable([{ label: 'when', type: 'date', period }], [['2026-07-01']], 40).split('\n')[2]
  expect(['year', 'quarter', 'month', 'day'].map(shown)).toEqual(['2026', 'Q3 2026', '2026-07', '2026-07-01'])
})

test('[C54] wide characters take two columns, and none does anything to the terminal', () => {
  expect([widthOf('数据'), widthOf('🧾x'), widthOf('é')]).toEqual([4, 3, 1])
  expect(widthOf(fitted('数据数据数据', 7))).toBe(7)
  expect(plainLine('a\u001b[31mb\u202Ec\nd')).toBe('a [31mb c d')
})

test('[C54] bars are as long as their values, a pie is drawn as bars, points are not', () => {
  const bars = drawBars(
    { type: 'bar', title: 'Sales', categories: ['West', 'East'], series: [{ label: 's', data: [100, 25] }] },
    60,
  )
  const lengths = (bars ?? '')
    .split('\n')
    .slice(1)
    .map((line) => line.split('█').length - 1)

  expect(lengths[0]).toBeGreaterThan(30)
  expect(lengths[1]).toBe(Math.floor((lengths[0] ?? 0) / 4))
  expect((bars ?? '').split('\n').every((line) => widthOf(line) <= 60)).toBe(true)
  expect(drawBars({ type: 'pie', title: 'Share', slices: [{ label: 'A', value: 1 }] }, 60)).toContain(
    'A  1  █',
  )
  expect(drawBars({ type: 'scatter', title: 'Points' }, 60)).toBeUndefined()
})

test('[C54] an answer has its reading, rows, narrative, chart, caveats and, if it was asked for, SQL', () => {
  const answer: AskAnswer = {
    content: [
      {
        text: '## Sales\n\n| a | b |\n|---|---|\n\nThe **West** leads with 5 \\* 2.\n\n**Assumed:**\n- All of the data is used.\n\n**Understood:**\n- “lands” is taken to mean regions.',
      },
    ],
    answer: {
      status: 'answered',
      restatement: 'total sales per region',
      sql: 'select 1',
      columns,
      rows: [['West', 10]],
      charts: [],
      caveats: ['Some rows were left out.'],
      assumptions: [
        { says: 'All of the data is used.', changes_numbers: true },
        { says: '“lands” is taken to mean regions.', changes_numbers: false },
        { says: 'Continued from before.', changes_numbers: false },
      ],
      questions: [],
      conversation_id: 'c',
    },
  }

  const text = drawAnswer(answer, { width: 80, sql: false })

  expect(text).toContain('Understood as: total sales per region')
  expect(text).toContain('Sales\n\nThe West leads with 5 * 2.\n\nAssumed:\n- All of the data is used.')
  expect(text).toContain('⚠ Some rows were left out.\n· Continued from before.')
  expect(text).not.toContain('select 1')
  expect(drawAnswer(answer, { width: 80, sql: true })).toContain('select 1')
})

test('[C691] an assumption does not repeat how the question was understood', () => {
  const answer = AskAnswer.parse({
    content: [
      {
        text: 'Ten.\n\n**Assumed:**\n- Read as: number of sales. It goes through shops, which the question does not name.',
      },
    ],
    answer: { status: 'answered', restatement: 'number of sales', conversation_id: 'c' },
  })
  const text = drawAnswer(answer, { width: 80, sql: false })
  expect(text).toContain('Understood as: number of sales')
  expect(text).toContain('- It goes through shops, which the question does not name.')
})

test('[C690] [C935] the rows behind an answer are shown with their ids, and no more is promised than JSON has', () => {
  const answer = AskAnswer.parse({
    content: [
      {
        text: 'Total amount: 20.\n\n**Made from 2 rows of invoices:**\n\n| id |\n| --- |\n| ent_1 |\n… and 1 more.',
      },
    ],
    answer: {
      status: 'answered',
      columns: [{ label: 'day', type: 'text' }],
      rows: Array.from({ length: 100 }, (_, day) => [`day ${day}`]),
      row_count: 356,
      made_from: { dataset: 'invoices', columns: ['id', 'place'], rows: [['ent_1', 'line 3']], row_count: 2 },
      conversation_id: 'c',
    },
  })

  const text = drawAnswer(answer, { width: 80, sql: false })

  expect(text).toMatch(/^Made from 2 rows of invoices:\n\nid +place\n─+ +─+\nent_1 +line 3\n… and 1 more$/m)
  expect(text.match(/Made from/g)).toHaveLength(1)
  expect(text).toContain('day 49\n… and 306 more; --json has the first 100')
  expect(drawAnswer(answer, { width: 80, sql: false, rows: 100 })).toContain('day 99\n… and 256 more\n')
})

test('[C54] questions to be answered first are shown with how to answer them', () => {
  const text = drawAnswer(
    {
      content: [{ text: '{}' }],
      answer: {
        status: 'clarification',
        columns: [],
        rows: [],
        charts: [],
        caveats: [],
        assumptions: [],
        questions: [
          {
            label: 'Time period',
            question: 'What time period should I analyze?',
            suggestions: ['Last 30 days'],
          },
          { label: 'Our shop', question: 'Which shop is yours?', suggestions: ['Harbour'] },
        ],
        conversation_id: 'c',
      },
    },
    { width: 80, sql: false },
  )

  expect(text).toMatch(/What time period should I analyze\?\n {2}- Last 30 days\n/)
  expect(text).toContain('such as [Time period: Last 30 days] [Our shop: Harbour], or')
})
