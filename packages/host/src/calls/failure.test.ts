import type { Caller, Log } from '@quipu/kit'
import { expect, test } from 'vitest'
import { StatementError, StoreUnavailable } from '../storage/store.ts'
import { asToolError } from './failure.ts'
import { RunningCall } from './running-call.ts'

const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const caller: Caller = {
  userId: 'ada',
  username: 'ada@example.com',
  role: 'viewer',
  permissions: new Set(),
  clientId: 'test',
  tokenHash: '',
}

test.each([
  ['store', new StoreUnavailable('away')],
  ['statement', Object.create(StatementError.prototype) as StatementError],
])('[H955] a failure of the store has the reason %s', (reason, error) => {
  const call = new RunningCall({ caller, requestId: 'r', transport: 'http' })
  expect(asToolError({ log: quiet }, call, 'look', error)).toMatchObject({ reason })
})
