import type { JsonObject } from '@quipu/kit'
import { BrokenFile } from './broken-file.ts'

export interface NumberedLine {
  /** From 1. */
  readonly number: number
  readonly text: string
  readonly json: JsonObject
}

/** The size of the largest structured source with every character escaped. */
const maxLineBytes = 160 * 1024 * 1024

/** The lines of a file, one at a time. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<NumberedLine> {
  let number = 0
  for await (const line of splitLines(bytes)) {
    number += 1
    const text = textOf(line, number)
    yield { number, text, json: jsonOf(text, number) }
  }
}

async function* splitLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = []
  let size = 0
  let count = 0
  for await (const chunk of bytes) {
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      yield Buffer.concat([...parts, chunk.subarray(start, end)])
      count += 1
      parts = []
      size = 0
      start = end + 1
    }
    if (start < chunk.byteLength) parts.push(chunk.subarray(start))
    size += chunk.byteLength - start
    if (size > maxLineBytes) throw new BrokenFile(count + 1, `has more than ${maxLineBytes} bytes`)
  }
  if (size > 0) throw new BrokenFile(count + 1, 'has no end: the file is cut off')
}

function textOf(line: Buffer, number: number): string {
  try {
    return utf8.decode(line)
  } catch {
    throw new BrokenFile(number, 'is not UTF-8')
  }
}

function jsonOf(text: string, number: number): JsonObject {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The parser's message may quote the file.
    throw new BrokenFile(number, 'is not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BrokenFile(number, 'is not an object')
  if (!isStorable(value)) throw new BrokenFile(number, 'holds a character that cannot be kept')
  return value as JsonObject
}

/** The store cannot keep NUL or half of a character. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item))
}

const newline = 10
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
