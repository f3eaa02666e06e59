/** One file of a tar archive in the ustar format, as far as a backup needs it. */
export interface TarEntry {
  readonly name: string
  readonly size: number
  /** Must be read to its end before the next entry is requested. */
  readonly bytes: AsyncIterable<Uint8Array>
}

/** The header of a file. The first part of a long path goes into a separate field. */
export function tarHeader(path: string, size: number, at: Date): Uint8Array {
  const { name, prefix } = splitPath(path)
  const header = Buffer.alloc(block)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${octal(size, 11)}\0`, 124)
  header.write(`${octal(Math.floor(at.getTime() / 1000), 11)}\0`, 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\0' + '00', 257)
  header.write(prefix, 345)
  header.write(`${octal(sumOf(header), 6)}\0 `, 148)
  return header
}

/** The padding after a file, which fills its last block. */
export function tarPadding(size: number): Uint8Array {
  return new Uint8Array((block - (size % block)) % block)
}

export const tarEnd: Uint8Array = new Uint8Array(1024)

/** Files of an archive, in order. Throws if it is incomplete or not an archive. */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const reader = new BlockReader(source)
  for (;;) {
    const header = await reader.take(block)
    if (header.every((byte) => byte === 0)) return
    const { name, size } = parseHeader(header)
    let rest = size
    yield {
      name,
      size,
      bytes: (async function* () {
        while (rest > 0) {
          const chunk = await reader.some(rest)
          rest -= chunk.byteLength
          yield chunk
        }
      })(),
    }
    while (rest > 0) rest -= (await reader.some(rest)).byteLength
    await reader.take(tarPadding(size).byteLength)
  }
}

const block = 512

function splitPath(path: string): { name: string; prefix: string } {
  if (Buffer.byteLength(path) <= 100) return { name: path, prefix: '' }
  const slash = path.lastIndexOf('/')
  const parts = { name: path.slice(slash + 1), prefix: path.slice(0, Math.max(slash, 0)) }
  if (parts.name.length > 100 || parts.prefix.length > 155)
    throw new Error(`${path} is too long for a backup`)
  return parts
}

function octal(value: number, digits: number): string {
  const text = value.toString(8).padStart(digits, '0')
  if (text.length > digits) throw new Error('A file of 8 GiB or more does not fit into a backup')
  return text
}

function sumOf(header: Uint8Array): number {
  return header.reduce((sum, byte) => sum + byte, 0)
}

function parseHeader(header: Buffer): { name: string; size: number } {
  const checksum = Number.parseInt(textAt(header, 148, 8), 8)
  const blank = Buffer.from(header)
  blank.write('        ', 148)
  if (textAt(header, 257, 5) !== 'ustar' || checksum !== sumOf(blank))
    throw new TarError('it is no tar archive')
  const [prefix, name] = [textAt(header, 345, 155), textAt(header, 0, 100)]
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    size: Number.parseInt(textAt(header, 124, 12), 8),
  }
}

function textAt(header: Buffer, start: number, length: number): string {
  const [text = ''] = header.toString('utf8', start, start + length).split('\0')
  return text.trim()
}

export class TarError extends Error {
  override readonly name = 'TarError'
}

class BlockReader {
  readonly #source: AsyncIterator<Uint8Array>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async take(size: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let missing = size; missing > 0;) {
      const part = await this.some(missing)
      parts.push(part)
      missing -= part.byteLength
    }
    return Buffer.concat(parts)
  }

  /** At least one byte and at most this many. */
  async some(most: number): Promise<Buffer> {
    while (this.#rest.byteLength === 0) {
      const { value, done } = await this.#source.next()
      if (done === true) throw new TarError('it is cut short')
      this.#rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    }
    const part = this.#rest.subarray(0, most)
    this.#rest = this.#rest.subarray(part.byteLength)
    return part
  }
}
