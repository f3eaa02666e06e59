import type { Statement } from '../model/observation.ts'
import type { Format, Interpretation, Surroundings } from './statement/interpretation.ts'
import { limits } from './statement/limits.ts'
import { isMail } from './mail.ts'
import { behindPages, interpretationOf } from './statement/statements.ts'
import { headOf } from './text.ts'

/** With its version. */
export const mailboxInterpreter = 'mbox@3'

/** An mbox file: messages, each after a line that begins with `From `. */
export const mailbox: Format = {
  name: 'mbox',
  recognises: ({ bytes }) => {
    const head = headOf(bytes)
    return separator.test(head) && isMail(head)
  },
  interpret: async ({ bytes }, surroundings) => {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return interpretationOf(await readMessages(cutMessages(buffer, true).messages, surroundings))
  },
}

/** Messages of a mailbox, in their order. The pages of each follow those of the one before it. */
export async function readMessages(
  messages: readonly Uint8Array[],
  { readInner }: Surroundings,
  most: { readonly pages: number; readonly statements: number } = limits,
): Promise<Interpretation> {
  const statements: Statement[] = []
  const pages: string[] = []
  const notes: string[] = []
  let needsOcr = false
  for (const message of messages) {
    if (readInner === undefined || pages.length >= most.pages || statements.length >= most.statements) break
    const found = await readInner({ bytes: message, mimeType: 'message/rfc822' })
    statements.push(...behindPages(found.statements, pages.length))
    pages.push(...found.pages)
    notes.push(...found.notes)
    needsOcr ||= found.needsOcr
  }
  if (pages.length >= most.pages)
    notes.unshift(
      `The mailbox holds ${messages.length} messages. Those on the first ${most.pages} pages were read.`,
    )
  return { interpreter: mailboxInterpreter, mimeType: 'application/mbox', statements, pages, notes, needsOcr }
}

/** A weekday and a time distinguish the line from a sentence that begins with "From". */
const separator = /^From \S+.*\d{2}:\d{2}/

/** The complete messages, and the bytes of the incomplete last one. Nothing is copied. */
export function cutMessages(
  buffer: Buffer,
  isEnd: boolean,
): { readonly messages: readonly Uint8Array[]; readonly rest: Buffer } {
  const messages: Uint8Array[] = []
  let start = 0
  for (let next = buffer.indexOf('\nFrom '); next >= 0; next = buffer.indexOf('\nFrom ', next + 1)) {
    const line = next + 1
    const lineEnd = buffer.indexOf('\n', line)
    if (lineEnd < 0 && !isEnd) break
    const shown = buffer.toString('latin1', line, Math.min(lineEnd < 0 ? buffer.length : lineEnd, line + 120))
    if (!separator.test(shown)) continue
    messages.push(withoutSeparator(buffer.subarray(start, line)))
    start = line
  }
  const rest = buffer.subarray(start)
  if (!isEnd) return { messages, rest }
  return { messages: [...messages, withoutSeparator(rest)], rest: buffer.subarray(buffer.length) }
}

/** The line that separates messages belongs to none of them. */
function withoutSeparator(message: Buffer): Uint8Array {
  return message.subarray(message.indexOf('\n') + 1)
}
