import { ToolError } from '@quipu/kit'
import { resolveCsv } from './resolve-csv.ts'

export interface Resolved {
  readonly csv: string
  /** Why the list cannot be read. */
  readonly refusal?: string
}

/** Resolves a list in its own process. The caller sets the limits of time and memory. */
export function run(input: unknown): Resolved {
  if (typeof input !== 'object' || input === null || !('csv' in input) || !(input.csv instanceof Uint8Array))
    throw new TypeError('The worker takes { csv, sureOnly }')
  const sureOnly = 'sureOnly' in input && input.sureOnly === true
  try {
    return { csv: resolveCsv(Buffer.from(input.csv).toString('utf8'), { sureOnly }) }
  } catch (error) {
    if (error instanceof ToolError) return { csv: '', refusal: error.message }
    throw error
  }
}
