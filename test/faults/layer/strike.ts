import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Dice } from '../dice.ts'

type Port = 'store' | 'files' | 'cache' | 'requests' | 'links' | 'workers'

const { QUIPU_FAULT_SEED: seed = '', QUIPU_FAULT_FLAG: flag = '' } = process.env
/** Each port has its own random numbers, so that ports do not affect each other. */
const dice = new Map<Port, Dice>()

/** Whether the file of `QUIPU_FAULT_FLAG` names this port: then it always fails, before its work. */
export function isDown(port: Port): boolean {
  return existsSync(flag) && readFileSync(flag, 'utf8') === port
}

/**
 * Does the work, or fails at random: before the work, or after it, as if the answer were lost on
 * its way. Only while the file of `QUIPU_FAULT_FLAG` exists. If the file names a port, only that port fails, and always.
 */
export async function strike<Result>(
  port: Port,
  work: () => Promise<Result>,
  failure: (when: string) => Error,
): Promise<Result> {
  const own = dice.get(port) ?? new Dice(`${seed} ${port}`)
  dice.set(port, own)
  if (!existsSync(flag)) return work()
  if (isDown(port)) throw failure('before it was done')
  if (readFileSync(flag, 'utf8') !== '') return work()
  const chance = own.next()
  const rate = rates[port]
  if (chance < rate) throw failure('before it was done')
  if (chance < 2 * rate) {
    await work()
    throw failure('after it was done')
  }
  if (chance < 3 * rate) await sleep(own.below(longestMs))
  return work()
}

/** The probability of each of the three faults: lower if one call uses the port many times. */
const rates: Readonly<Record<Port, number>> = {
  store: 0.015,
  files: 0.05,
  cache: 0.1,
  requests: 0.05,
  links: 0,
  workers: 0,
}
const longestMs = 60
