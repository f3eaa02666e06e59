import { TruthError } from './errors.ts'
import { maxFileBytes } from './file-reader.ts'

/** The size of a call with the largest file in base64. */
export const ingestBytes = 70 * 1024 * 1024

export function fileTooLarge(size?: number): TruthError {
  return new TruthError(
    'FILE_TOO_LARGE',
    'File exceeds 50MB limit; POST /api/truth/files takes larger ones',
    { ...(size === undefined ? {} : { file_size_bytes: size }), max_size_bytes: maxFileBytes },
  )
}

/** The file behind a base64 text. */
export function fileBytes(base64: string): Uint8Array {
  const size =
    Math.floor((base64.length * 3) / 4) - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0)
  if (size > maxFileBytes) throw fileTooLarge(size)
  if (base64.length === 0) throw new TruthError('VALIDATION_ERROR', 'file_content cannot be empty')
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64))
    throw new TruthError('VALIDATION_ERROR', 'file_content must be base64 without line breaks (RFC 4648)')
  return Buffer.from(base64, 'base64')
}

/** Checks only that it is a MIME type; the bytes decide the actual type. */
export function requireMimeType(text: string): void {
  if (!/^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(?:\s*;[\x20-\x7e]*)?$/.test(text))
    throw new TruthError(
      'VALIDATION_ERROR',
      'mime_type must be a type and a subtype, such as application/pdf',
    )
}
