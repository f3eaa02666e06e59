import { expect, test } from 'vitest'
import { hasProgram, servers } from '../environment/index.ts'
import { seeds } from './dice.ts'
import { damageTo } from './house/check.ts'
import { House } from './house/house.ts'
import { openLanes } from './house/lanes.ts'

/** One seed in `npm test`, a seed for each five rounds in `npm run faults`. */
const rounds = Math.ceil(Number(process.env['QUIPU_FAULT_ROUNDS'] ?? 5) / 5)
const patience = { timeout: 300_000 }
const places = [
  { engine: 'pglite', count: 1 },
  { engine: 'postgres', count: 1 },
  // With Redis between them; in `npm run faults` only.
  { engine: 'postgres', count: 3 },
] as const
const isPossible = ({ engine, count }: (typeof places)[number]) =>
  engine === 'pglite' ||
  (servers().databaseUrl !== null && (count === 1 || (rounds > 1 && hasProgram('redis'))))
const cases = seeds(rounds).flatMap((seed) => places.filter(isPossible).map((place) => ({ ...place, seed })))

test.each(cases)(
  '[X340] [X911] [X341] [X912] randomly failing ports cause no lost or repeated writes on $engine, with $count instances and QUIPU_FAULT_SEED=$seed',
  patience,
  async ({ engine, count, seed }) => {
    await using house = await House.open({ engine, count, seed })
    await house.start()
    const scene = await openLanes(house)

    house.disturb()
    await Promise.all(
      scene.lanes.map(async ({ step }) => {
        for (let n = 0; n < steps; n += 1) await step(n)
      }),
    )
    house.calm()
    expect(house.members.filter(({ isRunning }) => !isRunning)).toEqual([])
    await house.stop()

    expect(scene.lanes.flatMap(({ client }) => client.complaints)).toEqual([])
    expect(scene.lanes.flatMap(({ client }) => client.refusals).length).toBeGreaterThan(0)
    expect(await damageTo(house, scene)).toEqual([])
  },
)

const steps = 8
