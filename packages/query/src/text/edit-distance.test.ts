import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

test.each([
  ['anchor', 'anchor', 0],
  ['anchor', 'anchors', 1],
  ['anchor', 'achor', 1],
  ['anchor', 'anchir', 1],
  ['anchor', 'acnhor', 1],
  ['anchor', 'acnhors', 2],
  ['', 'ab', 2],
  // A swapped pair is not edited again.
  ['ca', 'abc', 3],
])('from %j to %j it takes %i edits', (one, other, edits) => {
  expect(editDistance(one, other, 3)).toBe(edits)
  expect(editDistance(other, one, 3)).toBe(edits)
  expect(editDistance(one, other, edits)).toBe(edits)
  expect(editDistance(one, other, edits - 1)).toBe(Infinity)
})
