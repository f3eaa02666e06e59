import { randomBytes } from 'node:crypto'
import type { WireStatement } from './session.ts'

/** A statement as it is sent: under a name that the session has or gets now, or under none. */
export interface Sent extends WireStatement {
  /** Empty if the statement is parsed and planned for this one use. */
  readonly name: string
  readonly isToParse: boolean
}

/** A batch as it is sent. */
export interface SentBatch {
  readonly statements: readonly Sent[]
  /** Names to be closed before. */
  readonly closes: readonly string[]
}

/** Each statement for one use. */
export function unprepared(statements: readonly WireStatement[]): SentBatch {
  return { statements: statements.map((statement) => ({ ...statement, ...unnamed })), closes: [] }
}

const unnamed = { name: '', isToParse: true }

/**
 * The statements that one session of an engine has prepared, so that it parses and plans them once. A text is prepared
 * when it comes for the second time; the least recently used ones are replaced.
 */
export class PreparedStatements {
  /** Unique, so that a connection pooler in between never takes a statement of another session for one of these. */
  readonly #prefix = `q${randomBytes(6).toString('hex')}_`
  readonly #most: number
  /** Texts that came once. */
  readonly #seen = new Set<string>()
  /** Names by text, the least recently used first. */
  readonly #names = new Map<string, string>()
  #closes: string[] = []
  #count = 0

  constructor(most = 200) {
    this.#most = most
  }

  get size(): number {
    return this.#names.size
  }

  /** Must be followed by `kept` or `lost`, before the next batch is planned. */
  plan(statements: readonly WireStatement[]): SentBatch {
    const given = new Map<string, string>()
    const sent = statements.map((statement): Sent => {
      const { sql } = statement
      const known = this.#touched(sql) ?? given.get(sql)
      if (known !== undefined) return { ...statement, name: known, isToParse: false }
      if (statement.isPlannedEachTime === true || !this.#isWorthIt(sql)) return { ...statement, ...unnamed }
      this.#count += 1
      const name = this.#prefix + this.#count
      given.set(sql, name)
      return { ...statement, name, isToParse: true }
    })
    const closes = this.#closes
    this.#closes = []
    return { statements: sent, closes }
  }

  /** The whole batch succeeded. */
  kept({ statements }: SentBatch): void {
    for (const { sql, name } of named(statements)) this.#names.set(sql, name)
    for (const [sql, name] of this.#names) {
      if (this.#names.size <= this.#most) break
      this.#names.delete(sql)
      this.#closes.push(name)
    }
  }

  /** The batch failed, so it is unknown which of its new names the session has. They are not used again. */
  lost({ statements, closes }: SentBatch): void {
    this.#closes.push(...closes)
    for (const { name } of named(statements)) this.#closes.push(name)
  }

  /** The session has lost them, or they do not fit its tables any more. */
  forget(): void {
    this.#closes.push(...this.#names.values())
    this.#names.clear()
  }

  #touched(sql: string): string | undefined {
    const name = this.#names.get(sql)
    if (name === undefined) return undefined
    this.#names.delete(sql)
    this.#names.set(sql, name)
    return name
  }

  #isWorthIt(sql: string): boolean {
    if (sql.length > longest || !isPlannable.test(sql) || isSearch.test(sql)) return false
    if (this.#seen.delete(sql)) return true
    if (this.#seen.size >= this.#most) this.#seen.clear()
    this.#seen.add(sql)
    return false
  }
}

/** Those that get their name with this batch. */
function named(statements: readonly Sent[]): readonly Sent[] {
  return statements.filter(({ name, isToParse }) => isToParse && name !== '')
}

/** A longer text lists rows, and the next one lists others. */
const longest = 10_000
/** The plan for a rare word is bad for a frequent word: these are planned for their actual words. */
const isSearch = /\s(?:i?like|@@|%|<%|%>)\s/i
const isPlannable = /^\s*(?:select|insert|update|delete|with|begin|commit)\b/i
