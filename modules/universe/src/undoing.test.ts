import { expect, test } from 'vitest'
import { hashOf } from './domain/hash-of.ts'
import { onEachEngine, star } from './test-installation.ts'

onEachEngine((start, installation) => {
  async function shared() {
    const begun = await start()
    const bea = await installation().person('Bea')
    await begun.universes.share(begun.ada.caller, begun.id, bea.email, 'editor')
    const stars = async () => (await begun.universes.get(begun.ada.caller, begun.id)).model.state().rootIds
    return { ...begun, bea, stars }
  }

  test('[UC10] undo takes back one own step after the other, latest first, and leaves those of others', async () => {
    const { universes, ada, bea, id, stars } = await shared()
    await universes.send(ada.call(), id, star('a1'))
    await universes.send(bea.call(), id, star('b1'))
    await universes.send(ada.call(), id, star('a2'))
    await universes.send(bea.call(), id, star('b2'))

    const { entry } = await universes.undo(ada.call('claude'), id)
    expect(entry).toMatchObject({
      revision: 5,
      command: { type: 'undo', revision: 3 },
      undoes: 3,
      changed: { stars: { a2: null } },
      actor: { name: 'Ada', client: 'claude' },
    })
    expect(await stars()).toEqual(['a1', 'b1', 'b2'])
    await universes.undo(ada.call(), id)
    expect(await stars()).toEqual(['b1', 'b2'])
    await expect(universes.undo(ada.call(), id)).rejects.toMatchObject({
      code: 'UNPROCESSABLE',
      details: { reason: 'nothingToUndo' },
    })
    await universes.undo(bea.call(), id)
    expect(await stars()).toEqual(['b1'])
  })

  test('[UC11] redo brings back what was taken back last, until the actor does something new', async () => {
    const { universes, ada, bea, id, stars } = await shared()
    for (const name of ['a', 'b', 'c']) await universes.send(ada.call(), id, star(name))
    const hash = hashOf((await universes.get(ada.caller, id)).model)
    await universes.undo(ada.call(), id)
    await universes.undo(ada.call(), id)
    await universes.send(bea.call(), id, star('x'))
    expect((await universes.redo(ada.call(), id)).entry).toMatchObject({
      command: { type: 'redo', revision: 2 },
      redoes: 2,
    })
    expect((await universes.redo(ada.call(), id)).entry).toMatchObject({ redoes: 3 })
    await universes.undo(bea.call(), id)
    expect(hashOf((await universes.get(ada.caller, id)).model)).toBe(hash)
    const nothing = { code: 'UNPROCESSABLE', details: { reason: 'nothingToRedo' } }
    await expect(universes.redo(ada.call(), id)).rejects.toMatchObject(nothing)

    await universes.undo(ada.call(), id)
    await universes.send(ada.call(), id, star('d'))
    await expect(universes.redo(ada.call(), id)).rejects.toMatchObject(nothing)
    expect(await stars()).toEqual(['a', 'b', 'd'])
  })

  test('[UC905] a step is taken back and brought back as often as one likes', async () => {
    const { universes, ada, id, stars } = await shared()
    await universes.send(ada.call(), id, star('a'))
    await universes.send(ada.call(), id, { type: 'updateStar', id: 'a', payload: { mass: 7 } })
    for (let round = 0; round < 3; round += 1) {
      await universes.undo(ada.call(), id)
      await universes.undo(ada.call(), id)
      expect(await stars()).toEqual([])
      await universes.redo(ada.call(), id)
      await universes.redo(ada.call(), id)
      expect((await universes.get(ada.caller, id)).model.get('stars', 'a')?.mass).toBe(7)
    }
    expect((await universes.history(ada.caller, id, { limit: 50 })).revision).toBe(14)
  })

  test('[UC12] a step can be named if it is one’s own and stands', async () => {
    const { universes, ada, bea, id, stars } = await shared()
    for (const name of ['a', 'b', 'c']) await universes.send(ada.call(), id, star(name))
    await universes.undo(ada.call(), id, { revision: 1 })
    expect(await stars()).toEqual(['b', 'c'])
    const refusals = [
      [bea, 2, 'FORBIDDEN'],
      [ada, 1, 'UNPROCESSABLE'],
      [ada, 4, 'UNPROCESSABLE'],
      [ada, 99, 'UNPROCESSABLE'],
    ] as const
    for (const [who, revision, code] of refusals)
      await expect(universes.undo(who.call(), id, { revision })).rejects.toMatchObject({ code })
    await expect(universes.redo(bea.call(), id, { revision: 1 })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(universes.redo(ada.call(), id, { revision: 2 })).rejects.toMatchObject({
      code: 'UNPROCESSABLE',
    })

    await universes.undo(ada.call(), id)
    await universes.redo(ada.call(), id, { revision: 1 })
    expect(await stars()).toEqual(['a', 'b'])
    expect((await universes.undo(ada.call(), id, { expectedRevision: 6 })).entry.undoes).toBe(2)
  })

  test('[UC13] undo is refused if someone else changed the same field since, and nothing changes', async () => {
    const { universes, ada, bea, id } = await shared()
    await universes.send(ada.call(), id, star('a'))
    await universes.send(ada.call(), id, { type: 'updateStar', id: 'a', payload: { mass: 2, radius: 3 } })
    await universes.send(bea.call(), id, { type: 'updateStar', id: 'a', payload: { mass: 5 } })
    await expect(universes.undo(ada.call(), id)).rejects.toMatchObject({
      code: 'UNPROCESSABLE',
      details: { reason: 'changedSince', ids: expect.arrayContaining([expect.stringContaining('a')]) },
    })
    expect((await universes.get(ada.caller, id)).revision).toBe(3)
    await universes.undo(bea.call(), id)
    await universes.undo(ada.call(), id)
    expect((await universes.get(ada.caller, id)).model.get('stars', 'a')).toMatchObject({
      mass: 1,
      radius: 1,
    })
  })

  test('[UC14] a whole state that was replaced is taken back and brought back', async () => {
    const { universes, ada, id } = await shared()
    for (const name of ['a', 'b']) await universes.send(ada.call(), id, star(name))
    const before = hashOf((await universes.get(ada.caller, id)).model)
    const snapshot = (await universes.create(ada.caller, { name: 'Sol', preset: 'sol' })).model.state()
    const { entry } = await universes.send(ada.call(), id, { type: 'replaceSnapshot', snapshot })
    expect(entry.changed).toEqual({ replaced: true })
    const replaced = hashOf((await universes.get(ada.caller, id)).model)
    for (let round = 0; round < 2; round += 1) {
      await universes.undo(ada.call(), id)
      expect(hashOf((await universes.get(ada.caller, id)).model)).toBe(before)
      await universes.redo(ada.call(), id)
      expect(hashOf((await universes.get(ada.caller, id)).model)).toBe(replaced)
    }
    expect(hashOf((await universes.get(ada.caller, id, 4)).model)).toBe(before)
  })
})
