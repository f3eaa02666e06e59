import type { Log } from '@quipu/kit'
import type { Statement, Store } from '../storage/store.ts'
import { StoreUnavailable } from '../storage/store.ts'
import type { ChainKeys, Head, HeadRow } from './chain.ts'
import { hashOf, headColumns, macOf, readHead, rowHash, rowsPerSeal } from './chain.ts'
import { handedOut } from './handed-out.ts'
import { above, gaps, parseRanges, textOf, union } from './id-ranges.ts'
import type { KeptHead } from './kept-head.ts'

/** Together with the time of a batch, well within a second of the commit. */
const everyMs = 600
/** The most that closing seals; the rest is sealed when the store is opened next. */
const roundsAtTheEnd = 25

export interface SealerOptions {
  readonly store: Pick<Store, 'query'>
  readonly keys: ChainKeys
  readonly now: () => Date
  readonly log: Log
  /** Called with each new head. */
  readonly kept?: Pick<KeptHead, 'keep'> | undefined
}

/**
 * Chains audit rows by hash after they were committed, so that no writer waits for another. Every instance has one. If
 * two seal at the same time, the store accepts one, and the other starts again.
 */
export class Sealer {
  readonly #options: SealerOptions
  #timer: NodeJS.Timeout | undefined
  #sealing: Promise<number> | undefined
  #isClosed = false
  /** The newest head that this instance saw: the chain never goes back behind it. */
  #seen: Pick<Head, 'number' | 'hash'> = { number: 0, hash: '' }
  #lastTrouble = ''

  constructor(options: SealerOptions) {
    this.#options = options
  }

  start(): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => void this.#turn(), everyMs).unref()
  }

  /** Seals the existing rows, batch by batch. Returns the number of rows. */
  seal(mostRounds = Infinity): Promise<number> {
    this.#sealing ??= this.#sealAll(mostRounds).finally(() => (this.#sealing = undefined))
    return this.#sealing
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#sealing?.catch(() => {})
    await this.#trySeal(roundsAtTheEnd)
  }

  async #turn(): Promise<void> {
    await this.#trySeal(Infinity)
    this.start()
  }

  async #trySeal(mostRounds: number): Promise<void> {
    try {
      await this.seal(mostRounds)
      this.#lastTrouble = ''
    } catch (error) {
      // The rows stay in the store, so nothing is lost while it is away.
      if (!(error instanceof StoreUnavailable)) this.#tell(error)
    }
  }

  #tell(error: unknown): void {
    const trouble = String(error)
    if (trouble === this.#lastTrouble) return
    this.#lastTrouble = trouble
    this.#options.log.error({ err: error }, 'The audit is not being sealed')
  }

  async #sealAll(mostRounds: number): Promise<number> {
    let sealed = 0
    let chain = await this.#readChain()
    for (let round = 0; round < mostRounds && chain !== undefined; round += 1) {
      const { rows, next } = await this.#round(chain)
      sealed += rows
      const isAll = rows < rowsPerSeal
      // The last rounds are those of `close`.
      if (isAll || (this.#isClosed && mostRounds === Infinity)) break
      chain = next
    }
    return sealed
  }

  /** Undefined when nothing was written since the last seal. */
  async #readChain(): Promise<Chain | undefined> {
    const [row] = await this.#options.store.query<ChainRow>('everyone', readChain)
    const { head, isCurrent, row: trusted } = this.#trusted(row)
    const { handed_out: handedOut, writers, mac } = trusted
    return handedOut <= head.closed && isCurrent ? undefined : { head, mac, handedOut, writers }
  }

  /** Seals one more batch of the ids that were assigned when the chain was read. */
  async #round({ head, mac: formerMac, handedOut, writers }: Chain): Promise<Round> {
    const { store, keys, now } = this.#options
    const settled = settle(head, handedOut, writers)
    // A separate statement: rows of the transactions in `writers` are visible only from now on.
    const open = textOf(gaps(head.beyond, head.closed, handedOut))
    const [batch] = await store.query<Batch>('everyone', { sql: pickBatch, parameters: [open] })
    const next = extended(head, settled, batch, now())
    const mac = macOf(next.head, keys[0])
    if (mac === formerMac) return nothing
    const [moved] = await store.query('everyone', move(formerMac, next, mac))
    if (moved === undefined) return nothing
    this.#seen = next.head
    await this.#options.kept?.keep(next.head)
    return { rows: batch?.rows ?? 0, next: { head: next.head, mac, handedOut, writers } }
  }

  #trusted(row: ChainRow | undefined): { head: Head; isCurrent: boolean; row: ChainRow } {
    const read = row && readHead(headOf(row), this.#options.keys)
    if (row === undefined || read === undefined) {
      throw new Error(
        'The head of the audit chain was not written by this installation; `quipu audit verify` shows details',
      )
    }
    const { number, hash } = read.head
    if (number < this.#seen.number || (number === this.#seen.number && hash !== this.#seen.hash)) {
      throw new Error(
        `The audit chain was put back from seal ${this.#seen.number} (${this.#seen.hash}) to ${number}; if a backup was restored, restart`,
      )
    }
    this.#seen = { number, hash }
    return { ...read, row }
  }
}

interface ChainRow extends HeadRow {
  readonly handed_out: number
  readonly writers: readonly string[]
}

/** The head and the ids assigned beyond it, read together. */
interface Chain {
  readonly head: Head
  readonly mac: string
  readonly handedOut: number
  readonly writers: readonly string[]
}

interface Round {
  readonly rows: number
  readonly next: Chain | undefined
}

const nothing: Round = { rows: 0, next: undefined }

interface Batch {
  readonly rows: number
  readonly last: number | null
  readonly ids: string | null
  readonly hashes: Uint8Array | null
}

interface Next {
  readonly head: Head
  readonly seal: { readonly sealedAt: Date; readonly ids: string; readonly hashes: Uint8Array } | undefined
}

/**
 * Ids are assigned in order and committed in any order. A transaction that has an id and is not done holds a lock on
 * the table.
 */
const readChain: Statement = {
  sql: `select ${headColumns}, handed.out as handed_out, writers.ids as writers
    from audit_chain chain,
      (select ${handedOut} as out) handed,
      -- Depends on the ids handed out, and so is read after them.
      lateral (select coalesce(array_agg(virtualtransaction), '{}') as ids from pg_locks
        where handed.out is not null and locktype = 'relation' and mode = 'RowExclusiveLock'
          and relation = 'audit_events'::regclass
          and database = (select oid from pg_database where datname = current_database())) writers`,
  parameters: [],
}

const pickBatch = `select count(*) as rows, max(e.id) as last, range_agg(int8range(e.id, e.id, '[]'))::text as ids,
    string_agg(${rowHash}, ''::bytea order by e.id) as hashes
  from (select picked.* from unnest($1::int8multirange) as gap
    cross join lateral (select * from audit_events where id >= lower(gap) and id < upper(gap) order by id limit ${rowsPerSeal}) picked
    order by picked.id limit ${rowsPerSeal}) e`

function headOf({ handed_out: _out, writers: _writers, ...head }: ChainRow): HeadRow {
  return head
}

interface Settled {
  /** No row up to this id can still appear. */
  readonly upTo: number
  readonly candidate: number
  readonly waiting: readonly string[]
}

function settle(head: Head, handedOut: number, writers: readonly string[]): Settled {
  if (writers.length === 0) return { upTo: handedOut, candidate: handedOut, waiting: [] }
  const waiting = head.waiting.filter((writer) => writers.includes(writer))
  if (waiting.length > 0) return { upTo: head.closed, candidate: head.candidate, waiting }
  return { upTo: head.candidate, candidate: handedOut, waiting: writers }
}

function extended(
  head: Head,
  { upTo, candidate, waiting }: Settled,
  batch: Batch | undefined,
  at: Date,
): Next {
  const isFull = batch?.rows === rowsPerSeal
  const closed = Math.max(head.closed, isFull ? Math.min(upTo, batch.last ?? upTo) : upTo)
  const settled = { closed, candidate, waiting }
  const ids = parseRanges(batch?.ids ?? '{}')
  if (ids === undefined) throw new Error(`The store returned ids in an unknown form: ${batch?.ids}`)
  const beyond = above(union(head.beyond, ids), closed)
  if (batch === undefined || batch.ids === null || batch.hashes === null)
    return { head: { ...head, ...settled, beyond }, seal: undefined }

  const number = head.number + 1
  const seal = { number, sealedAt: at, closed, ids: batch.ids, rowHashes: batch.hashes }
  const hash = hashOf(head.hash, seal)
  return {
    head: { number, hash, rows: head.rows + batch.rows, ...settled, beyond, start: head.start },
    seal: { sealedAt: at, ids: batch.ids, hashes: batch.hashes },
  }
}

/** Has no effect if the head has changed: then another instance has sealed. */
function move(formerMac: string, { head, seal }: Next, mac: string): Statement {
  const { number, hash, rows, closed, beyond, candidate, waiting } = head
  const update = `update audit_chain set number = $2, hash = $3, rows = $4, closed = $5, beyond = $6::int8multirange,
    candidate = $7, waiting = $8::text[], mac = $9 where mac = $1 returning number`
  const parameters = [formerMac, number, hash, rows, closed, textOf(beyond), candidate, waiting, mac]
  if (seal === undefined) return { sql: update, parameters }
  return {
    sql: `with moved as (${update}) insert into audit_seals (number, sealed_at, closed, ids, row_hashes, hash)
      select number, $10::timestamptz, $5::bigint, $11::int8multirange, $12::bytea, $3 from moved returning number`,
    parameters: [...parameters, seal.sealedAt, seal.ids, seal.hashes],
  }
}
