import { expect, test } from 'vitest'
import { linkOf } from './link-of.ts'
import type { AskReply } from './use-asking.ts'

const query = { from: 'orders', select: [{ count: 'orders' }], group: [{ month: 'orders.day' }] }
// Only the fields that a link uses.
const answer = { restatement: 'number of orders per month', query } as unknown as AskReply['answer']
const link = (request: object) =>
  linkOf({ request: { ontologyId: 'o', question: 'by month', ...request }, answer, narrative: '' })

test('[C521] the link of a follow-up or of a clarified question has its reading, because its words alone mean less', () => {
  const read = { q: 'number of orders per month', query: JSON.stringify(query) }
  expect(link({})).toMatchObject({ q: 'by month', query: undefined })
  expect(link({ conversationId: 'c' })).toMatchObject(read)
  expect(link({ answers: { big: '> 5' } })).toMatchObject(read)
  expect(link({ proceed: true })).toMatchObject(read)
  expect(link({ query: { from: 'shops' } })).toMatchObject({ q: 'by month', query: '{"from":"shops"}' })
})
