import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { addNote, allNotes, engines, openTestStore, notes } from './test-store.ts'
import { theHost, Turnstile } from './turnstile.ts'

const patience = 60_000

test('[S163] people take turns, however many requests one of them has waiting', async () => {
  const turnstile = new Turnstile(1, 1)
  const served: string[] = []
  const use = async (who: string, name: string) => {
    const leave = await turnstile.enter(who, 'together', patience)
    served.push(name)
    await Promise.resolve()
    leave()
  }

  await Promise.all([
    use('ana', 'ana 1'),
    use('ana', 'ana 2'),
    use('ana', 'ana 3'),
    use('ana', 'ana 4'),
    use('ben', 'ben 1'),
    use('eva', 'eva 1'),
    use('ben', 'ben 2'),
  ])

  expect(served).toEqual(['ana 1', 'ana 2', 'ben 1', 'eva 1', 'ana 3', 'ben 2', 'ana 4'])
})

test('[S914] only the host may exceed its share of requests, and the rest stays free for others', async () => {
  const turnstile = new Turnstile(4, 2)
  const inside: string[] = []
  const enter = (who: string) =>
    turnstile.enter(who, 'together', patience).then((leave) => {
      inside.push(who)
      return leave
    })
  const anas = [enter('ana'), enter('ana'), enter('ana'), enter('ana')]
  await enter('ben')
  await enter(theHost)
  expect(inside).toEqual(['ana', 'ana', 'ben', theHost])

  const [first] = anas
  const leave = await first
  leave?.()
  await expect.poll(() => inside).toEqual(['ana', 'ana', 'ben', theHost, 'ana'])
  // Nobody is left waiting when the test is over.
  for (const leaving of anas) (await leaving)()
})

test('[S163] a caller that needs the store alone is not overtaken by later ones', async () => {
  const turnstile = new Turnstile(4, 2)
  const order: string[] = []
  const leaveFirst = await turnstile.enter('ana', 'together', patience)
  const alone = turnstile.enter('ben', 'alone', patience).then((leave) => {
    order.push('alone')
    leave()
  })
  const later = turnstile.enter('eva', 'together', patience).then((leave) => {
    order.push('later')
    leave()
  })
  leaveFirst()
  await Promise.all([alone, later])

  expect(order).toEqual(['alone', 'later'])
})

describe.each(engines)('on %s', (engine) => {
  test('[S163] one request of another person is served before many that came first', async () => {
    const store = await openTestStore(engine, { modules: [notes] })
    const [ana, ben] = [randomUUID(), randomUUID()]
    await store.query({ userId: ben }, addNote(ben, "Ben's"))
    // A store that still has to connect would serve the first caller alone meanwhile.
    await Promise.all(Array.from({ length: 16 }, () => store.query({ userId: randomUUID() }, allNotes)))
    let served = 0
    const slow = { sql: 'select sum(g) from generate_series(1, 50000) g', parameters: [] }
    const many = Array.from({ length: 40 }, async () => {
      await store.query({ userId: ana }, slow)
      served += 1
    })

    expect(await store.query({ userId: ben }, allNotes)).toEqual([{ text: "Ben's" }])

    const before = served
    await Promise.all(many)
    expect(before).toBeLessThan(20)
  })
})

test('[S490] the store is idle when nobody is inside and nobody waits', async () => {
  const turnstile = new Turnstile(1, 1)
  await turnstile.idle()
  const leave = await turnstile.enter('ana', 'together', patience)
  const order: string[] = []
  const idle = turnstile.idle().then(() => order.push('idle'))
  const next = turnstile.enter('ben', 'together', patience).then((leaveToo) => {
    order.push('ben')
    leaveToo()
  })

  leave()
  await Promise.all([idle, next])

  expect(order).toEqual(['ben', 'idle'])
  expect(turnstile.entries).toBe(2)
})
