import type { Log } from '@quipu/kit'
import type { Store } from '../storage/store.ts'
import type { ChainKeys, Head, HeadRow, Start } from './chain.ts'
import { hashOf, headColumns, macOf, readHead } from './chain.ts'
import { above, countOf, parseRanges, textOf, union } from './id-ranges.ts'
import type { SealRow } from './verify-audit.ts'
import { sealColumns, sealOf } from './verify-audit.ts'

/** Some tenths of a second of the store's time. */
const rowsAtOnce = 10_000
const sealsAtOnce = 50

export interface RetentionOptions {
  readonly store: Pick<Store, 'query'>
  readonly keys: ChainKeys
  readonly days: number
  readonly now: () => Date
  readonly log: Log
}

/** Removes seals older than that, whole and from the oldest on. Returns the number of rows. */
export async function forgetOldAudit(options: RetentionOptions): Promise<number> {
  let forgotten = 0
  for (;;) {
    const gone = await forgetSome(options)
    if (gone === undefined) return forgotten
    forgotten += gone
  }
}

/** Undefined if nothing more is to be removed now. */
async function forgetSome({ store, keys, days, now, log }: RetentionOptions): Promise<number | undefined> {
  const [row] = await store.query<HeadRow>('everyone', {
    sql: `select ${headColumns} from audit_chain chain`,
    parameters: [],
  })
  const read = row && readHead(row, keys)
  // The sealer reports a head that is not ours, and renews one that a former key made.
  if (row === undefined || read === undefined || !read.isCurrent) return undefined
  const before = new Date(now().valueOf() - days * 86_400_000)
  const seals = await store.query<SealRow>('everyone', {
    sql: `select ${sealColumns} from audit_seals where number > $1 and sealed_at < $2 order by number limit ${sealsAtOnce}`,
    parameters: [read.head.start?.number ?? 0, before],
  })
  const start = startAfter(read.head, seals)
  if (start === 'broken') {
    log.error({}, 'Old rows of the audit are kept, because its chain is not whole: see `quipu audit verify`')
    return undefined
  }
  if (start === undefined) return undefined
  const mac = macOf({ ...read.head, start }, keys[0])
  const [done] = await store.query<{ gone: number | null }>('everyone', {
    sql: 'select quipu_forget_audit($1, $2::jsonb, $3) as gone',
    parameters: [row.mac, JSON.stringify(start), mac],
  })
  // Null if another instance has sealed meanwhile: then it is left to the next run.
  return done?.gone ?? undefined
}

/** The beginning of the chain without these seals, or without the first of them. */
function startAfter(head: Head, seals: readonly SealRow[]): Start | 'broken' | undefined {
  let start = head.start
  let rows = 0
  for (const row of seals) {
    const ids = parseRanges(row.ids)
    const isNext = row.number === (start?.number ?? 0) + 1
    if (ids === undefined || !isNext || hashOf(start?.hash ?? '', sealOf(row)) !== row.hash) return 'broken'
    rows += countOf(ids)
    if (rows > rowsAtOnce && start !== head.start) break
    const covered = union(parseRanges(start?.beyond ?? '{}') ?? [], ids)
    start = {
      number: row.number,
      hash: row.hash,
      rows: (start?.rows ?? 0) + countOf(ids),
      closed: row.closed,
      beyond: textOf(above(covered, row.closed)),
      at: row.sealed_at.toISOString(),
    }
  }
  return start === head.start ? undefined : start
}
