import type { Address, Email } from 'postal-mime'
import PostalMime from 'postal-mime'
import { isMoment } from '../model/field-value.ts'
import type { Statement } from '../model/observation.ts'
import type { Format, Interpretation, Surroundings } from './statement/interpretation.ts'
import { Unreadable } from './statement/interpretation.ts'
import { limits } from './statement/limits.ts'
import { headerBlock, headerSpan, headerValue, mailDate } from './mail-headers.ts'
import type { Fact } from './statement/statements.ts'
import {
  behindPages,
  interpretationOf,
  specificities,
  statementOf,
  textSpan,
} from './statement/statements.ts'
import { decodeText, headOf } from './text.ts'
import { htmlToText } from './html-text.ts'

/** An e-mail. Its attachments are read too, each by its own format. */
export const mail: Format = {
  name: 'mail',
  recognises: ({ bytes }) => isMail(headOf(bytes)),
  interpret: async ({ bytes }, surroundings) => {
    const email = await parse(bytes)
    return readMail(email, decodeText(bytes), surroundings)
  },
}

/** Header lines come first, and at least two are headers that every mail has. */
export function isMail(head: string): boolean {
  const lines = head
    .replace(/^\s+/, '')
    .replace(/^(?:From |>From )[^\n]*\n/, '')
    .split(/\r?\n/)
  const end = lines.findIndex((line) => !/^(?:[!-9;-~]+[ \t]*:|[ \t])/.test(line))
  const names = (end < 0 ? lines : lines.slice(0, end)).map((line) =>
    /^[!-9;-~]+/.exec(line)?.[0].toLowerCase(),
  )
  return new Set(names.filter((name) => name !== undefined && mailHeaders.has(name))).size >= 2
}

const mailHeaders = new Set(
  (
    'from to cc subject date message-id received return-path mime-version content-type delivered-to reply-to ' +
    'in-reply-to references x-mailer sender dkim-signature'
  ).split(' '),
)

async function parse(bytes: Uint8Array): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, { forceRfc822Attachments: true, maxNestingDepth: 30 })
  } catch (cause) {
    throw new Unreadable('The e-mail is nested too deep or broken. It was read as text.', { cause })
  }
}

async function readMail(email: Email, source: string, surroundings: Surroundings): Promise<Interpretation> {
  const names = email.attachments.flatMap(({ filename }) => filename?.trim() || [])
  const page = pageOf(headerBlock(source), email, names)
  const inner = await readAttachments(email, surroundings)
  const message = messageOf(email, page, names)
  const date = message.observedAt
  const pages = [page.text]
  const statements: Statement[] = [message]
  const notes: string[] = []
  for (const { name, interpretation } of inner.read) {
    statements.push(...behindPages(interpretation.statements, pages.length))
    pages.push(...interpretation.pages)
    notes.push(...interpretation.notes.map((one) => (name === null ? one : `${name}: ${one}`)))
  }
  return interpretationOf({
    interpreter: 'mail@4',
    mimeType: 'message/rfc822',
    statements,
    pages,
    ...(date === undefined ? {} : { date }),
    notes: [...inner.notes, ...notes],
    needsOcr: inner.read.some(({ interpretation }) => interpretation.needsOcr),
  })
}

/** The message as a person sees it: headers as written, then the text, then the names of the attachments. */
interface Page {
  readonly text: string
  readonly body: readonly [number, number]
  readonly attachments: readonly [number, number]
}

function pageOf(headers: string, email: Email, names: readonly string[]): Page {
  const body = (email.text ?? htmlToText(email.html ?? '')).trim()
  const start = headers.length + 2
  const list = names.join('\n')
  const listStart = start + body.length + 2
  return {
    text: `${headers}\n\n${body}${list === '' ? '' : `\n\n${list}`}`,
    body: [start, start + body.length],
    attachments: [listStart, listStart + list.length],
  }
}

function messageOf(email: Email, page: Page, names: readonly string[]): Statement {
  const { text } = page
  const header = (name: string, read: (value: string) => Fact['value'] | undefined) => {
    const span = headerSpan(text, name)
    const value = span === undefined ? undefined : read(headerValue(text, span))
    return span === undefined || value === undefined ? undefined : { value, span }
  }
  const date = header('date', mailDate)
  const sent = typeof date?.value === 'string' && isMoment(date.value) ? date.value : undefined
  return statementOf(
    'message',
    {
      message_id: header('message-id', bareId),
      in_reply_to: header('in-reply-to', bareId),
      subject: header('subject', () => email.subject ?? ''),
      from: header('from', () => addresses(email.from === undefined ? [] : [email.from])[0] ?? ''),
      to: header('to', () => addresses(email.to ?? [])),
      cc: header('cc', () => addresses(email.cc ?? [])),
      date,
      attachments:
        names.length === 0 ? undefined : { value: [...names], span: textSpan(text, ...page.attachments) },
      text: { value: text.slice(...page.body), span: textSpan(text, ...page.body) },
    },
    specificities.native,
    sent,
  )
}

function bareId(value: string): string | undefined {
  return /<([^<>]*)>/.exec(value)?.[1]?.replace(/\s/g, '') ?? (value.trim() || undefined)
}

function addresses(from: readonly Address[]): string[] {
  return from
    .flatMap((one) => (one.group === undefined ? [one] : one.group))
    .map(({ address }) => withoutComments(address))
    .filter((one) => one !== '')
}

/** RFC 5322 allows `ann(home)@example.org (office)`. */
function withoutComments(address: string): string {
  return address.replace(/\([^()]*\)/g, '').trim()
}

interface Inner {
  readonly read: readonly { readonly name: string | null; readonly interpretation: Interpretation }[]
  readonly notes: readonly string[]
}

async function readAttachments({ attachments }: Email, { readInner }: Surroundings): Promise<Inner> {
  if (attachments.length === 0) return { read: [], notes: [] }
  if (readInner === undefined)
    return { read: [], notes: ['Attachments lie too deep in each other. The innermost were not read.'] }
  const notes =
    attachments.length > limits.attachments
      ? [`The message has ${attachments.length} attachments. The first ${limits.attachments} were read.`]
      : []
  const read = []
  for (const { filename, mimeType, content } of attachments.slice(0, limits.attachments)) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
    const isInlineImage = mimeType.startsWith('image/') && filename === null
    if (bytes.length === 0 || isInlineImage) continue
    const interpretation = await readInner({ bytes, mimeType, filename: filename ?? undefined })
    read.push({ name: filename, interpretation })
  }
  return { read, notes }
}
