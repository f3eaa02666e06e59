import { expect, test } from 'vitest'
import { onEachEngine, Visitor } from './open-universe.ts'
import { Watcher } from './watcher.ts'

const readers = 4
const dropsEach = 50
const writers = 3

onEachEngine((host) => {
  test(
    '[UR16] 200 streams that break while others write are resumed without a gap or a duplicate',
    { timeout: 300_000 },
    async () => {
      const ada = await Visitor.of(host())
      const id = await ada.make()
      let isWriting = true
      const write = async () => {
        for (let dt = 1; isWriting; dt++) expect((await ada.send(id, { type: 'tick', dt })).status).toBe(200)
      }
      const writing = Array.from({ length: writers }, write)

      const seen = await Promise.all(
        Array.from({ length: readers }, (_, reader) => readWithDrops(ada, id, reader)),
      )
      isWriting = false
      await Promise.all(writing)

      for (const ids of seen) expect(ids).toEqual(Array.from(ids, (_, index) => index + 1))
    },
  )
})

/** Takes a few events, hangs up in the middle of things, and comes back with the last id it has. */
async function readWithDrops(visitor: Visitor, id: string, reader: number): Promise<number[]> {
  const ids: number[] = []
  for (let drop = 0; drop < dropsEach; drop++) {
    const from = ids.length === 0 ? { after: 0 } : { lastEventId: ids.at(-1) ?? 0 }
    await using watcher = await Watcher.open(visitor, id, from)
    // Another number each time, the same in each run.
    const most = 1 + ((drop * 7 + reader * 3) % 5)
    for (const frame of await watcher.commands(most)) ids.push(Number(frame.id))
  }
  return ids
}
