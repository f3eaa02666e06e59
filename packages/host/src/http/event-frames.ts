import type { IncomingHttpHeaders } from 'node:http'
import type { StreamEvent } from '@quipu/kit'
import { ToolError } from '@quipu/kit'

/**
 * A longer event is written in parts, each when the one before was sent, so that a slow reader is recognised as
 * reading.
 */
const pieceBytes = 64 * 1024
const longestId = 200

/** An event as it is sent. */
export function frameOf({ event, id, data }: StreamEvent): string {
  if (!isPlain(event) || (id !== undefined && !isPlain(id)))
    throw new Error('The name and the id of an event are 1 to 200 visible ASCII characters')
  const isOneLine = !data.includes('\n') && !data.includes('\r')
  const lines = isOneLine ? data : data.split(lineEnd).join('\ndata: ')
  return id === undefined
    ? `event: ${event}\ndata: ${lines}\n\n`
    : `event: ${event}\nid: ${id}\ndata: ${lines}\n\n`
}

export function piecesOf(frame: string): readonly Buffer[] {
  const bytes = Buffer.from(frame)
  if (bytes.length <= pieceBytes) return [bytes]
  const count = Math.ceil(bytes.length / pieceBytes)
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * pieceBytes, (at + 1) * pieceBytes))
}

/** The id of the last event that a reader has seen. */
export function lastEventIdOf(headers: IncomingHttpHeaders): string | undefined {
  const given = headers['last-event-id']
  if (given === undefined || given === '') return undefined
  if (typeof given === 'string' && isPlain(given)) return given
  throw new ToolError('VALIDATION_ERROR', 'Last-Event-ID must have 1 to 200 visible ASCII characters', {
    path: 'Last-Event-ID',
  })
}

const lineEnd = /\r\n|\r|\n/
const plain = /^[\x20-\x7e]+$/

function isPlain(text: string): boolean {
  return text.length <= longestId && plain.test(text)
}
