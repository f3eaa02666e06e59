import type { JsonObject } from '@quipu/kit'
import { expect, test } from 'vitest'
import { onEachEngine, star, Visitor } from './open-universe.ts'

onEachEngine((host) => {
  test('[UR1] a universe is made, listed, read, renamed and deleted', async () => {
    const ada = await Visitor.of(host())

    const { status, body: made } = await ada.rest('POST', '/universes', { name: 'Home' })
    const { id } = made as { id: string }
    expect(status).toBe(201)
    expect(made).toEqual({
      id: expect.any(String),
      name: 'Home',
      revision: 0,
      role: 'owner',
      owner: { id: ada.user.id, name: expect.any(String) },
      counts: { stars: 0, groups: 0, smallBodyFields: 0, protoplanetaryDisks: 0, nebulae: 0 },
      createdAt: '2026-11-01T08:00:00.000Z',
      updatedAt: '2026-11-01T08:00:00.000Z',
      state: expect.objectContaining({ stars: {}, rootIds: [], time: 0 }),
    })
    const { state: _, ...info } = made
    expect(await ada.must('GET', '/universes')).toEqual({ universes: [info], next_cursor: null })
    expect(await ada.must('PUT', `/universes/${id}`, { name: 'Away' })).toMatchObject({
      name: 'Away',
      revision: 0,
    })
    expect(await ada.rest('DELETE', `/universes/${id}`)).toEqual({ status: 204, body: {} })
    expect((await ada.rest('GET', `/universes/${id}`)).status).toBe(404)
    expect((await ada.rest('DELETE', `/universes/${id}`)).status).toBe(404)
  })

  test('[UR2] a universe begins with the state or the preset that is given, never with both', async () => {
    const ada = await Visitor.of(host())
    const { stars } = { stars: { sun: (star('sun')['payload'] ?? {}) as JsonObject } }

    const made = await ada.rest('POST', '/universes', { name: 'Given', state: { stars } })
    const sol = await ada.rest('POST', '/universes', { name: 'Sol', preset: 'sol' })
    const both = await ada.rest('POST', '/universes', { name: 'Both', preset: 'sol', state: { stars } })

    expect(made.body).toMatchObject({ state: { stars: { sun: { name: 'Body sun' } }, rootIds: ['sun'] } })
    expect((sol.body['counts'] as { stars: number }).stars).toBeGreaterThanOrEqual(9)
    expect(both).toMatchObject({ status: 400, body: { error: 'validation_error', path: 'preset' } })
  })

  test('[UR3] a command is sent alone or with its conditions, and by default the answer has the state', async () => {
    const ada = await Visitor.of(host())
    const id = await ada.make()
    const path = `/universes/${id}/commands`

    const alone = await ada.must('POST', path, star('sun'))
    const wrapped = await ada.must('POST', `${path}?include_state=false`, {
      command: { type: 'tick', dt: 5 },
      expectedRevision: 1,
      commandId: 'five',
    })

    expect(alone).toEqual({
      nextState: expect.objectContaining({ rootIds: ['sun'] }),
      events: [{ type: 'starAdded', id: 'sun' }],
      revision: 1,
      changed: { stars: { sun: expect.objectContaining({ name: 'Body sun' }) } },
    })
    expect(wrapped).toMatchObject({ revision: 2, changed: { time: 5 } })
    expect(wrapped).not.toHaveProperty('nextState')
  })

  const mixed: [string, JsonObject][] = [
    ['type', { type: 'tick', dt: 1, command: { type: 'tick', dt: 1 } }],
    ['dt', { command: { type: 'tick' }, dt: 1 }],
    ['expectedRevision', { type: 'tick', dt: 1, expectedRevision: 0 }],
    ['commandId', { type: 'tick', dt: 1, commandId: 'x' }],
    ['expectedRevision', { command: { type: 'tick', dt: 1 }, expectedRevision: 'new' }],
    ['commandId', { command: { type: 'tick', dt: 1 }, commandId: '' }],
  ]
  test.each(mixed)('[UR900] the two forms are not mixed: 400 for %s', async (path, body) => {
    const ada = await Visitor.of(host())
    const id = await ada.make()

    expect(await ada.rest('POST', `/universes/${id}/commands`, body)).toMatchObject({
      status: 400,
      body: { error: 'validation_error', path },
    })
    expect(await ada.revision(id)).toBe(0)
  })

  test('[UR4] refusals have the status and the details that say what to do', async () => {
    const ada = await Visitor.of(host())
    const id = await ada.make()
    await ada.send(id, star('sun'))
    const path = `/universes/${id}/commands`

    expect(await ada.rest('POST', path, { type: 'removeStar', id: 'moon' })).toMatchObject({
      status: 422,
      body: { error: 'unprocessable', message: expect.stringContaining('moon'), reason: 'starNotFound' },
    })
    expect(
      await ada.rest('POST', path, { command: { type: 'tick', dt: 1 }, expectedRevision: 0 }),
    ).toMatchObject({
      status: 409,
      body: {
        error: 'conflict',
        revision: 1,
        missed: [{ revision: 1, command: { type: 'addStar' }, actor: { id: ada.user.id } }],
      },
    })
    expect(await ada.rest('GET', `/universes/${id}?revision=9`)).toMatchObject({
      status: expect.toBeOneOf([400, 404]),
    })
    expect(await ada.revision(id)).toBe(1)
  })

  test('[UR180] a universe that is not there is answered in the words of the contract', async () => {
    const [ada, eve] = [await Visitor.of(host()), await Visitor.of(host())]
    const id = await ada.make('Secret')

    for (const path of ['nonsense', id])
      expect(await eve.rest('GET', `/universes/${path}`)).toEqual({
        status: 404,
        body: { error: 'Universe not found' },
      })
    const response = await eve.user.api('GET', `/universes/${id}`)
    expect(response.headers.get('x-request-id')).toMatch(/./)
  })

  test.each<[string, string, JsonObject?]>([
    ['POST', '/commands', { type: 'explode' }],
    ['POST', '/commands', { type: 'addStar', id: 'sun' }],
    ['POST', '/commands', { type: 'tick', dt: 1, commandId: 'x' }],
    ['POST', '/commands?include_state=perhaps', { type: 'tick', dt: 1 }],
    ['POST', '/undo', { revision: 'last' }],
    ['PUT', '', { name: 7 }],
    ['PUT', '', {}],
    ['PUT', '/members', {}],
    ['POST', '/presence', { selection: 7 }],
    ['GET', '/commands?after=x'],
    ['GET', '/positions?time=never'],
    ['GET', '/events?after=x'],
  ])('[UR181] %s …%s reports the unknown universe, not what else is wrong', async (method, path, body) => {
    const [ada, eve] = [await Visitor.of(host()), await Visitor.of(host())]
    const id = await ada.make()

    expect((await ada.rest(method, `/universes/${id}${path}`, body)).status).toBe(400)
    expect(await eve.rest(method, `/universes/${id}${path}`, body)).toEqual({
      status: 404,
      body: { error: 'Universe not found' },
    })
  })

  test('[UR5] PUT with a state is logged as replaceSnapshot and can be undone', async () => {
    const ada = await Visitor.of(host())
    const id = await ada.make()
    await ada.send(id, star('sun'))
    const state = await ada.state(id)
    const replaced = {
      ...state,
      stars: { earth: { ...(state['stars'] as { sun: JsonObject }).sun, id: 'earth' } },
      rootIds: ['earth'],
    }

    const put = await ada.must('PUT', `/universes/${id}`, {
      name: 'New',
      state: replaced,
      expectedRevision: 1,
    })
    const { entries } = await ada.must<{ entries: JsonObject[] }>('GET', `/universes/${id}/commands?after=1`)

    expect(put).toMatchObject({ name: 'New', revision: 2, state: { rootIds: ['earth'] } })
    expect(entries).toMatchObject([{ revision: 2, command: { type: 'replaceSnapshot' } }])
    await ada.must('POST', `/universes/${id}/undo`, {})
    expect(await ada.state(id)).toEqual(state)
    expect(await ada.rest('PUT', `/universes/${id}`, {})).toMatchObject({
      status: 400,
      body: { path: 'name' },
    })
    expect(await ada.rest('PUT', `/universes/${id}`, { state: replaced, expectedRevision: 1 })).toMatchObject(
      {
        status: 409,
      },
    )
  })

  test('[UR6] the history is read forwards and backwards, with every detail', async () => {
    const ada = await Visitor.of(host())
    const id = await ada.make()
    for (let dt = 1; dt <= 6; dt++) await ada.send(id, { type: 'tick', dt })
    const read = async (query: string) => {
      const { entries, revision } = await ada.must<{ entries: { revision: number }[]; revision: number }>(
        'GET',
        `/universes/${id}/commands${query}`,
      )
      return [entries.map((entry) => entry.revision), revision]
    }

    expect(await read('')).toEqual([[1, 2, 3, 4, 5, 6], 6])
    expect(await read('?after=2&limit=2')).toEqual([[3, 4], 6])
    expect(await read('?before=5&limit=2')).toEqual([[3, 4], 6])
    const { entries } = await ada.must<{ entries: JsonObject[] }>('GET', `/universes/${id}/commands?limit=1`)
    expect(entries[0]).toEqual({
      revision: expect.any(Number),
      command: { type: 'tick', dt: expect.any(Number) },
      events: expect.any(Array),
      changed: { time: expect.any(Number) },
      actor: { id: ada.user.id, name: expect.any(String), client: null },
      at: '2026-11-01T08:00:00.000Z',
    })
  })

  test('[UR7] undo and redo answer as a command does', async () => {
    const ada = await Visitor.of(host())
    const id = await ada.make()
    await ada.send(id, star('sun'))

    const undone = await ada.must('POST', `/universes/${id}/undo`, { expectedRevision: 1 })
    const redone = await ada.must('POST', `/universes/${id}/redo?include_state=false`)

    expect(undone).toMatchObject({ revision: 2, nextState: { stars: {} }, changed: { stars: { sun: null } } })
    expect(redone).toMatchObject({ revision: 3, changed: { stars: { sun: { name: 'Body sun' } } } })
    expect(redone).not.toHaveProperty('nextState')
    expect(await ada.rest('POST', `/universes/${id}/redo`, {})).toMatchObject({
      status: 422,
      body: { reason: 'nothingToRedo' },
    })
    expect(await ada.rest('POST', `/universes/${id}/undo`, { revision: 'x' })).toMatchObject({
      status: 400,
      body: { path: 'revision' },
    })
  })

  test('[UR9] positions are returned for a time, for all bodies or some, with their parents’ motion', async () => {
    const ada = await Visitor.of(host())
    const id = await ada.make()
    const turning = { orbitalDistance: 2, orbitalSpeed: 1, orbitalPhase: 0 }
    await ada.send(id, {
      type: 'batch',
      commands: [
        star('sun'),
        star('earth', { parentId: 'sun', ...turning }),
        star('moon', { parentId: 'earth', ...turning, orbitalDistance: 1 }),
      ],
    })
    const read = (query: string) =>
      ada.must<{ time: number; positions: Record<string, number[]> }>(
        'GET',
        `/universes/${id}/positions${query}`,
      )

    const all = await read('')
    const quarter = await read('?time=90&ids=moon')

    expect(all).toEqual({ time: 0, positions: { sun: [0, 0, 0], earth: [2, 0, 0], moon: [3, 0, 0] } })
    expect(Object.keys(quarter.positions)).toEqual(['moon'])
    expect(quarter.positions['moon']?.[0]).toBeCloseTo(0, 12)
    expect(quarter.positions['moon']?.[1]).toBeCloseTo(3, 12)
    expect((await ada.rest('GET', `/universes/${id}/positions?ids=mars`)).status).toBe(404)
    expect((await ada.rest('GET', `/universes/${id}/positions?time=soon`)).status).toBe(400)
  })
})
