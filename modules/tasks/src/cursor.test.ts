import { isDeepStrictEqual } from 'node:util'
import { ToolError } from '@quipu/kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cursorOf, positionOf } from './cursor.ts'
import { sortKeys, sortOrders, statuses } from './fields.ts'
import type { Position, Selection } from './task.ts'

const day = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const selection: fc.Arbitrary<Selection> = fc.record(
  {
    status: fc.constantFrom(...statuses),
    sort_by: fc.constantFrom(...sortKeys),
    sort_order: fc.constantFrom(...sortOrders),
    due_after: day,
    due_before: day,
    keyword: fc.string({ minLength: 1 }),
    deleted: fc.constant(true),
  },
  { requiredKeys: ['status', 'sort_by', 'sort_order'] },
)
const keys = {
  created_at: fc
    .date({ min: new Date('2020-01-01'), max: new Date('9999-01-01'), noInvalidDate: true })
    .map((at) => at.toISOString()),
  title: fc.string({ unit: 'grapheme' }).filter((title) => !title.includes('\0')),
  due_date: fc.oneof(day, fc.constantFrom('infinity', '-infinity')),
}
const place = selection.chain((chosen) =>
  fc.record({
    chosen: fc.constant(chosen),
    key: keys[chosen.sort_by],
    id: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  }),
)

test('[T22] a cursor leads back to the place it was made for', () => {
  fc.assert(
    fc.property(place, ({ chosen, key, id }) => {
      const position: Position = { key, id }
      expect(positionOf(chosen, cursorOf(chosen, position))).toEqual(position)
    }),
  )
})

test('[T22] a cursor of another list is refused', () => {
  fc.assert(
    fc.property(selection, selection, (one, other) => {
      fc.pre(!isDeepStrictEqual(one, other))
      const cursor = cursorOf(one, { key: '2026-01-01', id: 1 })
      expect(() => positionOf(other, cursor)).toThrow(refused)
    }),
  )
})

test.each(['', 'x', 'e30', '!!!!', Buffer.from('[1,2,3]').toString('base64url')])(
  '[T22] a made-up cursor is refused: %s',
  (cursor) => {
    expect(() => positionOf({ status: 'all', sort_by: 'title', sort_order: 'asc' }, cursor)).toThrow(refused)
  },
)

test.each([
  ['created_at', 'yesterday'],
  ['created_at', '2026-02-30T00:00:00.000Z'],
  ['created_at', '2026-02-01T25:00:00.000Z'],
  ['due_date', 'now'],
  ['due_date', '2026-02-30'],
  ['title', 'a\0'],
  ['title', '\uD800'],
] as const)('[T22] a cursor whose %s is %j reaches no database', (sort_by, key) => {
  const chosen = { status: 'all', sort_by, sort_order: 'asc' } as const
  expect(() => positionOf(chosen, cursorOf(chosen, { key, id: 1 }))).toThrow(refused)
})

const refused = new ToolError(
  'VALIDATION_ERROR',
  'cursor does not belong to this list; leave it out to start again',
)
