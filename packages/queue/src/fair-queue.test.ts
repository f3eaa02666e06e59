import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FairQueue, type QueueLimits } from './fair-queue.ts'

const many = { places: 1, mostWaiting: 1_000 }

/** A queue whose only place is taken until `leave` is called. */
function fullQueue(limits: QueueLimits = many) {
  const queue = new FairQueue(limits)
  const gate = Promise.withResolvers<void>()
  const first = queue.run('eve', {}, () => gate.promise)
  const leave = () => {
    gate.resolve()
    return first
  }
  return { queue, leave }
}

test('[FQ1] a limited number of tasks run at once, and a failed one makes room too', async () => {
  const queue = new FairQueue({ places: 2, mostWaiting: 10 })
  let running = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, (running += 1))
    await Promise.resolve()
    running -= 1
    throw new Error('broken')
  }
  const ends = await Promise.allSettled(Array.from({ length: 6 }, () => queue.run('ada', {}, work)))

  expect(ends.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'rejected'))
  expect(most).toBe(2)
})

test('[FQ2] [FQ900] [FQ3] a person with many tasks waits behind those with one, and the number of tasks ahead is right', async () => {
  const people = fc.array(fc.constantFrom('ada', 'bob', 'cy', 'di'), { minLength: 1, maxLength: 24 })
  await fc.assert(
    fc.asyncProperty(people, async (asked) => {
      const { queue, leave } = fullQueue()
      const order: number[] = []
      const places = new Map<number, number>()
      const waiting = asked.map((person, index) => {
        const onWait = (ahead: number) => places.set(index, ahead)
        return queue.run(person, { onWait }, async () => void order.push(index))
      })
      const atFirst = new Map(places)
      await leave()
      await Promise.all(waiting)

      expect(order.map((index) => atFirst.get(index))).toEqual(order.map((_, place) => place))
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

test('[FQ4] a cancelled task leaves the queue, and other tasks of that person keep their place', async () => {
  const { queue, leave } = fullQueue()
  const order: string[] = []
  const calledOff = new AbortController()
  const gone = queue.run('ada', { signal: calledOff.signal }, async () => void order.push('ada 1'))
  const heard: number[] = []
  const onWait = (ahead: number) => heard.push(ahead)
  const kept = [
    queue.run('ada', {}, async () => void order.push('ada 2')),
    queue.run('bob', { onWait }, async () => void order.push('bob')),
  ]
  calledOff.abort(new Error('changed my mind'))

  await expect(gone).rejects.toThrow('changed my mind')
  await leave()
  await Promise.all(kept)
  expect(order).toEqual(['ada 2', 'bob'])
  expect(heard).toEqual([1, 0])
  await expect(queue.run('ada', { signal: calledOff.signal }, async () => {})).rejects.toThrow('my mind')
})

test('[FQ5] a limited number of tasks may wait, in all and of one person', async () => {
  const { queue, leave } = fullQueue({ places: 1, mostWaiting: 3, mostWaitingEach: 2 })
  const ask = (person: string) => queue.run(person, {}, async () => {})
  const waiting = [ask('ada'), ask('ada')]

  await expect(ask('ada')).rejects.toMatchObject({ name: 'QueueFull', waiting: 2, isOwn: true })
  waiting.push(ask('bob'))
  await expect(ask('cy')).rejects.toMatchObject({ name: 'QueueFull', waiting: 3, isOwn: false })
  await leave()
  await Promise.all(waiting)
  await ask('cy')
})

test('[FQ6] all waiting tasks can be refused while running ones continue', async () => {
  const { queue, leave } = fullQueue()
  const waiting = ['ada', 'bob', 'ada'].map((person) => queue.run(person, {}, async () => {}))
  queue.refuseAll(new Error('closing'))

  for (const each of waiting) await expect(each).rejects.toThrow('closing')
  await leave()
  await queue.run('ada', {}, async () => {})
})
