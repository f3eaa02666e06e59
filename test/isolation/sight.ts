import { inflateRawSync } from 'node:zlib'

/** A text with whatever is wrapped up in it, such as a cursor, laid open behind it. */
export function laidOpen(text: string): string {
  const pieces = [...text.matchAll(/[\w-]{12,}/g)].map(([piece]) =>
    Buffer.from(piece, 'base64url').toString(),
  )
  return [text, ...pieces].join('\n')
}

const endOfZip = 0x06054b50
const deflated = 8

/** The names and contents of the files in a ZIP, one after the other. */
export function unzipped(bytes: Buffer): string {
  const end = bytes.length - 22
  if (end < 0 || bytes.readUInt32LE(end) !== endOfZip) throw new Error('This is no ZIP without a comment')
  const texts: string[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const nameLength = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const header = bytes.readUInt32LE(at + 42)
    const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
    const packed = bytes.subarray(start, start + bytes.readUInt32LE(at + 20))
    const isDeflated = bytes.readUInt16LE(at + 10) === deflated
    texts.push(name, (isDeflated ? inflateRawSync(packed) : packed).toString())
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return texts.join('\n')
}
