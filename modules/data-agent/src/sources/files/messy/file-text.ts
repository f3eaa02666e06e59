import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { createGunzip } from 'node:zlib'
import { SourceError } from '../../source.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export interface TextSample {
  readonly encoding: Encoding
  /** Pieces of the file, each of whole lines; the first is its beginning. */
  readonly pieces: readonly string[]
  /** The pieces are the whole file. */
  readonly isWhole: boolean
}

/** The beginning of a file and samples from all parts of it, so that decisions also fit its end. */
export async function sampleText(path: string, size: number): Promise<TextSample> {
  if (/\.gz$/i.test(path)) return textOnly(sampleOf([await unpackedStart(path)], false), path)
  await using file = await open(path)
  const read = async (from: number, length: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from)
    return buffer.subarray(0, bytesRead)
  }
  if (size <= wholeBytes) return textOnly(sampleOf([await read(0, size)], true), path)
  const parts = [await read(0, firstBytes)]
  for (let piece = 1; piece <= pieceCount; piece += 1) {
    // An even position, so that a pair of bytes of UTF-16 is not split.
    const from = Math.floor((firstBytes + ((size - firstBytes - pieceBytes) * piece) / pieceCount) / 2) * 2
    parts.push(await read(from, pieceBytes))
  }
  return textOnly(sampleOf(parts, false), path)
}

/** A picture or a program that is named like a table would give a table of rubbish. */
function textOnly(sample: TextSample, path: string): TextSample {
  const [first = ''] = sample.pieces
  let controls = 0
  for (let at = 0; at < first.length; at += 1) if (isControl(first.charCodeAt(at))) controls += 1
  if (controls <= first.length * mostControls) return sample
  const says = 'is not a table as text, whatever its name says; send the table itself, as CSV or .xlsx'
  throw new SourceError('failed', `${basename(path).slice(0, 100)} ${says}`)
}

/** Texts have tabs, line ends, page breaks and, from terminals, escapes. */
function isControl(code: number): boolean {
  return code < 9 || (code > 13 && code < 32 && code !== 27)
}

/** The whole text, a part at a time. */
export async function* decodedText(path: string, encoding: Encoding): AsyncGenerator<string> {
  const raw = createReadStream(path)
  const bytes = /\.gz$/i.test(path) ? raw.pipe(createGunzip()) : raw
  const decoder = new TextDecoder(encoding)
  for await (const part of bytes) yield decoder.decode(part as Buffer, { stream: true })
  yield decoder.decode()
}

/** The greatest share of control characters in a text. A picture has about a tenth. */
const mostControls = 0.01
const wholeBytes = 2 ** 20
const firstBytes = 2 ** 19
const pieceBytes = 32 * 1024
const pieceCount = 16

function sampleOf(parts: readonly Buffer[], isWhole: boolean): TextSample {
  const [first = Buffer.alloc(0)] = parts
  const encoding = encodingOf(first, parts, isWhole)
  const decoder = new TextDecoder(encoding)
  const texts = parts.map((part) => decoder.decode(part))
  const pieces = texts.map((text, place) => {
    const begun = place === 0 ? text : text.slice(text.indexOf('\n') + 1)
    return isWhole ? begun : begun.slice(0, begun.lastIndexOf('\n') + 1)
  })
  return { encoding, pieces, isWhole }
}

function encodingOf(first: Buffer, parts: readonly Buffer[], isWhole: boolean): Encoding {
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf-16le'
  if (first[0] === 0xfe && first[1] === 0xff) return 'utf-16be'
  const start = first.subarray(0, 2000)
  const zeros = (parity: number) => start.filter((byte, place) => byte === 0 && place % 2 === parity).length
  if (zeros(1) > start.length / 5) return 'utf-16le'
  if (zeros(0) > start.length / 5) return 'utf-16be'
  return parts.every((part, place) => isUtf8(part, place > 0, !isWhole)) ? 'utf-8' : 'windows-1252'
}

/** A piece may begin and end within a character. */
function isUtf8(bytes: Buffer, isTornBefore: boolean, isTornAfter: boolean): boolean {
  let from = 0
  while (isTornBefore && from < 4 && ((bytes[from] ?? 0) & 0xc0) === 0x80) from += 1
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(from), { stream: isTornAfter })
    return true
  } catch {
    return false
  }
}

async function unpackedStart(path: string): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  const file = createReadStream(path)
  try {
    for await (const part of file.pipe(createGunzip())) {
      parts.push(part as Buffer)
      length += (part as Buffer).length
      if (length >= firstBytes) break
    }
  } finally {
    file.destroy()
  }
  return Buffer.concat(parts)
}
