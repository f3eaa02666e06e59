import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { failure, openBridge } from './open-bridge.ts'

test('[VK340] [H401] a change whose answer is lost is not made twice with the same idempotency key', async () => {
  await using bridge = await openBridge()
  const { fake } = bridge
  const ana = bridge.guest()
  const input = { project: 'Home', tasks: [{ title: 'Once' }], idempotency_key: 'once' }
  const made = () => [...fake.world.tasks.values()].filter(({ title }) => title === 'Once').length
  fake.intercept = ({ method }, response) => {
    if (method !== 'GET') loseAnswer(response)
    return false
  }

  const first = await failure(ana, 'create_tasks', input)
  expect(first).toMatchObject({ code: 'UNAVAILABLE' })
  expect(first.message).toContain('look before you try again')
  fake.intercept = () => false
  expect(await failure(ana, 'create_tasks', input)).toMatchObject({ code: 'CONFLICT' })
  expect(made()).toBe(1)
})

test('[VK340] [H401] a change that the server refused can be made with the same key', async () => {
  await using bridge = await openBridge()
  const { fake } = bridge
  const ana = bridge.guest()
  const input = { project: 'Home', tasks: [{ title: 'Once' }], idempotency_key: 'once' }
  fake.intercept = ({ method }, response) => {
    if (method === 'GET') return false
    response.writeHead(403, { 'content-type': 'application/json' }).end('{"message":"no"}')
    return true
  }
  expect(await failure(ana, 'create_tasks', input)).toMatchObject({ code: 'FORBIDDEN' })
  fake.intercept = () => false

  expect(await ana.call('create_tasks', input)).toMatchObject({ isError: false })
})

/** The request is worked on, and its connection breaks before anything is said. */
function loseAnswer(response: ServerResponse): void {
  response.writeHead = () => response
  response.end = () => {
    response.destroy()
    return response
  }
}
