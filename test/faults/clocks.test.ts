import { tasks } from '@quipu/tasks'
import { truth } from '@quipu/truth'
import { universe } from '@quipu/universe'
import { expect, test } from 'vitest'
import { servers } from '../environment/index.ts'
import { engines } from '../environment/test-host.ts'
import { answerOf, openInstances, star } from './instances.ts'

const hourMs = 3_600_000
const available = engines.filter((engine) => engine === 'pglite' || servers().databaseUrl !== null)

test.each(available)(
  '[X346] clocks of instances that jump by an hour cause no lost, repeated or reordered writes on %s',
  async (engine) => {
    const skews: [number, number] = [0, 0]
    const clocks = [0, 1].map((at) => () => new Date(Date.now() + skews[at]!))
    await using instances = await openInstances(engine, [tasks, truth, universe], clocks)
    const { ways } = instances
    const ask = <Body>(n: number, tool: string, input: object) =>
      answerOf<Body>(ways[n % ways.length]!, tool, input)
    const { id: universeId } = await ask<{ id: string }>(0, 'create_universe', { name: 'Clocks' })
    const entities = [{ entity_type: 'company', name: 'Firm', city: 'Lima' }]
    const { receipt } = await ask<{ receipt: { created: string[] } }>(0, 'ingest', { entities })
    const entity_id = receipt.created[0]!
    const made: number[] = []
    for (let n = 0; n < 12; n += 1) {
      const jump = jumps[n % jumps.length]! * hourMs
      const task = { title: `Task ${n}`, idempotency_key: `task ${n}` }
      skews[n % 2] = jump
      const { id } = (await ask<{ data: { id: number } }>(n, 'add_task', task)).data
      skews[(n + 1) % 2] = -jump
      expect((await ask<{ data: { id: number } }>(n + 1, 'add_task', task)).data.id).toBe(id)
      made.push(id)

      const value = `City ${n}`
      await ask(n, 'correct', { entity_id, entity_type: 'company', field: 'city', value })
      const known = await ask<{ snapshot: { city: string } }>(n + 1, 'get_entity_snapshot', { entity_id })
      expect(known.snapshot.city).toBe(value)

      await ask(n, 'send_universe_command', { universeId, command: star(`star-${n}`) })
      const seen = await ask<{ revision: number }>(n + 1, 'get_universe_history', { universeId })
      expect(seen.revision).toBe(n + 1)
    }
    const listed = await ask<{ data: { tasks: { id: number }[] } }>(0, 'list_tasks', { limit: 100 })
    expect(listed.data.tasks.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual(made)
    expect(await instances.first.host.audit.verify()).toMatchObject({ ok: true })
  },
)

const jumps = [1, -1, 0, 1, 1, -1]
