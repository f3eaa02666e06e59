import { ToolError } from '@quipu/kit'

const maxLength = 254
/** One @, no spaces, quotes, brackets or control characters; a bare host such as `localhost` is fine at home. */
const pattern = /^[^\s@"'<>()[\],:;\\\p{C}\uFFFD]+@[\p{L}\p{N}]([\p{L}\p{M}\p{N}.-]*[\p{L}\p{M}\p{N}])?$/u

/** The one spelling under which an address is stored and looked up; what no store can hold is replaced. */
export function normalizeEmail(email: string): string {
  return email.trim().toWellFormed().replaceAll('\0', '\uFFFD').normalize('NFC').toLowerCase()
}

export function parseEmail(email: string): string {
  const normal = normalizeEmail(email)
  if (normal.length > maxLength || !pattern.test(normal) || normal.includes('..'))
    throw new ToolError('VALIDATION_ERROR', `Not an e-mail address: ${JSON.stringify(email.slice(0, 100))}`)
  return normal
}
