import type { Cell, Statement } from '@quipu/query'
import { SourceError } from '../../sources/source.ts'
import type { Source } from '../../sources/source.ts'
import type { Check } from '../artifacts.ts'

/** The result of a check. The caveat is for people and only present if something is wrong. */
export interface Finding {
  readonly check: Check
  readonly caveat?: string
}

type Probed = { readonly rows: readonly (readonly Cell[])[] } | { readonly trouble: string }

/** Runs the verifier's statements within one time budget. A check whose statement fails never passes. */
export class Prober {
  readonly #source: Source
  readonly #tables: readonly (readonly string[])[]
  readonly #signal: AbortSignal
  readonly #caller: AbortSignal
  readonly #until: number

  constructor(source: Source, tables: readonly (readonly string[])[], caller: AbortSignal, budgetMs: number) {
    this.#source = source
    this.#tables = tables
    this.#caller = caller
    this.#until = performance.now() + budgetMs
    this.#signal = AbortSignal.any([caller, AbortSignal.timeout(budgetMs)])
  }

  async ask(statement: Statement, maxRows = 100): Promise<Probed> {
    const left = Math.floor(this.#until - performance.now())
    if (left <= 0) return { trouble: 'the time for checks was used up' }
    try {
      const limits = { signal: this.#signal, maxRows, timeoutMs: left, tables: this.#tables }
      return { rows: (await this.#source.query(statement, limits)).rows }
    } catch (error) {
      this.#caller.throwIfAborted()
      if (!(error instanceof SourceError)) throw error
      const isLate = error.failure === 'timeout' || error.failure === 'cancelled'
      return {
        trouble: isLate
          ? 'the time for checks was used up'
          : `the database refused the check (${error.failure})`,
      }
    }
  }

  /** The numbers of the only row. */
  async numbers(statement: Statement): Promise<readonly number[] | { readonly trouble: string }> {
    const probed = await this.ask(statement)
    return 'trouble' in probed ? probed : (probed.rows[0] ?? []).map((cell) => Number(cell ?? 0))
  }
}

export function notRun(name: Check['name'], about: string, trouble: string): Finding {
  return { check: { name, status: 'not-run', says: `${about} could not be checked: ${trouble}.` } }
}

export function passed(name: Check['name'], says: string, ratio?: number): Finding {
  return { check: { name, status: 'passed', says, ...(ratio === undefined ? {} : { ratio }) } }
}

/** A failed check. Default of the caveat: the check's own sentence. */
export function wrong(
  name: Check['name'],
  status: 'warning' | 'failed',
  says: string,
  ratio?: number,
  caveat: string | null = says,
): Finding {
  const check = { name, status, says, ...(ratio === undefined ? {} : { ratio }) }
  return caveat === null ? { check } : { check, caveat }
}
