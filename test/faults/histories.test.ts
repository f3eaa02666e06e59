import { tasks } from '@quipu/tasks'
import { truth } from '@quipu/truth'
import { universe } from '@quipu/universe'
import { expect, test } from 'vitest'
import { servers } from '../environment/index.ts'
import { engines } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { Dice, seeds } from './dice.ts'
import { answerOf, openInstances, star } from './instances.ts'
import { isLinearizable, type Operation } from './linearizable.ts'

const available = engines.filter((engine) => engine === 'pglite' || servers().databaseUrl !== null)
/** Four times as long in `npm run faults`. */
const operations = Number(process.env['QUIPU_FAULT_ROUNDS'] ?? 5) > 5 ? 40 : 10
const [seed = ''] = seeds(1)
const now = () => new Date()

test.each(available)(
  `[X347] reads and writes of concurrent clients are linearizable on %s, with QUIPU_FAULT_SEED=${seed}`,
  async (engine) => {
    await using instances = await openInstances(engine, [tasks, truth, universe], [now, now, now])
    const { ways } = instances
    const first = ways[0]!
    for (const [name, make] of Object.entries(registers)) {
      const register = await make(first)
      const histories = await Promise.all(
        Array.from({ length: 4 }, (_, client) => history(register, ways, `${name} ${client}`)),
      )
      const all = histories.flat()
      expect(all.filter(({ kind }) => kind === 'read').length).toBeGreaterThan(0)
      expect([name, isLinearizable('initial', all), all]).toEqual([name, true, all])
    }
  },
)

test('[X347] the check itself finds a stale read and a lost update', () => {
  const write = (value: string, begin: number, end: number) => ({ kind: 'write', value, begin, end }) as const
  const read = (value: string, begin: number, end: number) => ({ kind: 'read', value, begin, end }) as const
  expect(isLinearizable('', [write('a', 0, 1), write('b', 2, 3), read('b', 4, 5)])).toBe(true)
  expect(isLinearizable('', [write('a', 0, 1), write('b', 2, 3), read('a', 4, 5)])).toBe(false)
  expect(isLinearizable('', [write('a', 0, 3), write('b', 1, 2), read('a', 4, 5)])).toBe(true)
  expect(isLinearizable('', [write('a', 0, 3), read('a', 1, 2), read('', 2.5, 4)])).toBe(false)
  expect(isLinearizable('', [write('a', 0, Infinity), read('', 1, 2), read('a', 3, 4)])).toBe(true)
  expect(isLinearizable('', [write('a', 0, Infinity), read('', 1, 2)])).toBe(true)
  expect(isLinearizable('', [write('a', 0, Infinity), read('a', 1, 2), read('', 3, 4)])).toBe(false)
})

interface Register {
  write(user: TestUser, value: string): Promise<unknown>
  read(user: TestUser): Promise<string>
}

const registers: Readonly<Record<string, (user: TestUser) => Promise<Register>>> = {
  async task(user) {
    const { data } = await answerOf<{ data: { id: number } }>(user, 'add_task', { title: 'initial' })
    return {
      write: (by, title) => answerOf(by, 'update_task', { task_id: data.id, title }),
      read: async (by) => {
        const answer = await answerOf<{ data: { tasks: { title: string }[] } }>(by, 'list_tasks', {})
        return answer.data.tasks[0]?.title ?? ''
      },
    }
  },
  async correction(user) {
    const entities = [{ entity_type: 'company', name: 'Firm', city: 'initial' }]
    const { receipt } = await answerOf<{ receipt: { created: string[] } }>(user, 'ingest', { entities })
    const entity_id = receipt.created[0]!
    return {
      write: (by, value) =>
        answerOf(by, 'correct', { entity_id, entity_type: 'company', field: 'city', value }),
      read: async (by) => {
        const input = { entity_id }
        return (await answerOf<{ snapshot: { city: string } }>(by, 'get_entity_snapshot', input)).snapshot
          .city
      },
    }
  },
  async star(user) {
    const { id: universeId } = await answerOf<{ id: string }>(user, 'create_universe', { name: 'Register' })
    await answerOf(user, 'send_universe_command', { universeId, command: star('sun', 'initial') })
    return {
      write: (by, name) =>
        answerOf(by, 'send_universe_command', {
          universeId,
          command: { type: 'updateStar', id: 'sun', payload: { name } },
        }),
      read: async (by) => {
        const state = JSON.stringify(await answerOf(by, 'get_universe_state', { universeId, view: 'full' }))
        return /"name":"(initial|star[^"]*)"/.exec(state)?.[1] ?? state
      },
    }
  },
}

/** One client, which uses another instance each time. A temporary failure may have been done or not. */
async function history(register: Register, ways: readonly TestUser[], name: string): Promise<Operation[]> {
  const dice = new Dice(`${seed} ${name}`)
  const seen: Operation[] = []
  for (let n = 0; n < operations; n += 1) {
    const user = ways[dice.below(ways.length)]!
    const begin = performance.now()
    if (dice.next() < 0.5) {
      const value = `${name} ${n}`
      await register.write(user, value)
      seen.push({ kind: 'write', value, begin, end: performance.now() })
    } else {
      const value = await register.read(user)
      seen.push({ kind: 'read', value, begin, end: performance.now() })
    }
  }
  return seen
}
