import type { Statement } from '../model/observation.ts'
import type { Format } from './statement/interpretation.ts'
import { limits } from './statement/limits.ts'
import { isMail } from './mail.ts'
import { behindPages, interpretationOf } from './statement/statements.ts'
import { headOf } from './text.ts'

/** An mbox file: messages, each after a line that begins with `From `. */
export const mailbox: Format = {
  name: 'mbox',
  recognises: ({ bytes }) => {
    const head = headOf(bytes)
    return separator.test(head) && isMail(head)
  },
  interpret: async ({ bytes }, { readInner }) => {
    const statements: Statement[] = []
    const pages: string[] = []
    const notes: string[] = []
    let count = 0
    for (const message of messagesOf(bytes)) {
      count += 1
      if (readInner === undefined || pages.length >= limits.pages || statements.length >= limits.statements)
        continue
      const found = await readInner({ bytes: message, mimeType: 'message/rfc822' })
      statements.push(...behindPages(found.statements, pages.length))
      pages.push(...found.pages)
      notes.push(...found.notes)
    }
    if (pages.length >= limits.pages)
      notes.unshift(
        `The mailbox holds ${count} messages. Those on the first ${limits.pages} pages were read.`,
      )
    return interpretationOf({ interpreter: 'mbox@1', mimeType: 'application/mbox', statements, pages, notes })
  },
}

/** A weekday and a time tell the line from a sentence that begins with the word. */
const separator = /^From \S+.*\d{2}:\d{2}/

/** The bytes of each message, one after the other: a large mailbox is never held twice. */
function* messagesOf(bytes: Uint8Array): Generator<Uint8Array> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let start = 0
  let from = 1
  while (start < buffer.length) {
    const next = buffer.indexOf('\nFrom ', from)
    const end = next < 0 ? buffer.length : next + 1
    from = end
    if (next >= 0 && !separator.test(buffer.toString('latin1', end, end + 120).split('\n')[0]!)) continue
    // The line that parts messages belongs to none of them.
    yield buffer.subarray(buffer.indexOf('\n', start) + 1, end)
    start = end
  }
}
