import { createHash } from 'node:crypto'
import { ToolError } from '@quipu/kit'
import { z } from 'zod'
import { isDay } from './fields.ts'
import type { Position, Selection } from './task.ts'

/** An opaque mark of a place in one sorted and filtered list: the last task seen, not a count, so it does not drift. */
export function cursorOf(selection: Selection, { key, id }: Position): string {
  return Buffer.from(JSON.stringify([fingerprintOf(selection), key, id])).toString('base64url')
}

export function positionOf(selection: Selection, cursor: string): Position {
  const read = Mark.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (!read.success) throw foreign()
  const [fingerprint, key, id] = read.data
  if (fingerprint !== fingerprintOf(selection) || !isKeyFor(selection, key)) throw foreign()
  return { key, id }
}

const Mark = z.tuple([z.string(), z.string(), z.int().positive()])

function fingerprintOf(selection: Selection): string {
  const {
    status,
    sort_by,
    sort_order,
    due_after = '',
    due_before = '',
    keyword = '',
    deleted = false,
  } = selection
  const list = JSON.stringify([status, sort_by, sort_order, due_after, due_before, keyword, deleted])
  return createHash('sha256').update(list).digest('base64url').slice(0, 12)
}

// A made-up key must not reach the database as a value that it cannot read.
function isKeyFor({ sort_by }: Selection, key: string): boolean {
  if (sort_by === 'title') return key.isWellFormed() && !key.includes('\0')
  if (sort_by === 'due_date') return key === 'infinity' || key === '-infinity' || isDay(key)
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(key) && isDay(key.slice(0, 10)) && isInstant(key)
}

function isInstant(text: string): boolean {
  return !Number.isNaN(Date.parse(text))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function foreign(): ToolError {
  return new ToolError('VALIDATION_ERROR', 'cursor does not belong to this list; leave it out to start again')
}
