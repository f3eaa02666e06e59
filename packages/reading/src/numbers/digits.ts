import { multipliers } from './number-words.ts'
import { currencyBefore, suffixAfter, type Read } from './read.ts'

const european = /\d{1,3}(?:\.\d{3})+,\d+(?![\p{L}\p{N}])|\d{1,3}(?:\.\d{3}){2,}(?![\p{L}\p{N}.,]\d)/uy
const plain =
  /(?:\d{1,3}(?:[,\u00a0\u202f']\d{3})+(?!\d)|\d{1,3}(?: \d{3}){2,}(?!\d)|\d+)(?:\.\d+)?(?:e[+-]?\d{1,2}(?![\p{L}\p{N}]))?|\.\d+/uy
const nth = /(\d+)(?:st|nd|rd|th)(?![\p{L}\p{N}])/uy
const times = new RegExp(
  `\\s?(${[...multipliers.keys()].filter((word) => word.length > 1).join('|')}|k|m|b)(?![\\p{L}\\p{N}])`,
  'uy',
)

/** "1,234.56", "$10k", "3.5 million", "25 %", "3rd" at a position. */
export function readDigits(text: string, at: number): Read | null {
  nth.lastIndex = at
  const ordinal = nth.exec(text)
  if (ordinal) return { ...bare, kind: 'ordinal', value: Number(ordinal[1]), end: nth.lastIndex }
  const sign = /[-−]/u.test(text.charAt(at)) ? -1 : 1
  const money = currencyBefore(text, sign < 0 ? at + 1 : at)
  const digits = readPlain(text, money?.end ?? (sign < 0 ? at + 1 : at))
  if (!digits) return null
  const scaled = readScale(text, digits.end, money !== null)
  const suffix = suffixAfter(text, scaled.end)
  const end = suffix?.end ?? scaled.end
  if (/[\p{L}\p{N}_]/u.test(text.charAt(end)) && /[\p{L}\p{N}]/u.test(text.charAt(end - 1))) return null
  // 1.2.3 is a version or an address, 9:30 a time of day.
  if (/^[.:]\d/.test(text.slice(end))) return null
  return {
    ...bare,
    kind: money ? 'money' : (suffix?.kind ?? 'number'),
    currency: money?.currency ?? suffix?.currency ?? null,
    value: sign * rounded(digits.value * scaled.scale),
    scale: scaled.scale,
    end,
  }
}

const bare = { currency: null, isApproximate: false, confidence: 1, scale: 1 } as const

function readPlain(text: string, at: number): { value: number; end: number } | null {
  european.lastIndex = at
  const comma = european.exec(text)
  if (comma) return { value: Number(comma[0].replaceAll('.', '').replace(',', '.')), end: european.lastIndex }
  plain.lastIndex = at
  const match = plain.exec(text)
  return match && { value: Number(match[0].replace(/[, \u00a0\u202f']/gu, '')), end: plain.lastIndex }
}

function readScale(text: string, at: number, isMoney: boolean): { scale: number; end: number } {
  times.lastIndex = at
  const match = times.exec(text)
  // "5 m" with a blank more likely means metres than millions, and "15 mm" means millimetres unless it is money.
  const isFar = match && (/^\s(?:m|b|k)$/u.test(match[0]) || (!isMoney && /^\s?mm$/u.test(match[0])))
  return match && !isFar
    ? { scale: multipliers.get(match[1] ?? '') ?? 1, end: times.lastIndex }
    : { scale: 1, end: at }
}

/** 1.1 million is 1100000, not 1100000.0000000002. */
function rounded(value: number): number {
  return Number(value.toPrecision(15))
}
