import type { Reply, WireField } from '../session.ts'
import type { Refusal } from '../store.ts'

/** What PostgreSQL answered to a batch of statements. */
export interface WireAnswer {
  /** Of the last statement that had columns. */
  readonly reply: Reply
  readonly refusal: Refusal | undefined
  /** `I` outside a transaction, `T` inside, `E` inside a failed one; undefined if the engine stopped before the end. */
  readonly status: string | undefined
}

/**
 * Reads PostgreSQL's own bytes. They pass from the engine's thread as they are, because rows as objects would be taken
 * apart and put together again on their way.
 */
export function readAnswer(bytes: Uint8Array): WireAnswer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let described = -1
  let command = ''
  let refusal: Refusal | undefined
  let status: string | undefined
  for (let at = 0; at < buffer.length; at = endOf(buffer, at)) {
    const type = buffer[at]
    if (type === rowDescription) described = at
    else if (type === commandComplete) command = buffer.toString('latin1', at + 5, endOf(buffer, at) - 1)
    else if (type === readyForQuery) status = buffer.toString('latin1', at + 5, at + 6)
    else if (type === errorResponse) refusal ??= readRefusal(buffer, at)
  }
  const fields = described < 0 ? [] : readFields(buffer, described)
  const rows = described < 0 ? [] : readRows(buffer, endOf(buffer, described))
  return { reply: { fields, rows, command }, refusal, status }
}

/** Only what the thread of the engine needs to know. */
export function glanceAt(bytes: Uint8Array): {
  readonly isRefused: boolean
  readonly status: string | undefined
} {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let isRefused = false
  let status: string | undefined
  for (let at = 0; at < buffer.length; at = endOf(buffer, at)) {
    const type = buffer[at]
    if (type === errorResponse) isRefused = true
    else if (type === readyForQuery) status = buffer.toString('latin1', at + 5, at + 6)
  }
  return { isRefused, status }
}

const [rowDescription, dataRow, commandComplete, errorResponse, readyForQuery] = Buffer.from('TDCEZ')

/** A message is its type in one byte, and its length without that byte in four. */
function endOf(buffer: Buffer, at: number): number {
  return at + 1 + buffer.readInt32BE(at + 1)
}

function readFields(buffer: Buffer, at: number): WireField[] {
  const fields: WireField[] = []
  const count = buffer.readInt16BE(at + 5)
  let place = at + 7
  for (let field = 0; field < count; field += 1) {
    const end = buffer.indexOf(0, place)
    // After its name: the table in 4 bytes, the column in 2, and then the type.
    fields.push({ name: buffer.toString('utf8', place, end), type: buffer.readInt32BE(end + 7) })
    place = end + 19
  }
  return fields
}

function readRows(buffer: Buffer, from: number): (string | null)[][] {
  const rows: (string | null)[][] = []
  for (let at = from; at < buffer.length; at = endOf(buffer, at))
    if (buffer[at] === dataRow) rows.push(readRow(buffer, at))
  return rows
}

function readRow(buffer: Buffer, at: number): (string | null)[] {
  const row: (string | null)[] = []
  const count = buffer.readInt16BE(at + 5)
  let place = at + 7
  for (let column = 0; column < count; column += 1) {
    const length = buffer.readInt32BE(place)
    place += 4
    if (length < 0) row.push(null)
    else row.push(buffer.toString('utf8', place, (place += length)))
  }
  return row
}

/** Texts, each with a letter before it that says what it is. */
function readRefusal(buffer: Buffer, at: number): Refusal {
  const parts = new Map<string, string>()
  let place = at + 5
  while (buffer[place] !== 0) {
    const end = buffer.indexOf(0, place)
    parts.set(buffer.toString('latin1', place, place + 1), buffer.toString('utf8', place + 1, end))
    place = end + 1
  }
  return {
    message: parts.get('M') ?? '',
    code: parts.get('C') ?? 'XX000',
    constraint: parts.get('n'),
    detail: parts.get('D'),
  }
}
