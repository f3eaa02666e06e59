import { tasks } from '@quipu/tasks'
import { describe, expect, test } from 'vitest'
import { realModules } from './catalog/real-modules.ts'
import { servers } from './environment/index.ts'
import { engines, openTestHost } from './environment/test-host.ts'
import { Crowd } from './isolation/crowd.ts'
import { Household } from './isolation/household.ts'
import { operationsOf } from './isolation/operations.ts'

const modules = await realModules()
const available = engines.filter((engine) => engine === 'pglite' || servers().databaseUrl !== null)

/**
 * On each engine; more if an operation has not yet succeeded once. `QUIPU_ISOLATION_CALLS=10000 npm test --
 * test/isolation.test` for a long run.
 */
const calls = Number(process.env['QUIPU_ISOLATION_CALLS'] ?? 600)

const questions = ['tool ask_question', 'tool query_data']

/** Operations that make what another one takes. */
const needed: Readonly<Record<string, readonly string[]>> = {
  'tool restore_tasks': ['tool create_tasks', 'tool delete_tasks'],
  'route DELETE /api/data-agent/connections/:connection_id': ['route POST /api/data-agent/connections'],
  ...Object.fromEntries(
    [
      'DELETE :ontology_id',
      'PATCH :ontology_id',
      'POST :ontology_id/refresh',
      'POST :ontology_id/import',
    ].map((each) => [
      `route ${each.replace(':', '/api/data-agent/ontologies/:')}`,
      ['route POST /api/data-agent/ontologies'],
    ]),
  ),
  'tool explain_answer': questions,
  ...Object.fromEntries(
    ['GET :conversation_id', 'GET :conversation_id/models', 'DELETE :conversation_id'].map((each) => [
      `route ${each.replace(':', '/api/data-agent/conversations/:')}`,
      questions,
    ]),
  ),
  'route GET /api/vikunja/tasks/:task/attachments/:attachment': ['tool get_task'],
}

describe.each(available)('on %s', { timeout: 600_000 + calls * 600 }, (engine) => {
  test(`[P10] of ${calls} random calls none shows, counts, changes or mentions what is someone else’s`, async () => {
    await using crowd = await Crowd.gather(engine, modules)

    const names = modules.flatMap((module) => operationsOf(module)).map(({ name }) => name)
    const withoutSuccess = () => names.filter((name) => (crowd.tried.get(name)?.good ?? 0) === 0)
    // Chance may leave one of many operations without a success, or without a try.
    const favoured = () => withoutSuccess().flatMap((name) => [name, ...(needed[name] ?? [])])
    for (let played = 0; played < calls; played += 200) await crowd.play(200, favoured())
    // Then mostly those, and no longer than it takes.
    for (let round = 0; round < 80 && withoutSuccess().length > 0; round++)
      await crowd.play(100, favoured(), 5)

    expect([...crowd.tried.keys()].toSorted()).toEqual(names.toSorted())
    expect(withoutSuccess(), 'operations that were refused each time show nothing').toEqual([])
    expect(crowd.heard.length).toBeGreaterThan(0)
  })

  test('[P10] nor does any route that the server publishes, whatever the door, not even to an admin', async () => {
    await using household = await Household.gather(engine, modules)

    const seenAbove = new Set(modules.flatMap((module) => operationsOf(module)).map(({ name }) => name))
    const neverGood = () => household.neverGood.filter((name) => !seenAbove.has(name))
    await household.play(Math.ceil(calls / 67))
    for (let round = 0; round < 10 && neverGood().length > 0; round++) await household.play(5)

    expect(neverGood(), 'routes that nobody knew how to call; see test/isolation/published.ts').toEqual([])
    expect(household.exports).toBeGreaterThan(0)
  })

  test('[P11] the same idempotency key is another one for another user', async () => {
    await using host = await openTestHost(engine, [tasks])
    const [ada, bob] = [await host.user(), await host.user()]
    const input = { title: 'Water the plants', idempotency_key: 'the same' }

    const answers = await Promise.all([ada.call('add_task', input), bob.call('add_task', input)])
    const other = await bob.call('add_task', { title: 'Something else', idempotency_key: 'the same' })

    expect(answers.map(({ isError }) => isError)).toEqual([false, false])
    expect(new Set(answers.map(({ body }) => (body.data as { id: number }).id)).size).toBe(2)
    expect(other.meta['error_code']).toBe('VALIDATION_ERROR')
    for (const user of [ada, bob]) {
      expect((await user.call('list_tasks')).body).toMatchObject({ data: { total: 1 } })
    }
  })
})
