import { describe, expect, test } from 'vitest'
import { servers, startRedis } from '../../../test/environment/index.ts'
import { hashOf } from './domain/hash-of.ts'
import { replay } from './domain/replay.ts'
import type { Universes } from './universes.ts'
import { onEachEngine, openInstallation, type Person, star, Stream, take } from './test-installation.ts'

/** Adds, changes and removes stars of its own, and takes some of that back. */
async function write(universes: Universes, who: Person, id: string, writer: number, commands: number) {
  let done = 0
  for (let n = 0; done < commands; n += 1) {
    const name = `w${writer}-${Math.floor(n / 4)}`
    const doings = [
      () => universes.send(who.call(), id, star(name)),
      () => universes.send(who.call(), id, { type: 'updateStar', id: name, payload: { mass: n + 1 } }),
      () => universes.send(who.call(), id, { type: 'tick', dt: 1 }),
      () => universes.send(who.call(), id, { type: 'removeStar', id: name }),
    ]
    // There are four of them.
    await doings[n % 4]!()
    done += 1
  }
}

/** The revisions of the log, and whether it leads to the state that this instance has. */
async function found(universes: Universes, ada: Person, id: string) {
  const { entries } = await universes.history(ada.caller, id, { after: 0, limit: 1000 })
  const { model } = await universes.get(ada.caller, id)
  const isSame = hashOf(replay(entries.map(({ command }) => command))) === hashOf(model)
  return { revisions: entries.map(({ revision }) => revision), isSame }
}

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, n) => n + 1)
}

onEachEngine((start, installation) => {
  test('[UC2] many writers at once: every command has a revision of its own, and none is lost', async () => {
    const { universes, ada, id } = await start()
    const bea = await installation().person('Bea')
    await universes.share(ada.caller, id, bea.email, 'editor')
    const writing = Array.from({ length: 4 }, (_, n) => write(universes, n % 2 === 0 ? ada : bea, id, n, 20))
    await Promise.all(writing)
    expect(await found(universes, ada, id)).toEqual({ revisions: upTo(80), isSame: true })
  })
})

describe.skipIf(servers().databaseUrl === null || servers().redisUrl === null)('two instances', () => {
  async function openTwo() {
    const redis = await startRedis()
    const pace = { lookMs: 60_000, presenceMs: 60_000 }
    const one = await openInstallation('postgres', { redisUrl: redis.url }, pace)
    const more = { redisUrl: redis.url, store: one.host.options.store }
    const other = await openInstallation('postgres', more, pace)
    const ada = await one.person('Ada')
    const bea = await one.person('Bea')
    const { id } = await one.universes.create(ada.caller, { name: 'Both' })
    await one.universes.share(ada.caller, id, bea.email, 'editor')
    return {
      one: one.universes,
      other: other.universes,
      redis,
      ada,
      bea,
      id,
      [Symbol.asyncDispose]: async () => {
        await other[Symbol.asyncDispose]()
        await one[Symbol.asyncDispose]()
        await redis.stop()
      },
    }
  }

  test('[UC2] 8 writers × 50 commands on two instances: contiguous revisions, one state, every stream whole', async () => {
    await using two = await openTwo()
    const { one, other, ada, bea, id } = two
    const reading = [one, other].map(async (each) =>
      take(await each.watch(ada.call(), id, 0), 'command', 400),
    )
    const writing = Array.from({ length: 8 }, (_, n) =>
      write(n % 2 === 0 ? one : other, n % 3 === 0 ? ada : bea, id, n, 50),
    )
    await Promise.all(writing)
    for (const each of [one, other])
      expect(await found(each, ada, id)).toEqual({ revisions: upTo(400), isSame: true })
    for (const seen of await Promise.all(reading))
      expect(seen.map(({ entry }) => entry.revision)).toEqual(upTo(400))
  })

  test('[UC26] people at another instance are present, and leave', async () => {
    await using two = await openTwo()
    const { one, other, ada, bea, id } = two
    const his = new Stream(await one.watch(ada.call(), id, undefined))
    await his.next('presence')
    const hers = new Stream(await other.watch(bea.call(), id, undefined))
    const names = async (stream: Stream) => (await stream.next('presence')).people.map(({ name }) => name)
    let seen = await names(hers)
    expect(await names(his)).toEqual(['Ada', 'Bea'])
    while (seen.length < 2) seen = await names(hers)
    expect(seen).toEqual(['Ada', 'Bea'])
    await other.look(ada.call(), id, { selection: 'sun' })
    expect((await his.next('presence')).people[0]).toMatchObject({ name: 'Ada', selection: 'sun' })
    await hers.close()
    expect(await names(his)).toEqual(['Ada'])
    await his.close()
  })
})
