import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('[UC34] writers of one universe at one instance take turns, and one that fails gives its turn on', async () => {
  const turns = new Turns()
  const done: string[] = []
  const work = (name: string) => async () => {
    done.push(`${name} begins`)
    await pause(5)
    if (name === 'b') throw new Error('refused')
    done.push(`${name} ends`)
  }
  await Promise.allSettled(['a', 'b', 'c'].map((name) => turns.take('one', work(name))))
  expect(done).toEqual(['a begins', 'a ends', 'b begins', 'c begins', 'c ends'])
})

test('[UC34] writers of different universes do not wait for each other', async () => {
  const turns = new Turns()
  const { promise, resolve } = Promise.withResolvers<void>()
  const waiting = turns.take('one', () => promise)
  expect(await turns.take('two', async () => 'done')).toBe('done')
  resolve()
  await waiting
})
