import { expect, test } from 'vitest'
import { SharedSync } from './shared-sync.ts'

/** A disk whose syncs end when the test wants it. */
function slowDisk() {
  const syncs: PromiseWithResolvers<void>[] = []
  const shared = new SharedSync(() => {
    const sync = Promise.withResolvers<void>()
    syncs.push(sync)
    return sync.promise
  })
  return { shared, syncs }
}

test('[H470] one sync serves all commits that were applied before it', async () => {
  const { shared, syncs } = slowDisk()
  for (let commit = 0; commit < 20; commit += 1) shared.add()
  const { pending } = shared
  shared.start()
  shared.start()

  expect(syncs).toHaveLength(1)
  expect(shared.pending).toBe(pending)
  syncs[0]?.resolve()
  await pending
  expect(shared.pending).toBeUndefined()
})

test('[H470] a commit that comes while a sync runs waits for the next one', async () => {
  const { shared, syncs } = slowDisk()
  shared.add()
  const first = shared.pending
  shared.start()
  shared.add()
  const second = shared.pending
  expect(second).not.toBe(first)
  syncs[0]?.resolve()
  await first

  expect(shared.pending).toBe(second)
  shared.start()
  expect(syncs).toHaveLength(2)
  syncs[1]?.reject(new Error('the disk is gone'))
  await expect(second).rejects.toThrow('the disk is gone')
})

test('[H470] nobody has to start it, and 32 commits are enough for one', async () => {
  const { shared, syncs } = slowDisk()
  for (let commit = 0; commit < 31; commit += 1) shared.add()
  expect(shared.isFull).toBe(false)
  shared.add()
  expect(shared.isFull).toBe(true)

  await expect.poll(() => syncs.length).toBe(1)
  expect(shared.isFull).toBe(false)
  syncs[0]?.resolve()
})
