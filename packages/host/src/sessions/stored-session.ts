import { z } from 'zod'
import type { Session } from './session.ts'
import { readSession } from './session.ts'

export type StoredFields = Readonly<Record<string, string>>

/** A session as the fields of a hash: the fixed part as one field, the rest as one field each. */
export function fieldsOf(session: Session): StoredFields {
  const { state, lastActivity, orphanedAt, logLevel, home, ...fixed } = session
  return {
    fixed: JSON.stringify(fixed),
    state,
    lastActivity: String(lastActivity.getTime()),
    logLevel,
    home,
    orphanedAt: orphanedAt === undefined ? '' : String(orphanedAt.getTime()),
  }
}

/** Undefined for anything that is not a session. */
export function sessionOf(fields: StoredFields): Session | undefined {
  const { fixed = '', state, lastActivity, logLevel, home, orphanedAt } = fields
  const kept = parsed(fixed)
  if (kept === null || typeof kept !== 'object') return undefined
  return readSession({
    ...kept,
    state,
    logLevel,
    home,
    lastActivity: isoOf(lastActivity),
    ...(orphanedAt === undefined || orphanedAt === '' ? {} : { orphanedAt: isoOf(orphanedAt) }),
  })
}

export function needsOf(text: string): readonly string[] | undefined {
  return z.array(z.string()).safeParse(parsed(text)).data
}

function isoOf(milliseconds: string | undefined): string | undefined {
  const date = new Date(Number(milliseconds))
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
