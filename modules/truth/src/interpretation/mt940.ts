import { isValidIBAN } from 'ibantools'
import { isDay } from '../model/field-value.ts'
import type { Statement } from '../model/observation.ts'
import type { Format } from './statement/interpretation.ts'
import type { Fact } from './statement/statements.ts'
import { interpretationOf, specificities, statementOf, textSpan } from './statement/statements.ts'
import { decodeText, headOf } from './text.ts'

/** Account statements of SWIFT: one transaction for each `:61:` line. */
export const mt940: Format = {
  name: 'mt940',
  recognises: ({ bytes }) => {
    const head = headOf(bytes)
    return /^(?:\{4:)?:20:/m.test(head) && /^:(?:25|28C?|60[FM]):/m.test(head)
  },
  interpret: async ({ bytes }) => {
    const text = decodeText(bytes)
    const notes: string[] = []
    return interpretationOf({
      interpreter: 'mt940@2',
      mimeType: 'application/mt940',
      statements: transactions(text, notes),
      pages: [text],
      notes,
    })
  },
}

/** A field such as `:61:`, with the text after the tag. */
interface Tag {
  readonly name: string
  readonly value: Fact<string>
  readonly start: number
}

function transactions(text: string, notes: string[]): readonly Statement[] {
  const statements: Statement[] = []
  const all = tags(text)
  let account: Fact<string> | undefined
  let currency: Fact<string> | undefined
  for (const [index, tag] of all.entries()) {
    if (tag.name === '25') account = trimmed(tag.value)
    if (/^60[FM]$/.test(tag.name)) currency = part(text, tag, /^[CD]\d{6}([A-Z]{3})/d)
    if (tag.name !== '61') continue
    const behind = all.slice(index + 1)
    const others = behind.findIndex(({ name }) => name !== '86')
    const details = others < 0 ? behind : behind.slice(0, others)
    const found = transactionOf(text, tag, details, { account, currency })
    if (found === undefined) notes.push('A line :61: has no valid date or amount. It was left out.')
    else statements.push(found)
  }
  return statements
}

function tags(text: string): readonly Tag[] {
  const found = [...text.matchAll(/^:(\d{2}[A-Z]?):/gm)]
  return found.map((mark, index) => {
    const start = mark.index + mark[0].length
    const raw = text.slice(start, found[index + 1]?.index ?? text.length)
    // A line with only a hyphen ends a message; text up to the next field is ignored.
    const value = raw.split(/\r?\n-(?:\}|[A-Z]{0,4}\s*$|\s*\r?\n|\s*$)/)[0]!.replace(/\s+$/, '')
    return { name: mark[1]!, start, value: { value, span: textSpan(text, start, start + value.length) } }
  })
}

const entry =
  /^(\d{6})(\d{4})?(R?[CD])R?([A-Z])?(\d[\d.]*(?:,\d*)?)([NFS][A-Z0-9]{3})([^\r\n]*?)(?:\/\/([^\r\n]*))?(?:\r?\n([\s\S]*))?$/d

function transactionOf(
  text: string,
  tag: Tag,
  details: readonly Tag[],
  {
    account,
    currency,
  }: { readonly account: Fact<string> | undefined; readonly currency: Fact<string> | undefined },
): Statement | undefined {
  const found = entry.exec(tag.value.value)
  if (found === null) return undefined
  const at = (group: number) => {
    const range = found.indices?.[group]
    return range === undefined ? undefined : textSpan(text, tag.start + range[0], tag.start + range[1])
  }
  const date = dayOf(found[1]!)
  if (!isDay(date)) return undefined
  const isDebit = found[3] === 'D' || found[3] === 'RC'
  const size = Number(found[5]!.replaceAll('.', '').replace(',', '.'))
  const amountStart = found.indices![3]![0]
  const amountSpan = textSpan(text, tag.start + amountStart, tag.start + found.indices![5]![1])
  const { reference: stated, ...described } = detailFacts(text, details)
  const owner = found[7]!.slice(0, 16).trim()
  const bank = found[8]?.trim() ?? ''
  return statementOf(
    'transaction',
    {
      date: { value: date, span: at(1)! },
      amount: { value: isDebit && size !== 0 ? -size : size, span: amountSpan },
      currency,
      account,
      reference: isPlaceholder(owner) ? stated : { value: owner, span: at(7)! },
      bank_reference: isPlaceholder(bank) ? undefined : { value: bank, span: at(8)! },
      ...described,
    },
    specificities.native,
    date,
  )
}

function detailFacts(text: string, details: readonly Tag[]): Readonly<Record<string, Fact | undefined>> {
  const [first, last] = [details[0], details.at(-1)]
  if (first === undefined || last === undefined) return {}
  const span = textSpan(text, first.start, last.start + last.value.value.length)
  const lines = details.map(({ value }) => value.value).join('\n')
  const structured = /^\d{3}([?>~^])(?=\d{2})/.exec(lines.replace(/\r?\n/g, ''))
  const known = structured === null ? codeWords(lines) : subfields(lines, structured[1]!)
  const { description, name, iban, ...more } = known ?? {
    description: lines.trim(),
    name: '',
    iban: onlyIban(lines),
  }
  return {
    description: { value: description.replace(/\r/g, ''), span },
    counterparty_name: { value: name, span },
    counterparty_iban: { value: iban, span },
    counterparty_bic: { value: more.bic ?? '', span },
    booking_text: { value: more.bookingText ?? '', span },
    reference: { value: more.reference ?? '', span },
  }
}

interface Details {
  readonly description: string
  readonly name: string
  readonly iban: string
  readonly bic?: string
  /** How the bank names the kind of payment. */
  readonly bookingText?: string
  /** The reference of the payer. */
  readonly reference?: string
}

/** `?00` names the kind of payment, `?30` is the bank of the other side. `?20…?29` and `?60…?63` contain the purpose, `?31` the account, `?32` and `?33` the name of the other side. */
function subfields(lines: string, separator: string): Details {
  const parts = lines.replace(/\r?\n/g, '').slice(3).split(separator).slice(1)
  const of = (codes: RegExp) =>
    parts
      .filter((one) => codes.test(one))
      .map((one) => one.slice(2))
      .join('')
  const account = of(/^31/).replace(/\s/g, '')
  const purpose = of(/^(?:2\d|6[0-3])/)
  const stated = /SVWZ\+(.*?)(?=(?:[A-Z]{4}\+)|$)/.exec(purpose)?.[1]
  return {
    description: (stated ?? purpose).trim(),
    name: of(/^3[23]/).trim(),
    iban: isValidIBAN(account) ? account : '',
    bic: of(/^30/).trim(),
    bookingText: of(/^00/).trim(),
    reference: /EREF\+(.*?)(?=(?:[A-Z]{4}\+)|$)/.exec(purpose)?.[1]?.trim() ?? '',
  }
}

/** `/NAME/…/REMI/…`, as Dutch banks write it. */
function codeWords(lines: string): Details | undefined {
  const joined = lines.replace(/\r?\n/g, '')
  if (!/^\/[A-Z]{4}\//.test(joined)) return undefined
  const of = (code: string) => new RegExp(`/${code}/(.*?)(?=/[A-Z]{4}/|$)`).exec(joined)?.[1]?.trim() ?? ''
  const iban = of('IBAN').replace(/\s/g, '')
  return { description: of('REMI'), name: of('NAME'), iban: isValidIBAN(iban) ? iban : '' }
}

function onlyIban(lines: string): string {
  const found = [...lines.matchAll(/\b[A-Z]{2}\d{2}[A-Z0-9]{10,30}\b/g)].map(([one]) => one)
  const valid = [...new Set(found.filter((one) => isValidIBAN(one)))]
  return valid.length === 1 ? valid[0]! : ''
}

function part(text: string, { start, value }: Tag, pattern: RegExp): Fact<string> | undefined {
  const found = pattern.exec(value.value)
  const range = found?.indices?.[1]
  if (!found || range === undefined) return undefined
  return { value: found[1]!, span: textSpan(text, start + range[0], start + range[1]) }
}

function trimmed({ value, span }: Fact<string>): Fact<string> {
  return { value: value.trim(), span }
}

function isPlaceholder(reference: string): boolean {
  return /^(?:NONREF|NOTPROVIDED|[EKC]REF\+?|)$/i.test(reference)
}

/** The year has two digits: the format was made after 1980. */
function dayOf(digits: string): string {
  const year = Number(digits.slice(0, 2))
  return `${year < 80 ? 20 : 19}${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4, 6)}`
}
