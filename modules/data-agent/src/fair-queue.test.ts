import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const signal = new AbortController().signal

test('[DA120] whoever asks often waits behind those who ask once, and the place told is the true one', async () => {
  const people = fc.array(fc.constantFrom('ada', 'bob', 'cy', 'di'), { minLength: 1, maxLength: 24 })
  await fc.assert(
    fc.asyncProperty(people, async (asked) => {
      const queue = new FairQueue(1)
      const gate = Promise.withResolvers<void>()
      const order: number[] = []
      const places = new Map<number, number>()
      const first = queue.run('eve', { signal }, () => gate.promise)
      const served = new Map<string, number>()
      const waiting = asked.flatMap((person, index) => {
        const already = served.get(person) ?? 0
        if (already === 10) return []
        served.set(person, already + 1)
        const onWait = (ahead: number) => places.set(index, ahead)
        return [queue.run(person, { signal, onWait }, async () => void order.push(index))]
      })
      const told = new Map(places)
      gate.resolve()
      await Promise.all([first, ...waiting])

      expect(order.map((index) => told.get(index))).toEqual(order.map((_, place) => place))
      const nth = new Map<string, number>()
      const rounds = order.map((index) => {
        const person = asked[index] ?? ''
        nth.set(person, (nth.get(person) ?? 0) + 1)
        return nth.get(person) ?? 0
      })
      expect(rounds).toEqual(rounds.toSorted((one, other) => one - other))
    }),
  )
})

test('[DA122] a hundred questions of different people may wait, and no more', async () => {
  const queue = new FairQueue(1)
  const gate = Promise.withResolvers<void>()
  const asked = Array.from({ length: 101 }, (_, person) =>
    queue.run(`person ${person}`, { signal }, () => gate.promise),
  )
  await expect(queue.run('one more', { signal }, () => gate.promise)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: '100 questions wait for this database already; ask again in a minute',
    details: { retry_after_seconds: 60 },
  })
  gate.resolve()
  await Promise.all(asked)
})
