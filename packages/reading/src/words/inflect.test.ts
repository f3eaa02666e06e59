import { expect, test } from 'vitest'
import { inflectedLike } from './inflect.ts'

test('[DR1862] a verb takes the form of the word that it stands for', () => {
  expect(inflectedLike('fitted', 'install')).toBe('installed')
  expect(inflectedLike('calling', 'cancel')).toBe('canceling')
  expect(inflectedLike('shifted', 'sell')).toBe('sold')
  expect(inflectedLike('came', 'check in')).toBe('checked in')
  expect(inflectedLike('drop', 'leave')).toBe('leave')
})
