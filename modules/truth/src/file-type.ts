import { imageTypeOf } from './interpretation/image.ts'

/**
 * The content type by the first bytes of a file. Only types that no program runs as a script: HTML, SVG and
 * any other text are plain text.
 */
export function plainTypeOf(head: Uint8Array): string {
  const image = imageTypeOf(head)
  if (image !== undefined) return image
  const start = Buffer.from(head.subarray(0, 8)).toString('latin1')
  if (start.startsWith('%PDF-')) return 'application/pdf'
  if (start.startsWith('PK\x03\x04')) return 'application/zip'
  return isText(head) ? 'text/plain; charset=utf-8' : 'application/octet-stream'
}

function isText(head: Uint8Array): boolean {
  try {
    // The last character may be cut off, so the decoder expects more bytes.
    return !new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true }).includes('\0')
  } catch {
    return false
  }
}
