import type { Store } from '../storage/store.ts'
import type { AuditProblem, AuditVerdict, KnownHead } from './reading.ts'
import type { ChainKeys, Head, HeadRow, Seal } from './chain.ts'
import { hashBytes, hashOf, headColumns, readHead, rowHash, rowsPerSeal } from './chain.ts'
import { handedOut } from './handed-out.ts'
import type { IdRanges } from './id-ranges.ts'
import { above, countOf, idsOf, parseRanges, textOf, union } from './id-ranges.ts'

/**
 * Walks the chain from its beginning, a few thousand rows at a time. Rows sealed meanwhile are left for the next time.
 */
export async function verifyAudit(
  store: Pick<Store, 'query'>,
  keys: ChainKeys,
  known?: KnownHead,
): Promise<AuditVerdict> {
  const [state] = await store.query<State>('everyone', { sql: readState, parameters: [] })
  if (state === undefined) return verdict({ kind: 'head_missing' })
  const { unsealed, unknown_seal: unknownSeal, unknown_row: unknownRow, ...row } = state
  const read = readHead(row, keys)
  if (read === undefined) return verdict({ kind: 'seal_changed', seal: row.number }, { unsealed })
  const { head } = read
  const walk = new Walk(store, head, known)
  const problem = await walk.run()
  const all = { unsealed, seals: walk.seals - (head.start?.number ?? 0), rows: walk.rows, head }
  if (problem !== undefined) return verdict(problem, all)
  if (unknownSeal !== null) return verdict({ kind: 'inserted', seal: unknownSeal }, all)
  if (unknownRow !== null) return verdict({ kind: 'inserted', auditId: unknownRow }, all)
  return verdict(undefined, all)
}

interface State extends HeadRow {
  readonly unsealed: number
  readonly unknown_seal: number | null
  readonly unknown_row: number | null
}

/** One moment of a growing chain. Only an intruder writes an id that was never assigned. */
const readState = `with handed as (select ${handedOut} as out)
  select ${headColumns},
    (select count(*) from audit_events
      where id > chain.closed and id <= (select out from handed) and not id <@ chain.beyond) as unsealed,
    (select min(number) from audit_seals
      where number <= coalesce((chain.start->>'number')::bigint, 0) or number > chain.number) as unknown_seal,
    (select min(id) from audit_events where id > (select out from handed)) as unknown_row
  from audit_chain chain`

export interface SealRow {
  readonly number: number
  readonly sealed_at: Date
  readonly closed: number
  readonly ids: string
  readonly row_hashes: Uint8Array
  readonly hash: string
}

/** A value longer than any seal is cut, and so detected. */
export const sealColumns = `number, sealed_at, closed, left(ids::text, ${rowsPerSeal * 50}) as ids,
  substring(row_hashes from 1 for ${(rowsPerSeal + 1) * hashBytes}) as row_hashes, left(hash, 100) as hash`

/** As many whole seals as have some thousand rows together. */
const readSeals = `select number, sealed_at, closed, ids, row_hashes, hash
  from (select *, sum(length(row_hashes)) over (order by number) as so_far
    from (select ${sealColumns} from audit_seals where number > $1 and number <= $2 order by number limit 500) page) page
  where so_far <= ${2 * rowsPerSeal * hashBytes} or number = $1 + 1 order by number`

/** Walks along the chain and remembers the ids that are sealed but not yet closed. */
class Walk {
  readonly #store: Pick<Store, 'query'>
  readonly #head: Head
  readonly #known: KnownHead | undefined
  #hash = ''
  #closed: number | undefined
  #covered: IdRanges = []
  seals = 0
  rows = 0

  constructor(store: Pick<Store, 'query'>, head: Head, known: KnownHead | undefined) {
    this.#store = store
    this.#head = head
    this.#known = known
    const { start } = head
    if (start === undefined) return
    this.seals = start.number
    this.#hash = start.hash
    this.#covered = parseRanges(start.beyond) ?? []
  }

  async run(): Promise<AuditProblem | undefined> {
    const { number, start } = this.#head
    if (start !== undefined && start.beyond !== '{}') {
      const [back] = await this.#store.query<{ id: number }>('everyone', {
        sql: findRemoved,
        parameters: [start.beyond],
      })
      if (back !== undefined) return { kind: 'inserted', auditId: back.id }
    }
    while (this.seals < number) {
      const statement = { sql: readSeals, parameters: [this.seals, number] }
      const problem = await this.#follow(await this.#store.query<SealRow>('everyone', statement))
      if (problem !== undefined) return problem
    }
    return this.#arrive()
  }

  async #follow(page: readonly SealRow[]): Promise<AuditProblem | undefined> {
    const expected: Expected[] = []
    let closed = this.#closed ?? 0
    if (page.length === 0) return { kind: 'removed', seal: this.seals + 1 }
    for (const row of page) {
      if (row.number !== this.seals + 1) return { kind: 'removed', seal: this.seals + 1 }
      const ids = this.#check(row)
      if (ids === undefined || row.closed < closed) return { kind: 'seal_changed', seal: row.number }
      let place = 0
      for (const id of idsOf(ids)) {
        const hash = row.row_hashes.subarray(place, (place += hashBytes))
        expected.push({ id, hash, seal: row.number, at: row.sealed_at })
      }
      this.#covered = union(this.#covered, ids)
      this.seals = row.number
      closed = row.closed
    }
    return (await this.#compare(expected)) ?? (await this.#close(closed))
  }

  /** The ids of a valid seal. */
  #check(row: SealRow): IdRanges | undefined {
    const ids = parseRanges(row.ids)
    if (ids === undefined || countOf(ids) * hashBytes !== row.row_hashes.length) return undefined
    if (countOf(union(this.#covered, ids)) !== countOf(this.#covered) + countOf(ids)) return undefined
    const hash = hashOf(this.#hash, sealOf(row))
    if (hash !== row.hash) return undefined
    if (row.number === this.#known?.number && hash !== this.#known.hash) return undefined
    this.#hash = hash
    return ids
  }

  async #compare(expected: readonly Expected[]): Promise<AuditProblem | undefined> {
    const ids = union(
      expected.map(({ id }) => [id, id]),
      [],
    )
    const found = await this.#store.query<{ id: number; hash: Uint8Array }>('everyone', {
      sql: readRows,
      parameters: [textOf(ids)],
    })
    const hashes = new Map(found.map(({ id, hash }) => [id, hash]))
    for (const { id, hash, seal, at } of expected) {
      const now = hashes.get(id)
      if (now === undefined) return { kind: 'removed', auditId: id, seal, at }
      if (Buffer.compare(now, hash) !== 0) return { kind: 'changed', auditId: id, seal, at }
      this.rows += 1
    }
    return undefined
  }

  /** Up to a closed id there are no rows but the sealed ones. */
  async #close(closed: number): Promise<AuditProblem | undefined> {
    if (closed === this.#closed) return undefined
    const [stranger] = await this.#store.query<{ id: number }>('everyone', {
      sql: findStranger,
      parameters: [this.#closed ?? null, closed, textOf(this.#covered)],
    })
    this.#closed = closed
    this.#covered = above(this.#covered, closed)
    return stranger && { kind: 'inserted', auditId: stranger.id }
  }

  /** The head must match what the walk has seen. */
  async #arrive(): Promise<AuditProblem | undefined> {
    const { number, hash, rows, closed, beyond, start } = this.#head
    if (this.#known !== undefined && this.#known.number > number)
      return { kind: 'head_missing', seal: number }
    if (hash !== this.#hash || rows !== this.rows + (start?.rows ?? 0))
      return { kind: 'seal_changed', seal: number }
    const stranger = await this.#close(closed)
    if (stranger !== undefined) return stranger
    return textOf(this.#covered) === textOf(beyond) ? undefined : { kind: 'seal_changed', seal: number }
  }
}

interface Expected {
  readonly id: number
  readonly hash: Uint8Array
  readonly seal: number
  readonly at: Date
}

const readRows = `select e.id, ${rowHash} as hash from unnest($1::int8multirange) as range
  cross join lateral (select * from audit_events where id >= lower(range) and id < upper(range)) e`

const findRemoved = `select id from audit_events where id <@ $1::int8multirange order by id limit 1`

const findStranger = `select id from audit_events
  where id > coalesce($1::bigint, -9223372036854775808) and id <= $2::bigint and not id <@ $3::int8multirange
  order by id limit 1`

export function sealOf({ number, sealed_at, closed, ids, row_hashes }: SealRow): Seal {
  return { number, sealedAt: sealed_at, closed, ids, rowHashes: row_hashes }
}

interface Seen {
  readonly unsealed: number
  readonly seals?: number
  readonly rows?: number
  readonly head?: Head
}

function verdict(
  problem: AuditProblem | undefined,
  { unsealed, seals = 0, rows = 0, head }: Seen = { unsealed: 0 },
): AuditVerdict {
  return {
    ok: problem === undefined,
    sealedRows: rows,
    seals,
    unsealedTail: unsealed,
    head: head && { number: head.number, hash: head.hash },
    begins: head?.start && { sealedAt: new Date(head.start.at), removedRows: head.start.rows },
    firstProblem: problem,
  }
}
