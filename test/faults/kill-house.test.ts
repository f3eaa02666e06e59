import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { hasProgram, servers } from '../environment/index.ts'
import { Dice, seeds } from './dice.ts'
import { damageTo } from './house/check.ts'
import { House } from './house/house.ts'
import { openLanes } from './house/lanes.ts'
import { Work } from './house/work.ts'

/** Two in `npm test`; as many as requested in `npm run faults`. */
const requested = Number(process.env['QUIPU_FAULT_ROUNDS'] ?? 5)
const rounds = requested <= 5 ? 2 : requested
const patience = { timeout: 300_000 + rounds * 60_000 }
const [seed = ''] = seeds(1)

test(
  `[X342] all modules on the embedded store survive kill -9, with QUIPU_FAULT_SEED=${seed}`,
  patience,
  async () => {
    await using house = await House.open({ engine: 'pglite' })
    await house.start()
    const scene = await openLanes(house)
    const dice = new Dice(seed)
    const recoveries: number[] = []

    const work = new Work(scene)
    await work.progress(1)
    for (let round = 0; round < rounds; round += 1) {
      // Waits for slow steps too, such as the first question after a start.
      await (round % 5 === 4 ? work.progress(1) : work.next())
      await sleep(dice.below(100))
      await house.members[0]?.kill()
      const killedAt = performance.now()
      await house.members[0]?.start()
      await work.next()
      recoveries.push(performance.now() - killedAt)
    }
    await work.progress(1)
    await work.end()
    await house.stop()

    expect(await damageTo(house, scene)).toEqual([])
    report('embedded', recoveries, work.count)
  },
)

test.skipIf(servers().databaseUrl === null || !hasProgram('redis'))(
  `[X342] [X343] all modules on three instances survive kill -9, with QUIPU_FAULT_SEED=${seed}`,
  patience,
  async () => {
    await using house = await House.open({ engine: 'postgres', count: 3 })
    await house.start()
    const scene = await openLanes(house)
    const dice = new Dice(seed)
    const recoveries: number[] = []

    const work = new Work(scene)
    await work.progress(1)
    for (let round = 0; round < rounds; round += 1) {
      await (round % 5 === 4 ? work.progress(1) : work.next())
      await sleep(dice.below(100))
      const member = house.members[dice.below(3)]
      await member?.kill()
      const killedAt = performance.now()
      // The other instances continue.
      await work.next()
      recoveries.push(performance.now() - killedAt)
      await member?.start()
    }
    await work.progress(1)
    await work.end()
    await house.stop()

    expect(await damageTo(house, scene)).toEqual([])
    report('three instances', recoveries, work.count)
  },
)

/** From the kill to the next acknowledged write. */
function report(where: string, recoveries: readonly number[], steps: number): void {
  if (requested <= 5) return
  const sorted = recoveries.toSorted((one, other) => one - other).map(Math.round)
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))]
  const figures = `median ${at(0.5)} ms, 95 % ${at(0.95)} ms, most ${at(1)} ms`
  process.stdout.write(`${where}: ${sorted.length} kills, ${steps} steps, next answer after ${figures}\n`)
}
