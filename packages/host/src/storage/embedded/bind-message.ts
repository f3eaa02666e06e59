/**
 * The wire message that gives a prepared statement its values, all as texts. PGlite's own serializer grows its buffer step by
 * step: a value of 300 KB costs it 25 times as much.
 */
export function bindMessage(statement: string, values: readonly (string | null)[]): Buffer {
  const sizes = values.map((value) => (value === null ? -1 : Buffer.byteLength(value)))
  const nameBytes = Buffer.byteLength(statement)
  const bytes = sizes.reduce((sum, size) => sum + 4 + Math.max(size, 0), nameBytes + 13)
  const message = Buffer.allocUnsafe(bytes)
  message[0] = bind
  let at = message.writeInt32BE(bytes - 1, 1)
  // The unnamed portal.
  at = message.writeUInt8(0, at)
  at += message.write(statement, at)
  at = message.writeUInt8(0, at)
  // Every value is a text: no formats are listed.
  at = message.writeUInt16BE(0, at)
  at = message.writeUInt16BE(values.length, at)
  for (const [index, value] of values.entries()) {
    at = message.writeInt32BE(sizes[index]!, at)
    if (value !== null) at += message.write(value, at)
  }
  // So is every column of the answer.
  message.writeUInt16BE(0, at)
  return message
}

const bind = 'B'.charCodeAt(0)
