import type { JsonObject } from '@quipu/kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenCost } from '../catalog/token-cost.ts'
import { quickEngine, type TestHost } from '../environment/test-host.ts'
import { openUniverses, star, Visitor } from './open-universe.ts'

let host: TestHost
let ada: Visitor
let crowded: string

beforeAll(async () => {
  host = await openUniverses(quickEngine())
  ada = await Visitor.of(host)
  crowded = await ada.make('Crowded')
  for (const batch of [0, 1]) {
    const commands = Array.from({ length: 500 }, (_, index) => bodyAt(batch * 500 + index))
    await ada.must('POST', `/universes/${crowded}/commands?include_state=false`, { type: 'batch', commands })
  }
  await ada.send(crowded, {
    type: 'batch',
    commands: Array.from({ length: 60 }, (_, index) => ({
      type: 'addGroup',
      id: `group-${index}`,
      payload: { name: `Group ${index}` },
    })),
  })
}, 60_000)
afterAll(() => host[Symbol.asyncDispose]())

/** A hundred systems of ten. */
function bodyAt(index: number): JsonObject {
  if (index % 10 === 0) return star(`sun-${index}`, { name: `Sun ${index}`, bodyType: 'star' })
  const parentId = `sun-${index - (index % 10)}`
  return star(`planet-${index}`, {
    name: `Planet ${index}`,
    parentId,
    bodyType: 'planet',
    orbitalDistance: 1,
  })
}

test('[UT3] a state of up to 8,000 characters is returned whole, a larger one as a summary', async () => {
  const small = await ada.make('Small')
  await ada.send(small, star('sun'))

  expect(await ada.call('get_universe_state', { universeId: small })).toEqual(await ada.state(small))
  const large = await ada.call('get_universe_state', { universeId: crowded })
  expect(large).toMatchObject({
    view: 'summary',
    id: crowded,
    name: 'Crowded',
    revision: 3,
    role: 'owner',
    time: 0,
    counts: { stars: 1000, groups: 60 },
    bodyTypes: { star: 100, planet: 900 },
  })
  expect(large).toEqual(await ada.call('get_universe_state', { universeId: crowded, view: 'summary' }))
  expect(await ada.call('get_universe_state', { universeId: crowded, view: 'full' })).toEqual(
    await ada.state(crowded),
  )
})

test('[UT902] the summary of 1,000 bodies costs at most 500 tokens', async () => {
  const { raw } = await ada.user.call('get_universe_state', { universeId: crowded })
  const [{ text }] = raw['content'] as [{ text: string }]

  expect(tokenCost(text)).toBeLessThanOrEqual(500)
  expect(JSON.parse(text)).toMatchObject({ rootsLeftOut: expect.any(Number) })
})

test('[UT902] names of any length leave the summary as short', async () => {
  const long = await ada.make('n'.repeat(200))
  const commands = Array.from({ length: 60 }, (_, index) =>
    star(`${'i'.repeat(60)}${index}`, { name: `${index}${'n'.repeat(190)}` }),
  )
  await ada.send(long, { type: 'batch', commands })

  const { raw } = await ada.user.call('get_universe_state', { universeId: long })

  expect((raw['content'] as [{ text: string }])[0].text.length).toBeLessThanOrEqual(1400)
})

test('[UT4] a subtree is a body and those below it, so deep and as far as there is room', async () => {
  const view = (input: object) => ada.call('get_universe_state', { universeId: crowded, ...input })

  expect(await view({ view: 'subtree', bodyId: 'sun-20', depth: 0 })).toMatchObject({
    view: 'subtree',
    bodyId: 'sun-20',
    depth: 0,
    stars: { 'sun-20': { name: 'Sun 20', children: expect.any(Array) } },
  })
  const two = (await view({ bodyId: 'sun-20' })) as { stars: object }
  expect(Object.keys(two.stars)).toHaveLength(10)
  const universeId = await ada.make('Wide')
  const below = (index: number) => star(`moon-${index}`, { parentId: 'sun', orbitalDistance: 1 })
  await ada.send(universeId, {
    type: 'batch',
    commands: [star('sun'), ...Array.from({ length: 200 }, (_, at) => below(at))],
  })
  const wide = await ada.call<{ stars: object; leftOut: number }>('get_universe_state', {
    universeId,
    bodyId: 'sun',
  })
  expect(JSON.stringify(wide).length).toBeLessThanOrEqual(8500)
  expect(Object.keys(wide.stars).length + wide.leftOut).toBe(201)
})

test('[UT903] [UT905] a subtree needs a body that is there', async () => {
  expect(await ada.refusal('get_universe_state', { universeId: crowded, view: 'subtree' })).toEqual({
    error: 'Request failed',
    message: 'bodyId is required for a subtree',
    path: 'bodyId',
  })
  expect(
    await ada.refusal('get_universe_state', { universeId: crowded, bodyId: 'constructor' }),
  ).toMatchObject({ error: 'Request failed', message: 'There is no body constructor at this revision' })
})

test('[UT5] a state is returned as it was at an older revision', async () => {
  const universeId = await ada.make()
  await ada.send(universeId, star('sun'))
  await ada.send(universeId, { type: 'removeStar', id: 'sun' })

  const then = await ada.call('get_universe_state', { universeId, revision: 1 })

  expect(Object.keys(then['stars'] as object)).toEqual(['sun'])
  expect(await ada.call('get_universe_state', { universeId, revision: 0 })).toMatchObject({ stars: {} })
})

test('[UT8] [UT904] the answer to a typical command costs at most 300 tokens, and a large one has counts only', async () => {
  const universeId = await ada.make()
  const cost = async (command: JsonObject) => {
    const { raw } = await ada.user.call('send_universe_command', { universeId, command })
    return tokenCost((raw['content'] as [{ text: string }])[0].text)
  }

  expect(await cost(star('sun', { bodyType: 'star', name: 'Sun' }))).toBeLessThanOrEqual(300)
  expect(await cost({ type: 'updateStar', id: 'sun', payload: { mass: 2 } })).toBeLessThanOrEqual(300)
  const commands = Array.from({ length: 80 }, (_, index) => star(`body-${index}`))
  const large = await ada.call('send_universe_command', { universeId, command: { type: 'batch', commands } })
  expect(large).toMatchObject({ eventsInAll: 80, revision: 3, changed: { stars: 80 } })
  expect(large['events']).toHaveLength(10)
})
