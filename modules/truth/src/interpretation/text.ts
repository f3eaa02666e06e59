/** Text in a known encoding. Bytes that are not valid UTF-8 are read as Windows-1252, in which every byte is valid. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes.subarray(2))
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes.subarray(2))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The first bytes as text, to recognise a format. */
export function headOf(bytes: Uint8Array, length = 4096): string {
  const head = bytes.subarray(0, length)
  const isWide = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  const text = isWide ? decodeText(head) : new TextDecoder('utf-8').decode(head)
  return text.replace(/^\uFEFF/, '')
}
