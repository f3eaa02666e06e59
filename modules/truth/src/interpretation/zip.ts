import { inflateRawSync } from 'node:zlib'
import { Unreadable } from './statement/interpretation.ts'
import { limits } from './statement/limits.ts'

/** The inflated entries of an archive. An archive above the limit is not unpacked. */
export function unzip(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = new Map<string, Uint8Array>()
  let left: number = limits.inflatedBytes
  try {
    let at = centralDirectory(view)
    while (at + 46 <= bytes.length && view.getUint32(at, true) === 0x02014b50) {
      const nameLength = view.getUint16(at + 28, true)
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
      const content = entryContent(bytes, view, at, left)
      left -= content.length
      if (left <= 0 || entries.size >= maxEntries) throw tooLarge()
      entries.set(name, content)
      at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    }
    return entries
  } catch (cause) {
    if (cause instanceof Unreadable) throw cause
    if (isTooLarge(cause)) throw tooLarge()
    throw new Unreadable(
      'The archive is broken. It was not unpacked. Send it again, or its files one by one.',
      { cause },
    )
  }
}

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04
}

export function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
}

const maxEntries = 10_000

function tooLarge(): Unreadable {
  return new Unreadable(
    `The archive holds more than ${limits.inflatedBytes / 1024 / 1024} MB. It was not unpacked. Send its files one by one.`,
  )
}

/** The end record is at the end, before a comment of at most 64 KB. */
function centralDirectory(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at -= 1)
    if (view.getUint32(at, true) === 0x06054b50) return view.getUint32(at + 16, true)
  throw new Unreadable('The archive is cut off. It was not unpacked. Send it again, or its files one by one.')
}

function entryContent(bytes: Uint8Array, view: DataView, at: number, left: number): Uint8Array {
  const method = view.getUint16(at + 10, true)
  const size = view.getUint32(at + 20, true)
  const header = view.getUint32(at + 42, true)
  const start = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true)
  const packed = bytes.subarray(start, start + size)
  if (method === 0) return packed
  if (method !== 8)
    throw new Unreadable('The archive is packed in a way that cannot be read. Send its files one by one.')
  return inflateRawSync(packed, { maxOutputLength: Math.max(1, left) })
}
