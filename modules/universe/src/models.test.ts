import { expect, test } from 'vitest'
import { Models } from './models.ts'
import { CommandLog } from './store/command-log.ts'
import { UniverseStore } from './store/universe-store.ts'
import { onEachEngine, star } from './test-installation.ts'

onEachEngine((start, installation) => {
  test('[UC32] models in memory are bounded by what they hold; the least recently used goes first', async () => {
    const { universes, ada } = await start()
    const store = new UniverseStore(installation().ports.db)
    const models = new Models(new CommandLog(), 50 + 50 + 50 + 12)
    const tx = store.as(ada.caller)
    const held = async (id: string) => {
      // It was made just now.
      const row = (await store.find(tx, ada.caller, id))!
      return models.at(tx, row)
    }
    const made: string[] = []
    for (const name of ['a', 'b', 'c', 'd']) {
      const { id } = await universes.create(ada.caller, { name })
      for (let n = 0; n < 4; n += 1) await universes.send(ada.call(), id, star(`s${n}`))
      made.push(id)
    }
    const [a, b, c, d] = made as [string, string, string, string]
    const first = await held(a)
    await held(b)
    await held(c)
    expect(models.size).toBe(3)
    expect(await held(a)).toBe(first)
    await held(d)
    expect(models.size).toBe(3)
    expect(await held(a)).toBe(first)

    const commands = Array.from({ length: 80 }, (_, n) => star(`more${n}`))
    await universes.send(ada.call(), a, { type: 'batch', commands })
    expect((await held(a)).model.size('stars')).toBe(84)
    expect(models.size).toBe(1)
  })

  test('[UC33] unusual values are refused or find nothing, and never reach the store', async () => {
    const { universes, ada, id } = await start()
    await universes.send(ada.call('odd\u0000\u202E client'), id, star('a'))
    for (const commandId of ['', '\u0000', 'a\nb', 'x'.repeat(201)])
      await expect(universes.send(ada.call(), id, star('b'), { commandId })).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { path: 'commandId' },
      })
    for (const revision of [0, -1, 2 ** 31, 1e15])
      for (const turn of [universes.undo, universes.redo])
        await expect(turn.call(universes, ada.call(), id, { revision })).rejects.toMatchObject({
          code: 'UNPROCESSABLE',
        })
    const { entries } = await universes.history(ada.caller, id, { after: 0, before: 1e15, limit: 9 })
    expect(entries[0]?.actor.client).toBe('odd client')
    expect((await universes.history(ada.caller, id, { after: 1e15, limit: 9 })).entries).toEqual([])
    for (const email of ['\u0000', `x' or 1=1`])
      await expect(universes.share(ada.caller, id, email, 'viewer')).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    for (const typed of ['\u0000', '%', '_', 'zz'])
      expect(await universes.complete(ada.caller, typed)).toEqual([])
    expect((await universes.get(ada.caller, id)).revision).toBe(1)
  })
})
