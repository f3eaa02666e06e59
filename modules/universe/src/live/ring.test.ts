import { expect, test } from 'vitest'
import type { Entry } from '../service/universe-service.ts'
import { type Kept, Ring } from './ring.ts'

test('[UC21] the ring keeps the newest entries without a gap, by number and by length', () => {
  const ring = new Ring(10, 5, 100)
  expect([ring.first, ring.last, ring.at(10), ring.at(11)]).toEqual([11, 10, undefined, undefined])
  expect(ring.push(kept(12))).toBe(false)
  for (let revision = 11; revision <= 40; revision += 1) {
    expect(ring.push(kept(revision))).toBe(true)
    expect(ring.push(kept(revision))).toBe(false)
    expect(ring.last - ring.first).toBe(Math.min(revision - 11, 4))
    for (let at = ring.first; at <= ring.last; at += 1) expect(ring.at(at)?.entry.revision).toBe(at)
    expect(ring.at(revision + 1)).toBeUndefined()
  }
  ring.push(kept(41, 'x'.repeat(95)))
  expect([ring.first, ring.last]).toEqual([41, 41])
  ring.push(kept(42, 'x'.repeat(500)))
  expect([ring.first, ring.last, ring.at(42)?.json.length]).toEqual([42, 42, 500])
})

function kept(revision: number, json = 'x'.repeat(10)): Kept {
  // The ring looks at the revision alone.
  return { entry: { revision } as Entry, json }
}
