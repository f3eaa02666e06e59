import { expect, test } from 'vitest'
import { onEachEngine, star } from './test-installation.ts'

onEachEngine((start, installation) => {
  test('[UC1] [UC900] a universe begins at revision 0, and each command is the next revision', async () => {
    const { universes, ada, id } = await start()
    expect(await universes.get(ada.caller, id)).toMatchObject({ revision: 0, counts: { stars: 0 } })
    const applied = await universes.send(ada.call('claude'), id, star('sun'))
    expect(applied.entry).toMatchObject({
      revision: 1,
      command: { type: 'addStar', id: 'sun' },
      events: [{ type: 'starAdded', id: 'sun' }],
      changed: { stars: { sun: { name: 'sun' } } },
      actor: { id: ada.caller.userId, name: 'Ada', client: 'claude' },
      at: installation().host.clock.now(),
    })
    expect(applied.model.state().rootIds).toEqual(['sun'])
    const got = await universes.get(ada.caller, id)
    expect(got).toMatchObject({ name: 'Home', revision: 1, role: 'owner', counts: { stars: 1 } })
    expect(got.owner).toEqual({ id: ada.caller.userId, name: 'Ada' })
    expect(got.model.state()).toEqual(applied.model.state())
  })

  test('[UC1] a universe begins as a preset or as a state that holds together', async () => {
    const { universes, ada } = await start()
    const sol = await universes.create(ada.caller, { name: 'Sol', preset: 'sol' })
    expect(sol.counts.stars).toBeGreaterThan(8)
    const copy = await universes.create(ada.caller, { name: 'Copy', state: sol.model.state() })
    expect((await universes.get(ada.caller, copy.id)).model.state()).toEqual(sol.model.state())
    const orphan = { ...sol.model.state(), rootIds: ['nobody'] }
    await expect(universes.create(ada.caller, { name: 'Broken', state: orphan })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { path: expect.stringContaining('state.rootIds') },
    })
    expect((await universes.list(ada.caller, { limit: 10 })).universes).toHaveLength(3)
  })

  test('[UC3] [UC37] a command that fails leaves nothing behind', async () => {
    const { universes, ada, id } = await start()
    await universes.send(ada.call(), id, star('sun'))
    const before = (await universes.get(ada.caller, id)).model.state()
    const failing = [
      [star('sun'), { code: 'UNPROCESSABLE', details: { reason: 'idTaken' } }],
      [
        { type: 'removeStar', id: 'moon' },
        { code: 'UNPROCESSABLE', details: { reason: 'starNotFound' } },
      ],
      [
        { type: 'tick', dt: 'x' },
        { code: 'VALIDATION_ERROR', details: { path: 'dt' } },
      ],
      [
        { type: 'addStars' },
        { code: 'VALIDATION_ERROR', details: { path: 'type', reason: 'unknownCommand' } },
      ],
      [null, { code: 'VALIDATION_ERROR' }],
      [
        { type: 'batch', commands: [star('a'), star('b'), star('a')] },
        { code: 'UNPROCESSABLE', details: { reason: 'idTaken', index: 2 } },
      ],
    ] as const
    for (const [command, error] of failing)
      await expect(universes.send(ada.call(), id, command)).rejects.toMatchObject(error)

    expect(await universes.get(ada.caller, id)).toMatchObject({ revision: 1 })
    expect((await universes.get(ada.caller, id)).model.state()).toEqual(before)
    expect((await universes.history(ada.caller, id, { limit: 10 })).entries).toHaveLength(1)
    expect((await universes.send(ada.call(), id, star('b'))).entry.revision).toBe(2)
  })

  test('[UC4] a transaction that fails after the command was evaluated leaves nothing behind', async () => {
    const { universes, faults, ada, id } = await start()
    await universes.send(ada.call(), id, star('sun'))
    faults.commitsToFail = 1
    await expect(universes.send(ada.call(), id, star('moon'))).rejects.toThrow('The commit failed')

    expect(await universes.get(ada.caller, id)).toMatchObject({ revision: 1, counts: { stars: 1 } })
    const { entry, model } = await universes.send(ada.call(), id, star('mars'))
    expect(entry.revision).toBe(2)
    expect(model.state().rootIds).toEqual(['sun', 'mars'])
    expect((await universes.get(ada.caller, id)).model.state().rootIds).toEqual(['sun', 'mars'])
  })

  test.each([
    { fails: false, answer: { seen: [1, 1, 2, 2] }, left: [2, 2] },
    { fails: true, answer: expect.anything(), left: [0, 0] },
  ])(
    '[UC901] steps of one call see each other and stand or fall together ($fails)',
    async ({ fails, answer, left }) => {
      const { universes } = await start()
      const user = await installation().host.user()
      const { caller } = installation().personOf(user.id, user.email)
      const { id } = await universes.create(caller, { name: 'Both' })
      const { isError, raw } = await user.call('take_two_steps', { universeId: id, ids: ['a', 'b'], fails })
      expect(isError).toBe(fails)
      expect(raw['structuredContent']).toEqual(answer)

      const got = await universes.get(caller, id)
      expect([got.revision, got.model.size('stars')]).toEqual(left)
    },
  )

  test('[UC5] a wrong expectedRevision returns the missed entries, and changes nothing', async () => {
    const { universes, ada, id } = await start()
    for (const name of ['a', 'b', 'c']) await universes.send(ada.call(), id, star(name))
    await expect(universes.send(ada.call(), id, star('d'), { expectedRevision: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { revision: 3, missed: [{ revision: 2, command: { id: 'b' } }, { revision: 3 }] },
    })
    await expect(universes.send(ada.call(), id, star('d'), { expectedRevision: 9 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('in the future'),
      details: { revision: 3, missed: [] },
    })
    const { entry } = await universes.send(ada.call(), id, star('d'), { expectedRevision: 3 })
    expect(entry.revision).toBe(4)
  })

  test('[UC6] a commandId is applied once; its first answer comes again', async () => {
    const { universes, ada, id } = await start()
    const sent = { expectedRevision: 0, commandId: 'one' }
    const first = await universes.send(ada.call(), id, star('a'), sent)
    const state = first.model.state()
    await universes.send(ada.call(), id, star('b'))
    const again = await universes.send(ada.call(), id, star('a'), sent)
    expect(again.entry).toEqual(first.entry)
    expect(again.model.state()).toEqual(state)
    expect(await universes.get(ada.caller, id)).toMatchObject({ revision: 2 })
  })

  test('[UC35] another command or another person with a used commandId is a conflict', async () => {
    const { universes, ada, id } = await start()
    const bea = await installation().person('Bea')
    await universes.share(ada.caller, id, bea.email, 'editor')
    await universes.send(ada.call(), id, star('a'), { commandId: 'one' })
    const conflict = { code: 'CONFLICT', details: { revision: 1, commandId: 'one' } }
    for (const [person, name] of [
      [ada, 'c'],
      [bea, 'a'],
    ] as const)
      await expect(universes.send(person.call(), id, star(name), { commandId: 'one' })).rejects.toMatchObject(
        conflict,
      )
    expect(await universes.get(ada.caller, id)).toMatchObject({ revision: 1 })
  })

  test('[UC6] sent many times at once it is applied once', async () => {
    const { universes, ada, id } = await start()
    const sending = Array.from({ length: 10 }, () =>
      universes.send(ada.call(), id, star('a'), { commandId: 'x' }),
    )
    const entries = (await Promise.all(sending)).map(({ entry }) => entry)
    for (const entry of entries) expect(entry).toEqual(entries[0])
    expect((await universes.history(ada.caller, id, { limit: 10 })).entries).toHaveLength(1)
  })

  test('[UC36] an undo or a redo with a commandId is done once', async () => {
    const { universes, ada, id } = await start()
    for (const name of ['a', 'b', 'c']) await universes.send(ada.call(), id, star(name))
    await universes.undo(ada.call(), id, { commandId: 'u' })
    const again = await universes.undo(ada.call(), id, { commandId: 'u' })
    expect(again.entry).toMatchObject({ revision: 4, undoes: 3 })
    expect(again.model.size('stars')).toBe(2)
    await universes.redo(ada.call(), id, { commandId: 'r' })
    const redone = await universes.redo(ada.call(), id, { commandId: 'r' })
    expect(redone.entry).toMatchObject({ revision: 5, redoes: 3 })
    expect(redone.model.size('stars')).toBe(3)
  })

  test('[UC29] [UC908] the list has the latest change first; its cursor visits each universe once', async () => {
    const { universes, ada, id } = await start()
    const made = [id]
    for (const name of ['two', 'three', 'four']) {
      installation().host.clock.advance('1s')
      made.unshift((await universes.create(ada.caller, { name })).id)
    }
    const bea = await installation().person('Bea')
    await universes.share(ada.caller, id, bea.email, 'viewer')
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await universes.list(ada.caller, { cursor, limit: 2 })
      seen.push(...page.universes.map((each) => each.id))
      cursor = page.nextCursor
    } while (cursor !== undefined)
    expect(seen).toEqual(made)
    const { universes: shared } = await universes.list(bea.caller, { limit: 10 })
    expect(shared).toMatchObject([{ id, role: 'viewer', owner: { name: 'Ada' } }])
    expect(await universes.complete(bea.caller, id.slice(0, 5))).toEqual([id])
    expect(await universes.complete(bea.caller, made[0]!)).toEqual([])
    await expect(universes.list(ada.caller, { cursor: 'made-up', limit: 2 })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { path: 'cursor' },
    })
  })

  test('[UC19] a name is one line of visible characters', async () => {
    const { universes, ada, id } = await start()
    const odd = ` My\u202E\u0000 uni\u200Bverse\nof 🧑‍🚀 `
    expect((await universes.create(ada.caller, { name: odd })).name).toBe('My universe of 🧑‍🚀')
    expect((await universes.rename(ada.caller, id, odd)).name).toBe('My universe of 🧑‍🚀')
    for (const name of ['', ' \u200B\n', 'x'.repeat(201)])
      await expect(universes.rename(ada.caller, id, name)).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { path: 'name' },
      })
  })
})
