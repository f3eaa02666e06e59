import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineStream } from './stream.ts'

test('[K7] a stream without parameters takes none, and what it needs is a list', () => {
  const bells = {
    path: '/bells',
    summary: 'Bells',
    open: async () => [] as unknown as AsyncIterable<never>,
  } as const

  const free = defineStream(bells)
  expect(free.needs).toEqual([])
  expect(free.params.safeParse({}).success).toBe(true)
  expect(free.query.safeParse({ after: '1' }).success).toBe(false)
  expect('limit' in free).toBe(false)
  expect(defineStream({ ...bells, needs: 'bells:hear' }).needs).toEqual(['bells:hear'])
  expect(defineStream({ ...bells, needs: ['a', 'b'], limit: { points: 1, seconds: 1 } })).toMatchObject({
    needs: ['a', 'b'],
    limit: { points: 1, seconds: 1 },
  })
})

test('[K7] a stream is opened with what its own schemas have made of the request', async () => {
  const counting = defineStream({
    path: '/count/:from',
    summary: 'Numbers',
    params: z.strictObject({ from: z.coerce.number() }),
    query: z.strictObject({ step: z.coerce.number().default(1) }),
    open: async (base: { readonly most: number }, { params, query, lastEventId }) =>
      (async function* () {
        for (let number = Number(lastEventId ?? params.from); number <= base.most; number += query.step)
          yield { event: 'number', id: String(number), data: JSON.stringify(number) }
      })(),
  })
  const input = {
    params: counting.params.parse({ from: '1' }),
    query: counting.query.parse({ step: '3' }),
    lastEventId: '4',
  }
  const heard: unknown[] = []
  // Nothing of the call is looked at here.
  for await (const event of await counting.open({ most: 8 }, input, {} as never)) heard.push(event)
  expect(heard).toEqual([
    { event: 'number', id: '4', data: '4' },
    { event: 'number', id: '7', data: '7' },
  ])
})
