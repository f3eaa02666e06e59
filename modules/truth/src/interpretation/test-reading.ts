import { crc32, deflateRawSync } from 'node:zlib'
import type { Json } from '@quipu/kit'
import type { Span } from '../model/span.ts'
import { amountsIn, hasSpacedGroupsIn } from './statement/amounts.ts'
import { currencyIn } from './statement/currencies.ts'
import { datesIn } from './statement/dates.ts'
import { interpret } from './interpret.ts'
import type { Interpretation } from './statement/interpretation.ts'

export function read(
  content: string | Uint8Array,
  mimeType = 'application/octet-stream',
  filename?: string,
): Promise<Interpretation> {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
  return interpret({ bytes, mimeType, filename })
}

/** The fields whose span is not in the text, or whose text does not give the value. */
export function fieldsWithoutProof({ statements, pages }: Interpretation): readonly string[] {
  return statements.flatMap(({ entityType, fields, spans }) =>
    Object.entries(fields).flatMap(([field, value]) => {
      const span = spans[field]
      const isProved = span !== undefined && stands(span, pages) && yields(value, textAt(span, pages))
      return isProved
        ? []
        : [`${entityType}.${field} = ${JSON.stringify(value)} from ${JSON.stringify(span)}`]
    }),
  )
}

function textAt(span: Span, pages: readonly string[]): string {
  if (span.kind === 'text') return pages[0]!.slice(span.start, span.end)
  return span.kind === 'page' ? pages[span.page - 1]!.slice(span.start, span.end) : span.text
}

function stands(span: Span, pages: readonly string[]): boolean {
  if (span.kind !== 'text' && span.kind !== 'page') return true
  const text = textAt(span, pages)
  return text === span.text || text.startsWith(span.text.slice(0, 199))
}

function yields(value: Json, text: string): boolean {
  if (Array.isArray(value)) return value.every((one) => yields(one, text))
  if (typeof value === 'number') {
    const plain = text.replace(/^(?:[A-Z]+)/, '')
    return (
      amountsIn(plain, '.', hasSpacedGroupsIn(plain)).some(
        (one) => Math.abs(one.value) === Math.abs(value),
      ) || Number(plain) === value
    )
  }
  if (typeof value !== 'string') return text.includes(JSON.stringify(value))
  const wanted = squash(value)
  if (
    squash(text.replace(/\r?\n[ \t]/g, '')).includes(wanted) ||
    squash(text).includes(wanted.replace(/^(?:19|20)/, ''))
  )
    return true
  return (
    currencyIn(text)?.code === value ||
    datesIn(text).some(({ days }) => days.some((day) => value.startsWith(day))) ||
    words(text).includes(words(value))
  )
}

/** For texts that a format splits, such as the fields of a bank's line. */
function words(text: string): string {
  return squash(text.replace(/\?\d{2}/g, ''))
}

function squash(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

export function zipOf(entries: Readonly<Record<string, string | Buffer>>): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(entries)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), common, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), common, tail, Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}

export function wordFile(lines: readonly string[]): Uint8Array {
  const body = lines.map((line) => `<w:p><w:r><w:t xml:space="preserve">${line}</w:t></w:r></w:p>`).join('')
  return zipOf({ 'word/document.xml': `<w:document xmlns:w="urn:w"><w:body>${body}</w:body></w:document>` })
}
