import { normalText } from './text-similarity.ts'

/** How values of a field are compared. */
export type FieldKind = 'name' | 'text' | 'date' | 'number' | 'code' | 'phone' | 'email'

/** The kind of a field, from most of its values. Its name decides only if the values do not. */
export function kindOf(field: string, values: readonly string[]): FieldKind {
  const known = values.filter((value) => value.trim() !== '')
  const words = new Set(normalText(field.replace(/([a-z])([A-Z])/g, '$1 $2')).split(' '))
  const isNamed = (names: ReadonlySet<string>) => [...words].some((word) => names.has(word))
  const share = (test: (value: string) => boolean) =>
    known.length === 0 ? 0 : known.filter((value) => test(value)).length / known.length
  if (share((value) => /^[^\s@]+@[^\s@]+$/.test(value.trim())) >= 0.5) return 'email'
  if (share((value) => parseDay(value) !== undefined) >= 0.8) return 'date'
  const phones = share(isPhone)
  if (phones >= 0.5 && isNamed(phoneNames)) return 'phone'
  if (phones >= 0.8 && share((value) => /\d[\s()./-]+\d|^\+/.test(value)) >= 0.5) return 'phone'
  const numbers = share((value) => parseNumber(value) !== undefined)
  if (numbers >= 0.8 && (isNamed(amountNames) || share((value) => /\d[.,]\d/.test(value)) >= 0.3))
    return 'number'
  if (share((value) => /\d/.test(value) && value.length <= 24 && wordCount(value) <= 3) >= 0.7) return 'code'
  const lengths = known.reduce((sum, value) => sum + wordCount(value), 0)
  return lengths >= 4.5 * known.length && known.length > 0 ? 'text' : 'name'
}

/** A calendar day as `YYYYMMDD`, from the usual formats. An ambiguous date is read with the day first. */
export function parseDay(text: string): string | undefined {
  const value = text.trim()
  const iso = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?:[T ]\d{2}:?\d{2}.*)?$/.exec(value)
  if (iso) return dayOf(iso[1]!, iso[2]!, iso[3]!)
  const local = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(value)
  if (!local) return undefined
  const [first, second, year] = [local[1]!.padStart(2, '0'), local[2]!.padStart(2, '0'), local[3]!]
  return dayOf(year, second, first) ?? dayOf(year, first, second)
}

export function parseNumber(text: string): number | undefined {
  const value = text
    .replace(/[\s$€£¥]/g, '')
    .replace(/,(?=\d{3}(?:\D|$))/g, '')
    .replace(',', '.')
  return /^[+-]?\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined
}

function dayOf(year: string, month: string, day: string): string | undefined {
  const isDay = /^(?:1[5-9]|20|21)/.test(year) && inRange(month, 12) && inRange(day, 31)
  return isDay ? year + month + day : undefined
}

function inRange(digits: string, most: number): boolean {
  return Number(digits) >= 1 && Number(digits) <= most
}

function isPhone(value: string): boolean {
  const digits = value.replace(/\D/g, '').length
  return digits >= 7 && digits <= 15 && /^[+(]?[\d\s()./+-]+(?:\s*(?:x|ext)\.?\s*\d+)?$/.test(value.trim())
}

function wordCount(value: string): number {
  return value.trim().split(/\s+/).length
}

const phoneNames = new Set(['phone', 'phones', 'telephone', 'tel', 'mobile', 'cell', 'fax', 'telefon'])
const amountNames = new Set(['price', 'amount', 'total', 'cost', 'age', 'weight', 'height', 'size', 'length'])
