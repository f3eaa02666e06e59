import type { Json } from '@quipu/kit'
import { electronicFormatIBAN, isValidIBAN } from 'ibantools'
import type { IdentifierForm } from './schema.ts'

/** The same name in one spelling: case, accents, punctuation, titles and legal forms removed. */
export function normalName(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
  const kept = withoutEnds(words)
  return (kept.length > 0 ? kept : words).join(' ')
}

/** An identifier in one spelling, or undefined if the value identifies nothing. */
export function normalIdentifier(form: IdentifierForm, value: Json): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value).normalize('NFKC').trim()
  if (text === '') return undefined
  return normalizers[form](text)
}

/** An identifier as a person types it, in every normal form that it could have. */
export function possibleIdentifiers(text: string): readonly string[] {
  const forms: readonly IdentifierForm[] = ['email', 'code', 'iban', 'name', 'exact']
  const found = forms.map((form) => normalIdentifier(form, text)).filter((normal) => normal !== undefined)
  return [...new Set(found)]
}

const normalizers: Readonly<Record<IdentifierForm, (text: string) => string | undefined>> = {
  email: (text) => {
    const address = text.toLowerCase().replace(/^mailto:/, '')
    return /^[^\s@]+@[^\s@]+$/.test(address) && !isShared(address) ? address : undefined
  },
  code: (text) => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '') || undefined,
  iban: (text) => {
    const iban = electronicFormatIBAN(text)
    return iban !== null && isValidIBAN(iban) ? iban : undefined
  },
  name: (text) => normalName(text) || undefined,
  exact: (text) => text,
}

/** The address of a shared mailbox identifies nobody. */
function isShared(address: string): boolean {
  return sharedMailboxes.has(address.split('@')[0] ?? '')
}

const sharedMailboxes = new Set(
  (
    'abuse accounting accounts admin billing bookings careers contact customerservice enquiries feedback finance hello ' +
    'help helpdesk hr info information inquiries invoice invoices jobs kontakt mail mailer-daemon marketing no-reply ' +
    'noreply office orders postmaster press privacy reception root sales security service support team webmaster'
  ).split(' '),
)

/** Titles before a name and legal forms after it do not identify anybody. */
function withoutEnds(words: readonly string[]): readonly string[] {
  let start = 0
  let end = words.length
  while (start < end - 1 && titles.has(words[start]!)) start += 1
  for (;;) {
    const form = legalForms.find(
      (parts) =>
        end - start > parts.length && parts.every((part, n) => words[end - parts.length + n] === part),
    )
    if (form === undefined) break
    end -= form.length
  }
  return words.slice(start, end)
}

const titles = new Set('mr mrs ms miss mx dr prof professor herr frau sir madam'.split(' '))

const legalForms: readonly (readonly string[])[] = [
  'inc',
  'incorporated',
  'llc',
  'l l c',
  'llp',
  'lp',
  'ltd',
  'limited',
  'plc',
  'corp',
  'corporation',
  'co',
  'gmbh',
  'g m b h',
  'gmbh co kg',
  'gmbh und co kg',
  'mbh',
  'ug',
  'ug haftungsbeschrankt',
  'kg',
  'ohg',
  'gbr',
  'ev',
  'e v',
  'sarl',
  's a r l',
  'sas',
  'srl',
  's r l',
  'spa',
  's p a',
  'bv',
  'b v',
  'nv',
  'n v',
  'oy',
  'ab',
  'aps',
  'pty',
  'pty ltd',
  'sdn bhd',
  'pte ltd',
  'kft',
  'sro',
  's r o',
]
  .map((form) => form.split(' '))
  .toSorted((a, b) => b.length - a.length)
