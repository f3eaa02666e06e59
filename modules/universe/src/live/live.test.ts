import { describe, expect, test } from 'vitest'
import { onEachEngine, openInstallation, star, Stream, take } from '../test-installation.ts'

onEachEngine((start, installation) => {
  async function shared() {
    const begun = await start()
    const bea = await installation().person('Bea')
    await begun.universes.share(begun.ada.caller, begun.id, bea.email, 'viewer')
    return { ...begun, bea }
  }

  test('[UC20] a stream brings everything after a revision, then what comes, each once and in order', async () => {
    const { universes, ada, id } = await start()
    for (const name of ['a', 'b', 'c']) await universes.send(ada.call(), id, star(name))
    const reading = take(await universes.watch(ada.call(), id, 1), 'command', 4)
    await universes.send(ada.call('claude'), id, star('d'), { commandId: 'k' })
    await universes.undo(ada.call(), id)
    const seen = await reading
    expect(seen.map(({ entry }) => entry.revision)).toEqual([2, 3, 4, 5])
    expect(JSON.parse(seen[2]!.json)).toMatchObject({
      type: 'addStar',
      id: 'd',
      payload: { name: 'd' },
      meta: {
        revision: 4,
        commandId: 'k',
        actor: { name: 'Ada', client: 'claude' },
        changed: { stars: { d: {} } },
      },
    })
    expect(JSON.parse(seen[3]!.json)).toMatchObject({ type: 'undo', revision: 4, meta: { undoes: 4 } })
    const { entries } = await universes.history(ada.caller, id, { after: 1, limit: 9 })
    expect(seen.map(({ entry }) => entry)).toEqual(entries)
  })

  test('[UC909] without a revision it begins now; one of the future is refused', async () => {
    const { universes, ada, id } = await start()
    await universes.send(ada.call(), id, star('a'))
    const reading = take(await universes.watch(ada.call(), id, undefined), 'command', 1)
    await universes.send(ada.call(), id, star('b'))
    expect((await reading)[0]?.entry.revision).toBe(2)
    await expect(universes.watch(ada.call(), id, 3)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { path: 'after' },
    })
  })

  test('[UC20] dropped and resumed anywhere, nothing is missing and nothing comes twice', async () => {
    const { universes, ada, id } = await start()
    const seen: number[] = []
    const writing = (async () => {
      for (let n = 0; n < 120; n += 1) await universes.send(ada.call(), id, { type: 'tick', dt: 1 })
    })()
    while (seen.length < 120) {
      const part = await take(
        await universes.watch(ada.call(), id, seen.at(-1) ?? 0),
        'command',
        1 + (seen.length % 7),
      )
      seen.push(...part.map(({ entry }) => entry.revision))
    }
    await writing
    expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => n + 1))
  })

  test('[UC910] readers far behind read the log in pages; a slow one holds up nobody', async () => {
    const { universes, ada, id } = await start()
    const slow = new Stream(await universes.watch(ada.call(), id, 0))
    await slow.next('presence')
    for (let n = 0; n < 25; n += 1)
      await universes.send(ada.call(), id, { type: 'batch', commands: ticks(50) })
    const late = await take(await universes.watch(ada.call(), id, 0), 'command', 25)
    expect(late.map(({ entry }) => entry.revision)).toEqual(Array.from({ length: 25 }, (_, n) => n + 1))
    expect((await slow.next('command')).entry.revision).toBe(1)
    expect((await slow.next('command')).entry.revision).toBe(2)
    await slow.close()
  })

  test('[UC22] entries that the bus does not deliver are found in the log', async () => {
    const { universes, faults, ada, id } = await start()
    const stream = new Stream(await universes.watch(ada.call(), id, 0))
    await stream.next('presence')
    faults.isBusSilent = true
    await universes.send(ada.call(), id, star('a'))
    await universes.send(ada.call(), id, star('b'))
    expect((await stream.next('command')).entry.revision).toBe(1)
    faults.isBusSilent = false
    await universes.send(ada.call(), id, star('c'))
    expect((await stream.next('command')).entry.revision).toBe(2)
    expect((await stream.next('command')).entry.revision).toBe(3)
    await stream.close()
  })

  test('[UC23] messages that someone else puts on the bus change nothing', async () => {
    const { universes, ada, id } = await start()
    const { bus, secrets } = installation().ports
    const stream = new Stream(await universes.watch(ada.call(), id, 0))
    await stream.next('presence')
    const step = { kind: 'step', universeId: id, revision: 1, json: '{"type":"tick","meta":{"revision":1}}' }
    const sealed = (purpose: string, message: object) => secrets.seal(purpose, JSON.stringify(message))
    const forged: unknown[] = [
      null,
      'x',
      step,
      { universeId: id, sealed: 'x' },
      { universeId: id, sealed: sealed('another purpose', step) },
      { universeId: id, sealed: sealed('universe live', { ...step, revision: 'x' }) },
      { universeId: id, kind: 'deleted' },
      // Of a step that is not there, even the real thing has the log looked at and nothing else.
      { universeId: id, sealed: sealed('universe live', { ...step, revision: 1e9 }) },
    ]
    for (const message of forged) bus.publish('universe.live', message)
    await universes.send(ada.call(), id, star('true'))
    expect((await stream.next('command')).entry).toMatchObject({ revision: 1, command: { id: 'true' } })
    await stream.close()
  })

  test.each([true, false])(
    '[UC24] a reader who loses access is dropped with the reason (bus %s)',
    async (isHeard) => {
      const { universes, faults, ada, bea, id } = await shared()
      const [hers, his] = [
        new Stream(await universes.watch(bea.call(), id, undefined)),
        new Stream(await universes.watch(ada.call(), id, undefined)),
      ]
      await Promise.all([hers.next('presence'), his.next('presence')])
      faults.isBusSilent = !isHeard
      await universes.unshare(ada.caller, id, bea.caller.userId)
      expect(await hers.next('dropped')).toMatchObject({ reason: 'access_withdrawn' })
      faults.isBusSilent = false
      await universes.send(ada.call(), id, star('secret'))
      expect(await hers.rest()).toEqual([])
      expect((await his.next('command')).entry.revision).toBe(1)
      await his.close()
    },
  )

  test.each([true, false])(
    '[UC25] the streams of a universe end when it is deleted (bus %s)',
    async (isHeard) => {
      const { universes, faults, ada, bea, id } = await shared()
      const [hers, his] = [
        new Stream(await universes.watch(bea.call(), id, undefined)),
        new Stream(await universes.watch(ada.call(), id, undefined)),
      ]
      await Promise.all([hers.next('presence'), his.next('presence')])
      faults.isBusSilent = !isHeard
      await universes.remove(ada.caller, id)
      expect(await his.next('dropped')).toMatchObject({ reason: 'deleted' })
      expect(await hers.next('dropped')).toMatchObject({ reason: isHeard ? 'deleted' : 'access_withdrawn' })
      faults.isBusSilent = false
    },
  )

  test('[UC912] readers are notified of a new name and a new role', async () => {
    const { universes, ada, bea, id } = await shared()
    const stream = new Stream(await universes.watch(bea.call(), id, undefined))
    await stream.next('presence')
    await universes.rename(ada.caller, id, 'Renamed')
    expect(await stream.next('universe')).toEqual({ kind: 'universe', name: 'Renamed', role: 'viewer' })
    await universes.share(ada.caller, id, bea.email, 'editor')
    expect(await stream.next('universe')).toMatchObject({ role: 'editor' })
    await stream.close()
  })

  test('[UC26] everyone with a stream is present, with what they look at, until they leave', async () => {
    const { universes, ada, bea, id } = await shared()
    const his = new Stream(await universes.watch(ada.call(), id, undefined))
    expect((await his.next('presence')).people).toMatchObject([
      { userId: ada.caller.userId, name: 'Ada', client: null },
    ])
    const hers = new Stream(await universes.watch(bea.call('console'), id, undefined))
    expect((await hers.next('presence')).people.map(({ name }) => name)).toEqual(['Ada', 'Bea'])
    expect((await his.next('presence')).people).toMatchObject([
      { name: 'Ada' },
      { name: 'Bea', client: 'console' },
    ])
    await universes.look(bea.call('console'), id, { selection: 'sun', following: 'earth' })
    expect((await his.next('presence')).people[1]).toMatchObject({ selection: 'sun', following: 'earth' })
    await universes.look(bea.call('console'), id, { selection: null })
    expect((await his.next('presence')).people[1]).toMatchObject({ selection: null, following: 'earth' })
    await hers.close()
    expect((await his.next('presence')).people.map(({ name }) => name)).toEqual(['Ada'])
    await his.close()
  })

  test('[UC27] a person who sends a note without a stream is present for 30 seconds', async () => {
    const { universes, ada, bea, id } = await shared()
    const his = new Stream(await universes.watch(ada.call(), id, undefined))
    await his.next('presence')
    await universes.look(bea.call(), id, { selection: 'sun' })
    expect((await his.next('presence')).people).toHaveLength(2)
    installation().host.clock.advance('31s')
    expect((await his.next('presence')).people.map(({ name }) => name)).toEqual(['Ada'])
    await his.close()
  })
})

describe('ending', () => {
  test('[UC31] [UC913] an aborted call ends its stream; a closed service ends all of them and keeps nothing running', async () => {
    await using installation = await openInstallation('pglite')
    const { universes } = installation
    const ada = await installation.person()
    const { id } = await universes.create(ada.caller, { name: 'Home' })
    const ending = new AbortController()
    const [one, other] = [
      new Stream(await universes.watch(ada.call(undefined, ending.signal), id, undefined)),
      new Stream(await universes.watch(ada.call(), id, undefined)),
    ]
    await Promise.all([one.next('presence'), other.next('presence')])
    ending.abort()
    expect(await one.rest()).toEqual([])
    await universes[Symbol.asyncDispose]()
    expect(await other.rest()).toEqual([])
  })
})

function ticks(count: number): object[] {
  return Array.from({ length: count }, (_, n) => ({ type: 'tick', dt: n + 1 }))
}
