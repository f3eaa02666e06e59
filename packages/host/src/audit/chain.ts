import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IdRanges } from './id-ranges.ts'
import { parseRanges, textOf } from './id-ranges.ts'

/** This many rows are sealed together: some milliseconds of the store's time. */
export const rowsPerSeal = 2_000
export const hashBytes = 32

/** The current key first, then the key of the previous root secret. */
export type ChainKeys = readonly [Buffer, ...Buffer[]]
export const chainPurpose = 'audit-chain'

/** The end of the chain, and what it covers. */
export interface Head {
  /** Of the newest seal; 0 before the first. */
  readonly number: number
  readonly hash: string
  /** How many rows are sealed. */
  readonly rows: number
  /** Every row up to this id is sealed or does not exist. */
  readonly closed: number
  /** The ids above that which are sealed already. */
  readonly beyond: IdRanges
  /** Becomes closed when the transactions in `waiting`, which may still write below it, are over. */
  readonly candidate: number
  readonly waiting: readonly string[]
  /** The beginning of the chain, if older seals were removed. */
  readonly start: Start | undefined
}

/** The last seal that was removed with its rows, because it exceeded the retention time. */
export interface Start {
  readonly number: number
  readonly hash: string
  /** How many rows were removed up to it. */
  readonly rows: number
  readonly closed: number
  /** The sealed and removed ids above that, in PostgreSQL's format. */
  readonly beyond: string
  /** When it was sealed. */
  readonly at: string
}

export interface HeadRow extends Omit<Head, 'beyond' | 'start'> {
  readonly beyond: string
  readonly start: Start | null
  readonly mac: string
}

export const headColumns =
  'chain.number, chain.hash, chain.rows, chain.closed, chain.beyond::text as beyond, chain.candidate, chain.waiting, chain.start, chain.mac'

/** One link of the chain: a set of rows and the hash of each. */
export interface Seal {
  readonly number: number
  readonly sealedAt: Date
  readonly closed: number
  /** In PostgreSQL's format. */
  readonly ids: string
  readonly rowHashes: Uint8Array
}

/** The hash of a seal covers the one before it. */
export function hashOf(previous: string, { number, sealedAt, closed, ids, rowHashes }: Seal): string {
  const words = ['quipu audit seal 1', number, previous, sealedAt.toISOString(), closed, ids]
  return createHash('sha256')
    .update(`${words.join('\n')}\n`)
    .update(rowHashes)
    .digest('hex')
}

export function macOf(head: Head, key: Buffer): string {
  const { number, hash, rows, closed, beyond, candidate, waiting, start } = head
  const words = [
    'quipu audit head 1',
    number,
    hash,
    rows,
    closed,
    textOf(beyond),
    candidate,
    waiting.join(' '),
    ...(start === undefined ? [] : wordsOf(start)),
  ]
  return createHmac('sha256', key).update(words.join('\n')).digest('hex')
}

/** Undefined if neither key made it: another party has written it. */
export function readHead(
  { mac, ...row }: HeadRow,
  keys: ChainKeys,
): { head: Head; isCurrent: boolean } | undefined {
  const beyond = parseRanges(row.beyond)
  if (beyond === undefined) return undefined
  const head = { ...row, beyond, start: row.start ?? undefined }
  if (mac === '') return isUntouched(head) ? { head, isCurrent: false } : undefined
  const made = keys.findIndex((key) => isSame(mac, macOf(head, key)))
  return made === -1 ? undefined : { head, isCurrent: made === 0 }
}

/** SQL for the hash of an audit row `e`: over all its columns, in the binary form that each type has on the wire. */
export const rowHash =
  'sha256(record_send(row(e.id, e.at, e.user_id, e.action, e.resource_type, e.resource_id, e.outcome, e.request_id, e.metadata)))'

/** The value that a migration leaves, which has no key. */
function isUntouched({ number, hash, rows, closed, beyond, candidate, waiting, start }: Head): boolean {
  return (
    start === undefined &&
    hash === '' &&
    number + rows + closed + candidate + beyond.length + waiting.length === 0
  )
}

function wordsOf({ number, hash, rows, closed, beyond, at }: Start): readonly (string | number)[] {
  return ['begins', number, hash, rows, closed, beyond, at]
}

function isSame(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}
