import fc from 'fast-check'
import type { Span } from '../model/span.ts'

/** A generated file, and the actual text at a span of it, read independently of the interpreter. */
export interface TestDocument {
  readonly format: string
  readonly content: string
  /** Undefined if only the interpreter knows its text. */
  textAt(span: Span): string | undefined
}

const word = fc.constantFrom(
  'Ahorn',
  'Berg',
  'Claire',
  'Dünen',
  'Élan',
  'Fjord',
  'Garden',
  'Haus',
  'Iris',
  'Zoé',
)
const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
const cents = fc.integer({ min: 1, max: 99_999_999 })
const day = fc
  .record({
    year: fc.integer({ min: 1990, max: 2040 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
  })
  .map(({ year, month, day: number }) => `${year}-${two(month)}-${two(number)}`)
const code = fc
  .tuple(fc.constantFrom('R', 'INV', 'X'), fc.nat(99_999))
  .map(([letters, digits]) => `${letters}-${digits}`)

const payment = fc.record({ date: day, cents, description: name, branch: name })
const person = fc.record({ name, local: fc.nat(999), phone: fc.integer({ min: 1_000_000, max: 9_999_999 }) })
const bill = fc.record({
  number: code,
  date: day,
  due: day,
  seller: name,
  buyer: name,
  net: cents,
  tax: cents,
})
type Bill = typeof bill extends fc.Arbitrary<infer Value> ? Value : never

const table = fc
  .record({ rows: fc.array(payment, { minLength: 1, maxLength: 5 }), isGerman: fc.boolean() })
  .map(({ rows, isGerman }): TestDocument => {
    const heading = isGerman
      ? ['Buchungstag', 'Betrag', 'Verwendungszweck', 'Filiale']
      : ['date', 'amount', 'description', 'branch']
    const cells = [
      heading,
      ...rows.map((row) => [
        isGerman ? row.date.split('-').toReversed().join('.') : row.date,
        isGerman ? amountOf(row.cents, '.', ',') : amountOf(row.cents, '', '.'),
        row.description,
        row.branch,
      ]),
    ]
    return {
      format: 'csv',
      content: cells.map((row) => row.join(isGerman ? ';' : ',')).join('\n'),
      textAt: (span) => (span.kind === 'cell' ? cells[span.row - 1]?.[span.column - 1] : undefined),
    }
  })

const json = fc.array(person, { minLength: 1, maxLength: 4 }).map((people): TestDocument => {
  const value = {
    contacts: people.map((one) => ({ fullName: one.name, email: mailOf(one.local), shoe_size: one.local })),
  }
  return {
    format: 'json',
    content: JSON.stringify(value, undefined, 1),
    textAt: (span) => (span.kind === 'json' ? pointed(value, span.pointer) : undefined),
  }
})

const lines = fc.array(bill, { minLength: 2, maxLength: 4 }).map((bills): TestDocument => {
  const values = bills.map(({ number, date, net, seller }) => ({
    invoice_number: number,
    invoice_date: date,
    total: net / 100,
    seller_name: seller,
  }))
  return {
    format: 'jsonl',
    content: values.map((value) => JSON.stringify(value)).join('\n'),
    textAt: (span) =>
      span.kind === 'json' ? pointed(values[(span.line ?? 1) - 1], span.pointer) : undefined,
  }
})

const cards = fc
  .array(person, { minLength: 1, maxLength: 4 })
  .map((people) =>
    plain(
      'vcard',
      people
        .map(
          (one) =>
            `BEGIN:VCARD\nVERSION:3.0\nFN:${one.name}\nEMAIL:${mailOf(one.local)}\nTEL:+49 ${one.phone}\nEND:VCARD\n`,
        )
        .join(''),
    ),
  )

const calendar = fc
  .array(fc.record({ date: day, summary: name, uid: fc.nat() }), { minLength: 1, maxLength: 4 })
  .map((events) =>
    plain(
      'calendar',
      [
        'BEGIN:VCALENDAR',
        ...events.flatMap(({ date, summary, uid }) => [
          'BEGIN:VEVENT',
          `UID:${uid}@example.org`,
          `SUMMARY:${summary}`,
          `DTSTART;VALUE=DATE:${date.replaceAll('-', '')}`,
          'END:VEVENT',
        ]),
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    ),
  )

const mail = fc
  .record({ from: person, to: person, subject: name, body: name, id: fc.nat() })
  .map(({ from, to, subject, body, id }) =>
    plain(
      'mail',
      `From: <${mailOf(from.local)}>\nTo: ${mailOf(to.local)}\nSubject: ${plainText(subject)}\nDate: Tue, 3 Feb 2026 10:11:12 +0100\nMessage-ID: <${id}@example.org>\n\n${plainText(body)}\n`,
    ),
  )

const statement = fc
  .array(payment, { minLength: 1, maxLength: 4 })
  .map((rows) =>
    plain(
      'mt940',
      [
        ':20:REF',
        ':25:DE89370400440532013000',
        ':60F:C260101EUR500,00',
        ...rows.flatMap(({ date, cents: value, description }) => [
          `:61:${date.replaceAll('-', '').slice(2)}D${(value / 100).toFixed(2).replace('.', ',')}NTRFNONREF//B1`,
          `:86:${plainText(description)}`,
        ]),
        ':62F:C260103EUR484,50',
        '-',
        '',
      ].join('\n'),
    ),
  )

const xml = bill.map(({ number, date, due, seller, buyer, net, tax }) =>
  plain(
    'ubl',
    `<Invoice xmlns="urn:x" xmlns:cbc="urn:y" xmlns:cac="urn:z"><cbc:ID>${number}</cbc:ID><cbc:IssueDate>${date}</cbc:IssueDate><cbc:DueDate>${due}</cbc:DueDate><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>${partyOf('AccountingSupplierParty', seller)}${partyOf('AccountingCustomerParty', buyer)}<cac:LegalMonetaryTotal><cbc:TaxExclusiveAmount currencyID="EUR">${(net / 100).toFixed(2)}</cbc:TaxExclusiveAmount><cbc:TaxInclusiveAmount currencyID="EUR">${((net + tax) / 100).toFixed(2)}</cbc:TaxInclusiveAmount></cac:LegalMonetaryTotal></Invoice>`,
  ),
)

const letter = bill.map((one) => plain('invoice', invoiceLinesOf(one).join('\n')))

const receipt = fc
  .record({ shop: name, date: day, cents, paid: cents })
  .map(({ shop, date, cents: total, paid }) =>
    plain(
      'receipt',
      [
        `${shop} Ltd`,
        '12 Mill Road',
        `Receipt No: 4711`,
        `Date: ${date.split('-').toReversed().join('/')} 12:30`,
        `Total EUR ${amountOf(total, ',', '.')}`,
        `Cash EUR ${amountOf(total + paid, ',', '.')}`,
        `Change EUR ${amountOf(paid, ',', '.')}`,
        'Thank you',
      ].join('\n'),
    ),
  )

const note = fc
  .record({ title: name, text: name })
  .map(({ title, text }) => plain('markdown', `# ${title}\n\n${text}.\n`))

/** Files of every kind that can be written down in a few lines. */
export const documents: fc.Arbitrary<TestDocument> = fc.oneof(
  table,
  json,
  lines,
  cards,
  calendar,
  mail,
  statement,
  xml,
  letter,
  receipt,
  note,
)

function plain(format: string, content: string): TestDocument {
  return { format, content, textAt: () => undefined }
}

function invoiceLinesOf({ number, date, due, seller, buyer, net, tax }: Bill): readonly string[] {
  return [
    `${seller} GmbH - Waldweg 3 - 10115 Berlin`,
    buyer,
    'Seestr. 9',
    `Rechnung Nr. ${number} vom ${date.split('-').toReversed().join('.')}`,
    `Nettobetrag ${amountOf(net, '.', ',')} EUR`,
    `MwSt 19% ${amountOf(tax, '.', ',')} EUR`,
    `Gesamtbetrag ${amountOf(net + tax, '.', ',')} EUR`,
    `Zahlbar bis ${due.split('-').toReversed().join('.')}`,
    'IBAN DE89 3704 0044 0532 0130 00',
  ]
}

function pointed(value: unknown, pointer: string): string | undefined {
  const found = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>> | undefined)?.[key], value)
  return typeof found === 'string' ? found : JSON.stringify(found)
}

function partyOf(role: string, party: string): string {
  return `<cac:${role}><cac:Party><cac:PartyLegalEntity><cbc:RegistrationName>${party}</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:${role}>`
}

function amountOf(value: number, group: string, mark: string): string {
  const [whole = '', fraction = ''] = (value / 100).toFixed(2).split('.')
  return `${whole.replace(/\B(?=(?:\d{3})+$)/g, group)}${mark}${fraction}`
}

function mailOf(local: number): string {
  return `p${local}@example.org`
}

/** Headers and bank lines are ASCII. */
function plainText(text: string): string {
  return text.normalize('NFD').replace(/[^ -~]/g, '')
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
