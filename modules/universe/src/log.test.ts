import { ToolError } from '@quipu/kit'
import { expect, test } from 'vitest'
import { hashOf } from './domain/hash-of.ts'
import { Model } from './domain/model.ts'
import { RandomCommands } from './domain/random-commands.ts'
import { replay } from './domain/replay.ts'
import type { UniverseService } from './service/universe-service.ts'
import { onEachEngine, type Person, star } from './test-installation.ts'

onEachEngine((start, installation) => {
  /** Random commands, some of them taken back and brought back; the hash after each revision. */
  async function play(universes: UniverseService, ada: Person, id: string, steps: number) {
    const random = new RandomCommands(7, { bodies: 60, groups: 10, scenery: 10 })
    const hashes = [hashOf(Model.empty())]
    let { model } = await universes.get(ada.caller, id)
    for (let tried = 0; hashes.length <= steps; tried += 1) {
      try {
        if (tried % 11 === 5) await universes.undo(ada.call(), id)
        else if (tried % 11 === 7) await universes.redo(ada.call(), id)
        else await universes.send(ada.call(), id, random.next(model))
      } catch (error) {
        if (error instanceof ToolError) continue
        throw error
      }
      ;({ model } = await universes.get(ada.caller, id))
      hashes.push(hashOf(model))
    }
    return hashes
  }

  test('[UC7] the state at every revision is what the log leads to', async () => {
    const { universes, ada, id } = await start()
    const hashes = await play(universes, ada, id, 420)
    const { entries } = await universes.history(ada.caller, id, { after: 0, limit: 1000 })
    expect(entries.map(({ revision }) => revision)).toEqual(Array.from({ length: 420 }, (_, n) => n + 1))
    expect(entries.some(({ undoes }) => undoes !== undefined)).toBe(true)
    expect(entries.some(({ redoes }) => redoes !== undefined)).toBe(true)
    const commands = entries.map(({ command }) => command)
    for (let revision = 0; revision <= 420; revision += 1) {
      const at = await universes.get(ada.caller, id, revision)
      expect([revision, at.revision, hashOf(at.model)]).toEqual([revision, revision, hashes[revision]])
      expect(at.counts).toEqual(at.model.counts())
    }
    for (const revision of [0, 199, 200, 201, 420])
      expect(hashOf(replay(commands.slice(0, revision)))).toBe(hashes[revision])
    const rows = await installation().rows(
      `select revision from universe_snapshots where universe_id = $1 order by 1`,
      [id],
    )
    expect(rows).toEqual(expect.arrayContaining([{ revision: 0 }, { revision: 200 }, { revision: 400 }]))
    const { universes: listed } = await universes.list(ada.caller, { limit: 1 })
    expect(listed[0]?.counts).toEqual((await universes.get(ada.caller, id)).model.counts())
  })

  test('[UC34] old snapshots are thinned out, and every state is what it was', async () => {
    const { universes, ada, id } = await start()
    const compared = [0, 99, 100, 101, 199, 200, 201, 399, 400, 401, 450]
    const states = new Map<number, string>()
    const now = async () => (await universes.get(ada.caller, id)).model
    for (let n = 0; n <= 450; n += 1) {
      if (n === 100)
        await universes.send(ada.call(), id, { type: 'replaceSnapshot', snapshot: (await now()).state() })
      else if (n > 0) await universes.send(ada.call(), id, star(`body-${n}`))
      if (compared.includes(n)) states.set(n, hashOf(await now()))
    }
    const snapshots = () =>
      installation().rows(`select revision from universe_snapshots where universe_id = $1 order by 1`, [id])
    const at = (...revisions: readonly number[]) => revisions.map((revision) => ({ revision }))
    expect(await snapshots()).toEqual(at(0, 100, 200, 400))

    await installation().universes.thin({ everyone: true }, { within: 251, every: 2000 })
    expect(await snapshots()).toEqual(at(0, 100, 200, 400))
    await installation().universes.thin({ everyone: true }, { within: 10, every: 400 })
    expect(await snapshots()).toEqual(at(0, 100, 400))

    for (const revision of compared) {
      const { model } = await universes.get(ada.caller, id, revision)
      expect([revision, hashOf(model)]).toEqual([revision, states.get(revision)])
    }
  })

  test('[UC903] a revision of the future is refused', async () => {
    const { universes, ada, id } = await start()
    await expect(universes.get(ada.caller, id, 1)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { path: 'revision' },
    })
  })

  test('[UC8] an entry longer than 64 KiB is sent without its large fields', async () => {
    const { universes, ada, id } = await start()
    const commands = Array.from({ length: 400 }, (_, n) => star(`body-${n}`, { name: 'x'.repeat(100) }))
    const batch = { type: 'batch', commands }
    const { entry, model } = await universes.send(ada.call(), id, batch, { commandId: 'once' })
    expect(entry).toMatchObject({ command: { type: 'batch' }, changed: { replaced: true } })
    expect(entry.events).toHaveLength(400)
    expect((await universes.send(ada.call(), id, batch, { commandId: 'once' })).entry).toEqual(entry)
    expect(entry.command).toEqual({ type: 'batch' })
    expect(model.size('stars')).toBe(400)
    expect((await universes.history(ada.caller, id, { limit: 1 })).entries).toEqual([
      { ...entry, events: [] },
    ])
    expect((await universes.get(ada.caller, id)).model.size('stars')).toBe(400)
    const undone = await universes.undo(ada.call(), id)
    expect(undone.entry).toMatchObject({ command: { type: 'undo', revision: 1 }, undoes: 1 })
    expect((await universes.history(ada.caller, id, { limit: 1 })).entries).toEqual([undone.entry])
    expect((await universes.get(ada.caller, id)).model.size('stars')).toBe(0)
  })

  test('[UC9] history is returned oldest first: after a revision, before one, or the latest', async () => {
    const { universes, ada, id } = await start()
    for (let n = 0; n < 9; n += 1) await universes.send(ada.call(), id, { type: 'tick', dt: n + 1 })
    const revisions = async (page: { after?: number; before?: number; limit: number }) => {
      const { entries, revision } = await universes.history(ada.caller, id, page)
      expect(revision).toBe(9)
      return entries.map((entry) => entry.revision)
    }
    expect(await revisions({ limit: 3 })).toEqual([7, 8, 9])
    expect(await revisions({ before: 7, limit: 3 })).toEqual([4, 5, 6])
    expect(await revisions({ after: 0, limit: 3 })).toEqual([1, 2, 3])
    expect(await revisions({ after: 3, before: 6, limit: 9 })).toEqual([4, 5])
    expect(await revisions({ after: 9, limit: 3 })).toEqual([])
  })

  test('[UC30] the cost of a command does not grow with the number of bodies', async () => {
    const { universes, faults, ada, id } = await start()
    for (let n = 0; n < 6; n += 1) {
      const commands = Array.from({ length: 500 }, (_, m) => star(`body-${n}-${m}`))
      await universes.send(ada.call(), id, { type: 'batch', commands })
    }
    await universes.get(ada.caller, id)
    const sent: { sql: string; length: number }[] = []
    faults.onQuery = ({ sql, parameters }) => sent.push({ sql, length: JSON.stringify(parameters).length })
    await universes.send(ada.call(), id, { type: 'updateStar', id: 'body-1-1', payload: { mass: 2 } })
    await universes.send(ada.call(), id, { type: 'updateStar', id: 'body-1-1', payload: { mass: 3 } })
    faults.onQuery = undefined
    expect(sent.map(({ sql }) => /universe_snapshots/.test(sql))).not.toContain(true)
    expect(sent).toHaveLength(5)
    expect(Math.max(...sent.map(({ length }) => length))).toBeLessThan(3_000)
  })
})
