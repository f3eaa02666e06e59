import { changeTopic } from '@quipu/kit'
import { expect, test } from 'vitest'
import { onEachEngine, type Person, star } from './test-installation.ts'

onEachEngine((start, installation) => {
  async function shared() {
    const begun = await start()
    const { universes, ada, id } = begun
    const [bea, cy, dan] = [
      await installation().person('Bea'),
      await installation().person('Cy'),
      await installation().person('Dan'),
    ]
    await universes.send(ada.call(), id, star('sun'))
    await universes.share(ada.caller, id, bea.email.toUpperCase(), 'editor')
    await universes.share(ada.caller, id, cy.email, 'viewer')
    return { ...begun, bea, cy, dan }
  }

  test('[UC15] for a stranger a universe does not exist, whatever they try', async () => {
    const { universes, ada, dan, id } = await shared()
    const missing = [id, crypto.randomUUID(), 'no-uuid', `${id}'--`]
    for (const universeId of missing) {
      const tries = [
        () => universes.get(dan.caller, universeId),
        () => universes.get(dan.caller, universeId, 0),
        () => universes.send(dan.call(), universeId, star('x')),
        () => universes.undo(dan.call(), universeId),
        () => universes.redo(dan.call(), universeId),
        () => universes.history(dan.caller, universeId, { limit: 1 }),
        () => universes.rename(dan.caller, universeId, 'Mine'),
        () => universes.remove(dan.caller, universeId),
        () => universes.members(dan.caller, universeId),
        () => universes.share(dan.caller, universeId, dan.email, 'editor'),
        () => universes.unshare(dan.caller, universeId, dan.caller.userId),
        () => universes.look(dan.call(), universeId, {}),
        () => universes.watch(dan.call(), universeId, undefined),
      ]
      const notFound = { code: 'NOT_FOUND', message: 'Universe not found', details: { universeId } }
      for (const attempt of tries) await expect(attempt()).rejects.toMatchObject(notFound)
    }
    expect((await universes.list(dan.caller, { limit: 9 })).universes).toEqual([])
    expect(await universes.complete(dan.caller, '')).toEqual([])
    expect((await universes.get(ada.caller, id)).revision).toBe(1)
  })

  test('[UC38] a viewer looks and changes nothing; an editor changes and does not decide', async () => {
    const { universes, bea, cy, dan, id } = await shared()
    expect(await universes.get(cy.caller, id)).toMatchObject({ role: 'viewer', owner: { name: 'Ada' } })
    expect((await universes.history(cy.caller, id, { limit: 1 })).entries[0]?.actor.name).toBe('Ada')
    const forbidden = { code: 'FORBIDDEN', details: { universeId: id } }
    await expect(universes.send(cy.call(), id, star('x'))).rejects.toMatchObject(forbidden)
    await expect(universes.undo(cy.call(), id)).rejects.toMatchObject(forbidden)
    await expect(universes.rename(cy.caller, id, 'x')).rejects.toMatchObject(forbidden)
    await universes.send(bea.call(), id, star('x'))
    expect((await universes.rename(bea.caller, id, 'Ours')).name).toBe('Ours')
    for (const who of [bea, cy]) {
      await expect(universes.remove(who.caller, id)).rejects.toMatchObject(forbidden)
      await expect(universes.share(who.caller, id, dan.email, 'viewer')).rejects.toMatchObject(forbidden)
    }
    await expect(universes.unshare(cy.caller, id, bea.caller.userId)).rejects.toMatchObject(forbidden)
  })

  test('[UC16] [UC916] [UC39] the owner shares by email address, changes roles and ends it; a member may leave', async () => {
    const { universes, ada, bea, cy, id } = await shared()
    const everyone = [
      { id: ada.caller.userId, name: 'Ada', role: 'owner' },
      { id: bea.caller.userId, name: 'Bea', role: 'editor' },
      { id: cy.caller.userId, name: 'Cy', role: 'viewer' },
    ]
    for (const who of [ada, bea, cy]) expect(await universes.members(who.caller, id)).toEqual(everyone)
    const member = await universes.share(ada.caller, id, cy.email, 'editor')
    expect(member).toEqual({ id: cy.caller.userId, name: 'Cy', role: 'editor' })
    await universes.send(cy.call(), id, star('c'))
    await universes.unshare(cy.caller, id, cy.caller.userId)
    await expect(universes.get(cy.caller, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await universes.unshare(ada.caller, id, bea.caller.userId)
    await expect(universes.send(bea.call(), id, star('b'))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await universes.members(ada.caller, id)).toHaveLength(1)
  })

  test('[UC40] [UC906] sharing with an unknown address, with oneself, or ending a missing share is an error', async () => {
    const { universes, ada, dan, id } = await shared()
    await expect(universes.share(ada.caller, id, 'nobody@example.com', 'viewer')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('email address'),
    })
    const own = { code: 'VALIDATION_ERROR' }
    await expect(universes.share(ada.caller, id, ada.email, 'viewer')).rejects.toMatchObject(own)
    await expect(universes.unshare(ada.caller, id, ada.caller.userId)).rejects.toMatchObject(own)
    for (const userId of [dan.caller.userId, 'no-uuid'])
      await expect(universes.unshare(ada.caller, id, userId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('[UC17] the store itself keeps the log as it is and everyone in their place', async () => {
    const { ada, bea, cy, dan, id } = await shared()
    const [a, b, c, d] = [ada, bea, cy, dan].map(({ caller }) => caller.userId)
    const refused: [Person, string][] = [
      [ada, `update universe_commands set command = '{}' where universe_id = '${id}'`],
      [ada, `delete from universe_commands where universe_id = '${id}'`],
      [ada, `update universe_snapshots set state = '{}' where universe_id = '${id}'`],
      [ada, `delete from universe_snapshots where universe_id = '${id}'`],
      [ada, `update universes set user_id = '${b}' where id = '${id}'`],
      [bea, `update universes set user_id = '${b}' where id = '${id}'`],
      [bea, `insert into universe_members values ('${id}', '${a}', '${d}', 'viewer')`],
      [dan, `insert into universe_members values ('${id}', '${a}', '${d}', 'editor')`],
      [dan, `insert into universe_members values ('${id}', '${d}', '${c}', 'editor')`],
      [cy, `update universe_members set user_id = '${d}' where universe_id = '${id}'`],
      ...[cy, dan].map((who): [Person, string] => [who, step(id, who.caller.userId)]),
      [bea, step(id, a!)],
      [cy, `insert into universe_snapshots values ('${id}', 7, '{}')`],
    ]
    for (const [who, statement] of refused)
      await expect(installation().rowsAs(who, statement)).rejects.toMatchObject({
        name: 'StatementError',
      })
    const unmoved: [Person, string][] = [
      [cy, `update universes set name = 'x' where id = '${id}' returning id`],
      [dan, `update universes set name = 'x' where id = '${id}' returning id`],
      [bea, `delete from universes where id = '${id}' returning id`],
      [cy, `update universe_members set role = 'editor' where universe_id = '${id}' returning role`],
      [dan, `delete from universe_members where universe_id = '${id}' returning role`],
      [dan, `select * from universe_people('${id}')`],
      [dan, `select * from universe_commands where universe_id = '${id}'`],
      [dan, `select * from universe_snapshots where universe_id = '${id}'`],
    ]
    for (const [who, statement] of unmoved) expect(await installation().rowsAs(who, statement)).toEqual([])
  })

  test('[UC18] [UC907] with an account go its universes; what it did in those of others stays, by nobody', async () => {
    const { universes, ada, bea, cy, id } = await shared()
    await universes.send(bea.call('claude'), id, star('b'), { commandId: 'k' })
    const own = await universes.create(bea.caller, { name: 'Own' })
    await universes.share(bea.caller, own.id, cy.email, 'viewer')
    await installation().host.host.accounts.erase(bea.email)

    await expect(universes.get(cy.caller, own.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(
      await installation().rows('select 1 from universe_commands where universe_id = $1', [own.id]),
    ).toEqual([])
    expect(await universes.members(ada.caller, id)).toHaveLength(2)
    const { entries, revision } = await universes.history(ada.caller, id, { limit: 10 })
    expect(revision).toBe(2)
    expect(entries[1]).toMatchObject({
      command: { type: 'addStar', id: 'b' },
      actor: { id: null, name: 'Someone who left', client: 'claude' },
    })
    expect((await universes.get(ada.caller, id, 2)).model.has('stars', 'b')).toBe(true)
    await universes.undo(ada.call(), id)
    await expect(universes.undo(ada.call(), id)).rejects.toMatchObject({
      details: { reason: 'nothingToUndo' },
    })
  })

  test('[UC28] the clients of the owner and of every member, and no others, are notified of a change', async () => {
    const { universes, ada, bea, cy, id } = await shared()
    const heard: string[] = []
    const stop = installation().ports.bus.subscribe(changeTopic, (message) => {
      const { kind, uri, userId } = message as { kind: string; uri: string; userId: string }
      if (uri === `universe://${id}`) heard.push(`${kind} ${userId}`)
    })
    const everyone = [ada, bea, cy].map(({ caller }) => `resource ${caller.userId}`).toSorted()
    const doings = [
      () => universes.send(bea.call(), id, star('x')),
      () => universes.undo(bea.call(), id),
      () => universes.rename(ada.caller, id, 'New'),
      () => universes.remove(ada.caller, id),
    ]
    for (const doing of doings) {
      heard.length = 0
      await doing()
      expect(heard.toSorted()).toEqual(everyone)
    }
    heard.length = 0
    await expect(universes.send(ada.call(), id, star('x'))).rejects.toThrow('Universe not found')
    expect(heard).toEqual([])
    stop()
  })
})

function step(id: string, actor: string): string {
  return `insert into universe_commands (universe_id, revision, actor_id, type, is_large, command, events, at)
    values ('${id}', 99, '${actor}', 'tick', false, '{}', '[]', now())`
}
