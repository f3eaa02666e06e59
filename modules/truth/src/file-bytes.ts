import { TruthError } from './errors.ts'

const maxFileBytes = 50 * 1024 * 1024

/** The file behind a base64 text. */
export function fileBytes(base64: string): Uint8Array {
  const size =
    Math.floor((base64.length * 3) / 4) - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0)
  if (size > maxFileBytes)
    throw new TruthError('FILE_TOO_LARGE', 'File exceeds 50MB limit', {
      file_size_bytes: size,
      max_size_bytes: maxFileBytes,
    })
  if (base64.length === 0) throw new TruthError('VALIDATION_ERROR', 'file_content cannot be empty')
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64))
    throw new TruthError('VALIDATION_ERROR', 'file_content must be base64 without line breaks (RFC 4648)')
  return Buffer.from(base64, 'base64')
}

/** It must be one; whether it is the right one, the bytes decide. */
export function requireMimeType(text: string): void {
  if (!/^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(?:\s*;[\x20-\x7e]*)?$/.test(text))
    throw new TruthError(
      'VALIDATION_ERROR',
      'mime_type must be a type and a subtype, such as application/pdf',
    )
}
