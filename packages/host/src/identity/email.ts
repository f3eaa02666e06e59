import { ToolError } from '@quipu/kit'

const maxLength = 254
/** One @, no spaces, quotes, brackets or control characters; a bare host such as `localhost` is allowed. */
const pattern = /^[^\s@"'<>()[\],:;\\\p{C}\uFFFD]+@[\p{L}\p{N}]([\p{L}\p{M}\p{N}.-]*[\p{L}\p{M}\p{N}])?$/u

/** The form in which an address is stored and looked up; characters that no store can hold are replaced. */
export function normalizeEmail(email: string): string {
  return email.trim().toWellFormed().replaceAll('\0', '\uFFFD').normalize('NFC').toLowerCase()
}

export function parseEmail(email: string): string {
  const normal = normalizeEmail(email)
  if (normal.length > maxLength || !pattern.test(normal) || normal.includes('..'))
    throw new ToolError('VALIDATION_ERROR', `Not an e-mail address: ${JSON.stringify(email.slice(0, 100))}`)
  return normal
}
