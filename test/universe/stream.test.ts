import { expect, test } from 'vitest'
import { onEachEngine, star, Visitor } from './open-universe.ts'
import { ask, Watcher } from './watcher.ts'

onEachEngine((host) => {
  const shared = async (role: 'viewer' | 'editor' = 'editor') => {
    const [ada, bob] = [await Visitor.of(host()), await Visitor.of(host())]
    const id = await ada.make()
    await ada.must('PUT', `/universes/${id}/members`, { email: bob.user.email, role })
    return { ada, bob, id }
  }

  test('[UR12] a stream sends each command with its revision, its actor and its events', async () => {
    const { ada, bob, id } = await shared()
    await using watcher = await Watcher.open(bob, id)
    const { body } = await ada.rest('POST', `/universes/${id}/commands`, {
      command: star('sun'),
      commandId: 'first',
    })
    await ada.rest('POST', `/universes/${id}/undo`, {})

    const [added, undone] = await watcher.commands(2)

    expect(watcher.response.headers.get('content-type')).toBe('text/event-stream')
    expect(watcher.comments[0]).toBe(':connected')
    expect(added).toEqual({
      event: 'command',
      id: '1',
      data: {
        ...star('sun'),
        payload: expect.objectContaining({ name: 'Body sun' }),
        meta: {
          revision: 1,
          commandId: 'first',
          actor: { id: ada.user.id, name: expect.any(String), client: null },
          at: '2026-11-01T08:00:00.000Z',
          events: body['events'],
          changed: body['changed'],
        },
      },
    })
    expect(undone).toMatchObject({ id: '2', data: { type: 'undo', revision: 1, meta: { undoes: 1 } } })
  })

  test('[UR903] a refused command is sent to nobody', async () => {
    const { ada, bob, id } = await shared()
    await using watcher = await Watcher.open(bob, id)

    expect((await ada.send(id, { type: 'removeStar', id: 'nobody' })).status).toBe(422)
    expect((await ada.send(id, { type: 'tick', dt: 'x' })).status).toBe(400)
    await ada.send(id, { type: 'tick', dt: 7 })

    expect(await watcher.nextOf('command')).toMatchObject({ id: '1', data: { type: 'tick', dt: 7 } })
  })

  test('[UR13] a reader that reconnects gets everything it missed, once and in order', async () => {
    const { ada, bob, id } = await shared()
    for (let dt = 1; dt <= 5; dt++) await ada.send(id, { type: 'tick', dt })
    const idsFrom = async (from: Parameters<typeof Watcher.open>[2], most: number) => {
      await using watcher = await Watcher.open(bob, id, from)
      return (await watcher.commands(most)).map((frame) => frame.id)
    }

    expect(await idsFrom({ after: 2 }, 3)).toEqual(['3', '4', '5'])
    expect(await idsFrom({ lastEventId: 3 }, 2)).toEqual(['4', '5'])
    expect(await idsFrom({ after: 0, lastEventId: 4 }, 1)).toEqual(['5'])
    expect(await idsFrom({ after: 0 }, 5)).toEqual(['1', '2', '3', '4', '5'])
    await using watcher = await Watcher.open(bob, id)
    await ada.send(id, { type: 'tick', dt: 6 })
    expect((await watcher.nextOf('command')).id).toBe('6')
  })

  test.each([
    [{ after: 1 }, 'after'],
    [{ lastEventId: 1 }, 'Last-Event-ID'],
    [{ lastEventId: 'x' }, 'Last-Event-ID'],
    [{ lastEventId: '-1' }, 'Last-Event-ID'],
    [{ lastEventId: '1.5' }, 'Last-Event-ID'],
    [{ after: 'new' }, 'after'],
  ])('[UR904] a stream cannot continue from %j: 400', async (from, name) => {
    const { bob, id } = await shared()

    const response = await ask(bob, id, from)

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: 'validation_error',
      message: expect.stringContaining(name),
    })
  })

  test('[UR14] presence is sent at the start, and when someone arrives, selects something else or leaves', async () => {
    const { ada, bob, id } = await shared('viewer')
    await ada.send(id, star('sun'))
    await using watcher = await Watcher.open(ada, id)
    const people = async (isWanted: (all: { userId: string; selection?: unknown }[]) => boolean) => {
      for (;;) {
        const { data } = await watcher.nextOf('presence')
        const all = data['people'] as { userId: string; selection?: unknown }[]
        if (isWanted(all)) return all
      }
    }
    expect(await people((all) => all.some(({ userId }) => userId === ada.user.id))).toMatchObject([
      { userId: ada.user.id, name: expect.any(String), since: expect.any(String) },
    ])

    const visit = await Watcher.open(bob, id)
    await people((all) => all.some(({ userId }) => userId === bob.user.id))
    expect(
      await bob.rest('POST', `/universes/${id}/presence`, { selection: 'sun', following: null }),
    ).toEqual({
      status: 204,
      body: {},
    })
    await people((all) => all.some(({ userId, selection }) => userId === bob.user.id && selection === 'sun'))
    await visit[Symbol.asyncDispose]()
    await people((all) => !all.some(({ userId }) => userId === bob.user.id))
  })

  test('[UR15] [UR905] readers are notified of a rename; a reader whose access ends gets the reason and is dropped', async () => {
    const { ada, bob, id } = await shared('viewer')
    await using bobs = await Watcher.open(bob, id)
    await using own = await Watcher.open(ada, id)
    await ada.must('PUT', `/universes/${id}`, { name: 'Renamed' })
    expect(await bobs.nextOf('universe')).toMatchObject({ data: { name: 'Renamed' } })

    await ada.rest('DELETE', `/universes/${id}/members/${bob.user.id}`)
    expect(await bobs.nextOf('dropped')).toEqual({
      event: 'dropped',
      id: undefined,
      data: { reason: 'access_withdrawn', message: expect.any(String) },
    })
    expect(await bobs.next()).toBeUndefined()
    expect((await ask(bob, id)).status).toBe(404)

    await ada.rest('DELETE', `/universes/${id}`)
    expect(await own.nextOf('dropped')).toMatchObject({ data: { reason: 'deleted' } })
    expect(await own.next()).toBeUndefined()
  })
})
