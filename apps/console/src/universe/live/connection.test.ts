import { expect, test } from 'vitest'
import { afterDrop, connectionWords, waitBefore } from './connection.ts'

test('[UV13] a stream that ended for good says why and what to do, and a dropped one reconnects', () => {
  expect(afterDrop('signed_out', '')).toMatchObject({ kind: 'gone', next: 'signIn' })
  expect(afterDrop('deleted', '')).toMatchObject({ kind: 'gone', words: 'This universe has been deleted.' })
  expect(afterDrop('access_withdrawn', '')).toMatchObject({ kind: 'gone', next: 'back' })
  expect([afterDrop('slow', ''), afterDrop('stopping', '')]).toEqual([
    { kind: 'reconnecting' },
    { kind: 'reconnecting' },
  ])
  expect(afterDrop('something_new', 'The server says so.')).toMatchObject({ words: 'The server says so.' })
})

test('[UV13] the indicator has a word for each state', () => {
  const gone = afterDrop('deleted', '')
  expect([{ kind: 'live' } as const, { kind: 'reconnecting' } as const, gone].map(connectionWords)).toEqual([
    'Live',
    'Reconnecting',
    'Gone',
  ])
})

test('[UV13] the delay between attempts grows, up to half a minute', () => {
  expect([0, 1, 2, 10].map(waitBefore)).toEqual([1000, 2000, 4000, 30_000])
})
