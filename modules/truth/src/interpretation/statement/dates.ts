import { isDay } from '../../model/field-value.ts'

/** A date in a text. It has two days if the order of day and month is ambiguous. */
export interface WrittenDate {
  readonly start: number
  readonly end: number
  readonly days: readonly string[]
}

export type DateOrder = 'day-first' | 'month-first'

/** All dates of a text, in their order. */
export function datesIn(text: string): readonly WrittenDate[] {
  const found = [...yearFirst(text), ...numeric(text), ...compact(text), ...inWords(text)]
  const sorted = found.toSorted((a, b) => a.start - b.start || b.end - a.end)
  return sorted.filter(({ start }, index) => sorted.slice(0, index).every((other) => other.end <= start))
}

/** The day, if the given order or the date itself makes it unambiguous. */
export function settledDay({ days }: WrittenDate, order: DateOrder | undefined): string | undefined {
  if (days.length === 1) return days[0]
  return order === undefined ? undefined : days[order === 'day-first' ? 0 : 1]
}

/**
 * The order that the text itself implies: by its unambiguous dates, then by the country that its
 * currency, tax and words indicate.
 */
export function dateOrderIn(
  text: string,
  dates: readonly WrittenDate[] = datesIn(text),
): DateOrder | undefined {
  const orders = new Set(dates.flatMap((date) => orderOf(text.slice(date.start, date.end))))
  if (orders.size === 1) return [...orders][0]
  if (monthFirstCountry.test(text)) return 'month-first'
  return dayFirstCountry.test(text) ? 'day-first' : undefined
}

const dayFirstCountry =
  /€|£|\b(?:EUR|GBP|MYR|SGD|AUD|NZD|INR|CHF|SEK|NOK|DKK|PLN)\b|\bRM\s?\d|\(RM\)|\b(?:SDN\.?\s*BHD|GST|ABN|VAT|GmbH|B\.V\.|S\.A\.R\.L|MwSt|USt|TVA|BTW|IVA)\b|\b(?:Rechnung|Datum|facture|factuur|fattura|factura|JALAN|JLN)\b/i
const monthFirstCountry =
  /\b(?:sales tax|EIN|United States|USA)\b|\b[A-Z]{2}\s\d{5}(?:-\d{4})?\b(?=[\s\S]{0,200}\$)/

function orderOf(written: string): readonly DateOrder[] {
  const parts = /^(\d{1,2})\s?[./-]\s?(\d{1,2})\s?[./-]/.exec(written)
  if (parts === null) return []
  const [first, second] = [Number(parts[1]), Number(parts[2])]
  if (first > 12 && second <= 12) return ['day-first']
  return second > 12 && first <= 12 ? ['month-first'] : []
}

function yearFirst(text: string): WrittenDate[] {
  return [...text.matchAll(/(?<![\d./-])(\d{4})([./-])(\d{1,2})\2(\d{1,2})(?!\d)/g)].flatMap((found) =>
    written(found, [dayText(found[1]!, found[3]!, found[4]!)]),
  )
}

function numeric(text: string): WrittenDate[] {
  const pattern = /(?<![\d.,/-])(\d{1,2})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})(?![\d])(?![./-]\d)/g
  return [...text.matchAll(pattern)].flatMap((found) => {
    const [, first, mark, second, year] = found
    const days = [dayText(year!, second!, first!), dayText(year!, first!, second!)]
    const valid = days.filter((day) => day !== undefined)
    // Every country that writes dates with points puts the day first.
    return written(found, mark === '.' && days[0] !== undefined ? [days[0]] : [...new Set(valid)])
  })
}

/** Eight digits are a date only before a time. */
function compact(text: string): WrittenDate[] {
  return [...text.matchAll(/(?<!\d)(\d{2})(\d{2})((?:19|20)\d{2})(?=\s+\d{1,2}:\d{2})/g)].flatMap((found) => {
    const days = [dayText(found[3]!, found[2]!, found[1]!), dayText(found[3]!, found[1]!, found[2]!)]
    return written(found, [...new Set(days)])
  })
}

function inWords(text: string): WrittenDate[] {
  const dayFirst = new RegExp(
    `(?<![\\d.,/])(\\d{1,2})(?:st|nd|rd|th|er|\\.|º)?\\s?[-/ ]?\\s?(?:of |de |d')?(${monthPattern})\\.?,?\\s?[-/ ]?\\s?(?:de )?['’]?(\\d{4}|\\d{2})(?!\\d|:)`,
    'giu',
  )
  const monthFirst = new RegExp(
    `(?<!\\p{L})(${monthPattern})\\.?\\s?[-/ ]?\\s?(\\d{1,2})(?:st|nd|rd|th)?\\s?,?\\s?[-/ ]?\\s?(\\d{4})(?!\\d)`,
    'giu',
  )
  return [
    ...[...text.matchAll(dayFirst)].flatMap((found) =>
      written(found, [dayText(found[3]!, monthOf(found[2]!), found[1]!)]),
    ),
    ...[...text.matchAll(monthFirst)].flatMap((found) =>
      written(found, [dayText(found[3]!, monthOf(found[1]!), found[2]!)]),
    ),
  ]
}

function written(found: RegExpExecArray, days: readonly (string | undefined)[]): WrittenDate[] {
  const valid = days.filter((day) => day !== undefined)
  return valid.length === 0 ? [] : [{ start: found.index, end: found.index + found[0].length, days: valid }]
}

function dayText(year: string, month: string, day: string): string | undefined {
  const full = year.length === 4 ? year : `${Number(year) < 80 ? 20 : 19}${year}`
  const text = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(text) && Number(full) >= 1900 && Number(full) <= 2100 ? text : undefined
}

function monthOf(word: string): string {
  const lower = word.toLowerCase()
  return String(monthStems.findIndex((stems) => stems.some((stem) => lower.startsWith(stem))) + 1)
}

/** Beginnings of the names in English, German, Dutch, French, Spanish, Italian and Malay. */
const monthStems: readonly (readonly string[])[] = [
  ['jan', 'jän', 'ene', 'gen'],
  ['feb', 'fév', 'fev'],
  ['mar', 'mär', 'mrz', 'maa', 'mrt', 'mac'],
  ['apr', 'avr', 'abr'],
  ['may', 'mai', 'mei', 'mag'],
  ['jun', 'juin', 'giu'],
  ['jul', 'juil', 'lug'],
  ['aug', 'aoû', 'aou', 'ago', 'ogo'],
  ['sep', 'set'],
  ['oct', 'okt', 'ott'],
  ['nov'],
  ['dec', 'dez', 'déc', 'dic', 'dis'],
]
const monthPattern = [
  'jan(?:uary|uar|uari|vier)?|jänner|enero|gennaio|feb(?:ruary|ruar|ruari|brero|braio)?|f[ée]v(?:rier)?',
  'mar(?:ch|s|zo)?|märz|mrz|maart|mrt|mac|apr(?:il|ile)?|avr(?:il)?|abr(?:il)?|may|mai|mei|mayo|maggio|mag',
  'june?|juni|juin|junio|giugno|giu|july?|juli|juil(?:let)?|julio|luglio|lug|aug(?:ust|ustus)?|ao[ûu]t|agosto|ago|ogos',
  'sept?(?:ember|embre|iembre)?|settembre|set|oct(?:ober|obre|ubre)?|okt(?:ober)?|ottobre|ott|nov(?:ember|embre|iembre)?',
  'dec(?:ember)?|dez(?:ember)?|d[ée]c(?:embre)?|dic(?:iembre|embre)?|dis',
].join('|')
