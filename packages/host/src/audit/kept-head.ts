import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '@quipu/kit'
import { z } from 'zod'
import type { Store } from '../storage/store.ts'
import type { Head } from './chain.ts'

const fileName = 'audit-head.json'

const Seal = z.object({ number: z.int(), hash: z.string(), rows: z.int() })
const Kept = z.object({
  head: Seal,
  /** The seal that had been kept, if the store came back without it. */
  lost: Seal.extend({ found: Seal, at: z.string() }).optional(),
})
type Kept = z.infer<typeof Kept>

/** The end of the chain that the store once had and has lost. */
export interface LostTail {
  /** The newest seal that was kept, and the seal at which the chain ended when it was checked. */
  readonly seal: number
  readonly found: number
  /** At least this many rows of the audit are lost. */
  readonly rows: number
  readonly at: string
  /** Removing it acknowledges the loss. */
  readonly file: string
}

export interface KeptHeadOptions {
  readonly folder: string
  readonly store: Pick<Store, 'query'>
  readonly log: Log
}

/**
 * The newest seal in a small file beside the store. A log whose end was cut off, or an old copy that was restored,
 * gives a chain that is valid but too short: only the former end shows the loss.
 */
export class KeptHead {
  readonly #options: KeptHeadOptions
  readonly #path: string
  #kept: Kept | undefined
  #hasFailed = false

  /** Compares the kept seal with the store. A difference is logged as an error and kept. */
  static async open(options: KeptHeadOptions): Promise<KeptHead> {
    const kept = new KeptHead(options)
    await kept.#compare()
    return kept
  }

  private constructor(options: KeptHeadOptions) {
    this.#options = options
    this.#path = join(options.folder, fileName)
  }

  get lost(): LostTail | undefined {
    const lost = this.#kept?.lost
    if (lost === undefined) return undefined
    const rows = Math.max(0, lost.rows - lost.found.rows)
    return { seal: lost.number, found: lost.found.number, rows, at: lost.at, file: this.#path }
  }

  /** A failure is only logged: the kept seal is then older. */
  async keep({ number, hash, rows }: Pick<Head, 'number' | 'hash' | 'rows'>): Promise<void> {
    if (this.#kept?.head.number === number && this.#kept.head.hash === hash) return
    try {
      await this.#write({ ...this.#kept, head: { number, hash, rows } })
      this.#hasFailed = false
    } catch (error) {
      if (!this.#hasFailed) this.#options.log.warn({ err: error }, `${fileName} cannot be written`)
      this.#hasFailed = true
    }
  }

  async #compare(): Promise<void> {
    const { store, log } = this.#options
    this.#kept = await this.#read()
    const number = this.#kept?.head.number ?? 0
    const [chain] = await store.query<Found>('everyone', { sql: readChain, parameters: [number] })
    if (chain === undefined) return
    const { kept_hash: keptHash, ...found } = chain
    const isThere = number === 0 || (keptHash ?? this.#kept?.head.hash) === this.#kept?.head.hash
    if (this.#kept !== undefined && (number > found.number || !isThere)) {
      const lost = { ...this.#kept.head, found, at: new Date().toISOString() }
      this.#kept = { head: this.#kept.head, lost: this.#kept.lost ?? lost }
      await this.keep(found)
    } else await this.keep(found)
    if (this.lost !== undefined) log.error({ ...this.lost }, describeLoss(this.lost))
  }

  async #read(): Promise<Kept | undefined> {
    let text: string
    try {
      text = await readFile(this.#path, 'utf8')
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    }
    const kept = Kept.safeParse(jsonOf(text))
    if (kept.success) return kept.data
    throw new Error(
      `${this.#path} cannot be understood. Restore it from a backup, or remove it: then it is unknown whether the end of the audit is there.`,
    )
  }

  async #write(kept: Kept): Promise<void> {
    const draft = `${this.#path}.${randomUUID()}`
    try {
      const file = await open(draft, 'wx', 0o600)
      try {
        await file.writeFile(`${JSON.stringify(kept)}\n`)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, this.#path)
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {})
      throw error
    }
    this.#kept = kept
  }
}

/** For the log, for `doctor` and for `audit verify`. */
export function describeLoss({ seal, found, rows, at, file }: LostTail): string {
  const many = rows === 0 ? '' : `, and with it at least ${rows} ${rows === 1 ? 'row' : 'rows'}`
  return (
    `The end of the audit is lost: seal ${seal} had been written${many}, but on ${at} the store ended at seal ${found}. ` +
    `The end of its log was cut off, or an older copy was put back; other data of that time are lost too. ` +
    `Put the newest backup back, or remove ${file} to accept it.`
  )
}

interface Found {
  readonly number: number
  readonly hash: string
  readonly rows: number
  readonly kept_hash: string | null
}

const readChain = `select chain.number, chain.hash, chain.rows,
    (select hash from audit_seals where number = $1::bigint) as kept_hash
  from audit_chain chain`

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
