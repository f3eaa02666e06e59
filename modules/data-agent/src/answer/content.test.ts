import { expect, test } from 'vitest'
import type { Answered } from './answer.ts'
import { contentOf, StructuredAnswer, structuredContentOf } from './content.ts'

const trail = {
  artifacts: {
    plan: { status: 'cannot_answer', reason: '', missing: [], available: [] },
    joins: null,
    sql: null,
    execution: null,
    verification: null,
  },
  milliseconds: {},
} as const

const answered: Answered = {
  ...trail,
  status: 'answered',
  restatement: 'sales by city',
  sql: 'SELECT 1',
  columns: [{ name: 'city', label: 'city', type: 'text' }],
  rows: [['Ulm\u202e']],
  rowCount: 1,
  isTruncated: false,
  narrative: '## Sales',
  charts: [
    {
      type: 'bar',
      title: 'Sales',
      categories: ['Ulm'],
      series: [{ label: 'x', data: [1] }],
      layout: 'vertical',
    },
  ],
  lineage: {
    datasets: [{ name: 'sales', source: 'main.sales' }],
    joins: [],
    filters: [{ field: 'city', operator: '=', value: 'Ulm' }],
    grain: 'city',
  },
  checks: [{ name: 'empty', status: 'passed', says: 'There are rows.' }],
  caveats: ['One is missing.', 'Another too.'],
  assumptions: [{ about: 'time', says: 'All of it.', changesNumbers: true }],
  confidence: 0.9,
  reading: null,
  madeFrom: null,
  query: null,
  verified: null,
}

test('[DV40] blocks are in order: narrative, charts, lineage, caveats', () => {
  const blocks = contentOf(answered, 'c').map(({ text }) => text)

  expect(blocks[0]).toBe('## Sales\n\n**Assumed:**\n- All of it.')
  expect(JSON.parse(blocks[1] ?? '')).toEqual({ _type: 'chart_specs', charts: answered.charts })
  expect(JSON.parse(blocks[2] ?? '')).toEqual({
    _type: 'data_lineage',
    ...answered.lineage,
    conversation_id: 'c',
  })
  expect(blocks.slice(3)).toEqual(['⚠️ One is missing.\n⚠️ Another too.'])
})

test('[DA600] on request the SQL is in the text, after the narrative', () => {
  const [narrative, sql] = contentOf(answered, 'c', { showSql: true }).map(({ text }) => text)

  expect(narrative).toContain('## Sales')
  expect(sql).toBe('SQL:\n\nSELECT 1')
})

test('[DV140] an answer by a verified question says who verified it and when, as text and for programs', () => {
  const verified = { question: 'Sales?', by: 'Ada *L*\u202e', at: '2026-11-16T08:00:00.000Z' }
  const verifiedAnswer = (more: Partial<typeof answered.verified>) => ({
    ...answered,
    assumptions: [],
    verified: { ...verified, ...more },
  })

  expect(contentOf(verifiedAnswer({}), 'c')[0]?.text).toBe(
    '## Sales\n\nAnswered by a question that Ada \\*L\\* verified on 2026-11-16.',
  )
  expect(contentOf(verifiedAnswer({ by: null, at: null }), 'c')[0]?.text).toContain('that a person verified.')
  expect(structuredContentOf(verifiedAnswer({}), 'c').verified).toEqual({ ...verified, by: 'Ada *L*' })
  expect(structuredContentOf(answered, 'c').verified).toBeUndefined()
})

test('[DV40] charts and caveats are left out when there are none', () => {
  const blocks = contentOf(
    {
      ...answered,
      charts: [],
      caveats: [],
      assumptions: [{ about: 'follow-up', says: 'Continued.', changesNumbers: false }],
    },
    'c',
  )
  expect(blocks).toHaveLength(2)
  expect(blocks[1]?.text).toContain('"_type":"data_lineage"')
})

test('[DV41] a clarification is one block with up to three questions', () => {
  const question = {
    label: 'Time period',
    why: 'time',
    question: 'What time period?',
    suggestions: ['Last 30 days'],
    choices: [],
  } as const
  const [block, ...others] = contentOf(
    { ...trail, status: 'clarification', questions: [question, question, question, question] },
    'c',
  )

  expect(others).toEqual([])
  expect(JSON.parse(block?.text ?? '')).toEqual({
    _type: 'clarification_request',
    questions: Array.from({ length: 3 }, () => ({
      question: 'What time period?',
      suggestions: ['Last 30 days'],
      label: 'Time period',
    })),
    conversation_id: 'c',
  })
})

test('[DA380] a refusal lists questions that can be answered, in words and as queries', () => {
  const nearest = [{ answer: 'number of boats', query: { from: 'boats' } }]
  const answer = {
    ...trail,
    status: 'cannot_answer' as const,
    nearest,
    reason: 'This data says nothing about: sails.',
    missing: ['sails'],
    available: ['boats'],
  }
  expect(contentOf(answer, 'c')[0]?.text).toContain('**What can be answered instead:**\n- number of boats\n')
  expect(structuredContentOf(answer, 'c')).toMatchObject({ nearest })
})

test('[DV42] a refusal names what is missing and what is available', () => {
  const [block] = contentOf(
    {
      ...trail,
      status: 'cannot_answer',
      nearest: [],
      reason: 'No.',
      missing: ['a', 'b'],
      available: ['c'],
    },
    'c',
  )
  expect(block?.text).toBe(
    'I cannot answer this question because the required data is not available in the ontology.\n\n' +
      '**Missing datasets:**\n- a\n- b\n\n**Available datasets:**\n- c',
  )
  const [nameless] = contentOf(
    {
      ...trail,
      status: 'cannot_answer',
      nearest: [],
      reason: 'A forecast is not in the data.',
      missing: [],
      available: ['c'],
    },
    'c',
  )
  expect(nameless?.text).toBe(
    'I cannot answer this question because the required data is not available in the ontology.\n\n' +
      'A forecast is not in the data.\n\n**Available datasets:**\n- c',
  )
})

test('[DV43] [DV318] structured content has its schema for every outcome, and cells without invisible characters', () => {
  const content = structuredContentOf(answered, 'conversation')
  expect(StructuredAnswer.parse(content)).toEqual(content)
  expect(content).toMatchObject({
    status: 'answered',
    rows: [['Ulm']],
    conversation_id: 'conversation',
    confidence: 0.9,
  })

  const question = {
    label: 'Time period',
    why: 'time',
    question: 'When?',
    suggestions: ['Today'],
    choices: [{ answer: 'Today', query: { from: 'sales' } }],
  } as const
  const open = structuredContentOf({ ...trail, status: 'clarification', questions: [question] }, 'c')
  expect(StructuredAnswer.parse(open)).toEqual({
    status: 'clarification',
    questions: [
      {
        label: 'Time period',
        question: 'When?',
        suggestions: ['Today'],
        choices: [{ answer: 'Today', query: { from: 'sales' } }],
      },
    ],
    conversation_id: 'c',
  })

  const none = structuredContentOf(
    { ...trail, status: 'cannot_answer', reason: 'No.', missing: ['a'], available: [], nearest: [] },
    'c',
  )
  expect(StructuredAnswer.parse(none)).toEqual({
    status: 'cannot_answer',
    reason: 'No.',
    missing: ['a'],
    available: [],
    conversation_id: 'c',
  })
})
