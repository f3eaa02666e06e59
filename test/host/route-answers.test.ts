import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestHost, quickEngine, type TestHost } from '../environment/test-host.ts'
import { bellTower } from './bells.ts'

const { module } = bellTower()

let at: TestHost
beforeAll(async () => {
  at = await openTestHost(quickEngine(), [module])
})
afterAll(() => at?.[Symbol.asyncDispose]())

const someone = () => at.user({ path: '' })

test('[H50] a route without a body answers 204, also to a repetition under its key', async () => {
  const user = await someone()
  for (const _ of [1, 2]) {
    const answer = await user.api('POST', '/bells/north/ring', { times: 1 }, { 'idempotency-key': 'once' })
    expect([answer.status, await answer.text(), answer.headers.get('content-type')]).toEqual([204, '', null])
  }
})

test('[H932] UNPROCESSABLE is 422 with its reason, and isError over MCP', async () => {
  const user = await someone()
  const answer = await user.api('POST', '/bells/north/ring', { times: 13 })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toEqual({
    error: 'unprocessable',
    message: 'The bell is frozen',
    reason: 'frozen',
    path: 'body.times',
    trace_id: expect.any(String),
  })
  const { isError, body, meta } = await user.call('ring_frozen_bell')
  expect(isError).toBe(true)
  expect(body).toMatchObject({ error: { code: 'UNPROCESSABLE', reason: 'frozen', path: 'body.times' } })
  expect(meta['error_code']).toBe('UNPROCESSABLE')
})

test('[H50] a route may take longer or shorter bodies than the others', async () => {
  const user = await someone()
  const fits = await user.api('PUT', '/bells/tune', { tune: 'x'.repeat(19_000) })
  expect(await fits.json()).toEqual({ notes: 19_000 })
  const refused = await user.api('PUT', '/bells/tune', { tune: 'x'.repeat(20_000) })
  expect(refused.status).toBe(413)
  expect(await refused.json()).toMatchObject({
    error: 'too_large',
    message: expect.stringContaining('20000'),
  })
})
