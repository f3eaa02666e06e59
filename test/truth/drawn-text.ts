import { crc32, deflateSync } from 'node:zlib'

/** A PNG image that shows these lines, written with the letters E, H, I, L, M and T. Without lines it is blank. */
export function drawnText(...lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const width = 2 * margin + Math.max(20, ...lines.map(({ length }) => length * 6 * scale))
  const height = 2 * margin + Math.max(1, lines.length) * 12 * scale
  const isInk = (x: number, y: number) => {
    const [column, row] = [Math.floor((x - margin) / scale), Math.floor((y - margin) / scale)]
    if (column < 0 || row < 0 || row % 12 >= 7) return false
    const letter = glyphs[lines[Math.floor(row / 12)]?.[Math.floor(column / 6)] ?? ' ']
    return letter?.[row % 12]?.[column % 6] === '#'
  }
  const rows = Array.from({ length: height }, (_, y) => [
    0,
    ...Array.from({ length: width }, (__, x) => (isInk(x, y) ? 0 : 255)),
  ])
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  // Eight bits of grey.
  size.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = deflateSync(Buffer.from(rows.flat()))
  return new Uint8Array(Buffer.concat([signature, chunk('IHDR', size), chunk('IDAT', data), chunk('IEND')]))
}

const scale = 6
const margin = 60

function chunk(type: string, data: Uint8Array = new Uint8Array()): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.byteLength)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

const glyphs: Readonly<Record<string, readonly string[]>> = {
  H: ['#...#', '#...#', '#...#', '#####', '#...#', '#...#', '#...#'],
  E: ['#####', '#....', '#....', '####.', '#....', '#....', '#####'],
  L: ['#....', '#....', '#....', '#....', '#....', '#....', '#####'],
  T: ['#####', '..#..', '..#..', '..#..', '..#..', '..#..', '..#..'],
  M: ['#...#', '##.##', '#.#.#', '#.#.#', '#...#', '#...#', '#...#'],
  I: ['.###.', '..#..', '..#..', '..#..', '..#..', '..#..', '.###.'],
}
