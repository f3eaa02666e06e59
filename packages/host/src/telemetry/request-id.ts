import { randomBytes } from 'node:crypto'

const ofThisProcess = randomBytes(10).toString('hex')
let count = 0

/** 32 hex digits, as a trace id has: unique over all processes, and cheap enough for every request. */
export function newRequestId(): string {
  count += 1
  return ofThisProcess + count.toString(16).padStart(12, '0')
}
