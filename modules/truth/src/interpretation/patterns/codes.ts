import { countrySpecs, validateIBAN, ValidationErrorsIBAN } from 'ibantools'

export interface Code {
  readonly value: string
  readonly start: number
  readonly end: number
}

/** IBANs with a valid checksum, with or without spaces. One may go on in the next line. */
export function ibansIn(text: string): readonly Code[] {
  return [...text.matchAll(/(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?=[ A-Z0-9])/g)].flatMap((found) => {
    const spec: { readonly chars?: number | null } | undefined = countrySpecs[found[0].slice(0, 2)]
    const length = spec?.chars ?? 0
    const [whole = ''] =
      new RegExp(`^(?:[ \\n]?[A-Z0-9]){${length || 1}}(?![A-Z0-9])`).exec(text.slice(found.index)) ?? []
    const value = whole.replace(/\s/g, '')
    return length > 0 && hasValidChecksum(value)
      ? [{ value, start: found.index, end: found.index + whole.length }]
      : []
  })
}

/** The checksum of the IBAN counts. The one that some banks have inside it does not. */
function hasValidChecksum(iban: string): boolean {
  return validateIBAN(iban).errorCodes.every(
    (code) => code === ValidationErrorsIBAN.WrongAccountBankBranchChecksum,
  )
}

/** VAT numbers of the European Union, Great Britain and Switzerland. Parts of an IBAN are excluded. */
export function vatIdsIn(text: string): readonly Code[] {
  const ibans = ibansIn(text)
  const known = [...text.matchAll(vatId)].flatMap((found) => {
    const [start, end] = [found.index, found.index + found[0].length]
    if (ibans.some((iban) => start < iban.end && end > iban.start)) return []
    return [{ value: found[0].replace(/[\s.-]/g, '').toUpperCase(), start, end }]
  })
  return known.length > 0 ? known : labelledVatIds(text)
}

/** Behind a label the country may be missing, or the number may have another length. */
function labelledVatIds(text: string): readonly Code[] {
  return [...text.matchAll(vatLabel)].flatMap((found) => {
    const value = found[1]!
    const start = found.index + found[0].length - value.length
    return [{ value, start, end: start + value.length }]
  })
}

const vatLabel =
  /(?<!\p{L})(?:ust\.?[- ]?id[-.\p{L}]*|umsatzsteuer-id[-.\p{L}]*|vat (?:id|no|number|reg)[.\p{L} ]*|btw-?\s?(?:nummer|nr|id)|partita iva|p\. ?iva|p\.?iva|nif|cif)[\s.:]*((?:[A-Z]{2})?[A-Z]?\d{7,12}[A-Z]?)(?![\p{L}\d])/giu

/** Digits in groups, as people write them. */
const digits = (count: number) => `\\d(?:[ .]?\\d){${count - 1}}`
const vatPatterns = [
  `ATU ?${digits(8)}`,
  `BE ?${digits(10)}`,
  `BG ?${digits(9)}\\d?`,
  `(?:DE|EE|EL|GR|PT) ?${digits(9)}`,
  `(?:CY) ?${digits(8)}[A-Z]`,
  `(?:CZ) ?${digits(8)}\\d{0,2}`,
  `(?:DK|FI|HU|LU|MT|SI) ?${digits(8)}`,
  `(?:HR|IT|LV) ?${digits(11)}`,
  `FR ?[A-Z0-9] ?[A-Z0-9] ?${digits(9)}`,
  `ES ?[A-Z0-9]\\d{7}[A-Z0-9]`,
  `IE ?\\d[A-Z0-9]\\d{5}[A-Z]{1,2}`,
  `LT ?${digits(9)}(?:\\d{3})?`,
  `NL ?${digits(9)} ?B ?\\d{2}`,
  `(?:PL|SK|RO) ?${digits(10)}`,
  `SE ?${digits(12)}`,
  `GB ?${digits(9)}(?:\\d{3})?`,
  `CHE[- ]?\\d{3}\\.?\\d{3}\\.?\\d{3}`,
]
const vatId = new RegExp(`(?<![A-Za-z0-9])(?:${vatPatterns.join('|')})(?![A-Za-z0-9]| ?\\d{4})`, 'g')
