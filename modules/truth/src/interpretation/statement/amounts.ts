/** A number as people write it, and its place. */
export interface Amount {
  readonly value: number
  readonly start: number
  readonly end: number
  /** Two digits after the decimal mark, or a currency beside it: an amount, not a count. */
  readonly isMoney: boolean
}

export type DecimalMark = '.' | ','

/** All numbers of a line. `mark` decides how an ambiguous number such as `1.234` is read. */
export function amountsIn(
  text: string,
  mark: DecimalMark | undefined,
  hasSpacedGroups = false,
): readonly Amount[] {
  return [...text.matchAll(hasSpacedGroups ? spacedNumbers : numbers)].flatMap((found) => {
    const [whole] = found
    const before = text.slice(0, found.index)
    const behind = text.slice(found.index + whole.length)
    if (/[\p{L}\d][.,\-/]?$/u.test(before) && !currencyBefore.test(before)) return []
    if (/^(?:[.,\-/:]\d|%| ?%)/.test(behind)) return []
    const value = parseAmount(whole, mark)
    if (value === undefined) return []
    const isNegative =
      /(?:^|[^\p{L}\d])[-−–]\s?(?:[A-Z]{2,3}|[€$£])?\s?$/u.test(before) || /^-(?!\d)/.test(behind)
    const isMoney = /[.,]\d{2}$/.test(whole) || currencyBefore.test(before) || currencyBehind.test(behind)
    return [
      {
        value: isNegative && value !== 0 ? -value : value,
        start: found.index,
        end: found.index + whole.length,
        isMoney,
      },
    ]
  })
}

/** `1.234,56`, `1,234.56`, `1'234.56`, `1 234,56`. Undefined if it is ambiguous. */
export function parseAmount(written: string, mark: DecimalMark | undefined): number | undefined {
  const text = written.trim().replace(/['’\s\u00a0\u202f]/g, '')
  const sign = /^[-−]/.test(text) ? -1 : 1
  const digits = text.replace(/^[-−+]/, '')
  if (!/^\d[\d.,]*$/.test(digits)) return undefined
  const decimal = decimalMarkOf(digits, mark)
  if (decimal === undefined) return undefined
  const [whole = '', ...fraction] = decimal === 'none' ? [digits] : splitLast(digits, decimal)
  const value = Number(`${whole.replace(/[.,]/g, '')}.${fraction[0] ?? '0'}`)
  return Number.isFinite(value) ? (value === 0 ? 0 : sign * value) : undefined
}

/** The decimal mark of a text, from its unambiguous numbers. */
export function decimalMarkIn(text: string): DecimalMark | undefined {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const commas = count(/\d,\d{2}(?![\d.,]|\s?%)/g)
  const points = count(/\d\.\d{2}(?![\d.,]|\s?%)/g)
  if (commas === points) return undefined
  return commas > points ? ',' : '.'
}

/** Whether a text separates thousands by a plain space, as in `1 234,56`. One with points, as in `1.234,56`, does not. */
export function hasSpacedGroupsIn(text: string): boolean {
  return /(?<![\d.,] ?)\d{1,3} \d{3},\d{2}(?!\d)/.test(text) && !/\d\.\d{3},\d{2}(?!\d)/.test(text)
}

function decimalMarkOf(digits: string, hint: DecimalMark | undefined): DecimalMark | 'none' | undefined {
  const [points, commas] = [digits.split('.').length - 1, digits.split(',').length - 1]
  if (points === 0 && commas === 0) return 'none'
  if (points > 0 && commas > 0) return digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ','
  if (points > 1 || commas > 1) return 'none'
  const used = points === 1 ? '.' : ','
  if (digits.split(used)[1]!.length !== 3) return used
  if (digits.startsWith('0')) return used
  if (hint === undefined) return undefined
  return hint === used ? used : 'none'
}

function splitLast(digits: string, mark: string): [string, string] {
  const at = digits.lastIndexOf(mark)
  return [digits.slice(0, at), digits.slice(at + 1)]
}

const numbers = /\d{1,3}(?:[.,'’\u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,4})?(?!\d)/g
const spacedNumbers = new RegExp(`(?<!\\d )\\d{1,3}(?: \\d{3})+,\\d{2}(?!\\d)|${numbers.source}`, 'g')
const currencyBefore = /(?:RM|MYR|USD|EUR|GBP|CHF|SGD|AUD|CAD|Fr\.|[€$£¥])\s?-?\s?$/
const currencyBehind = /^\s?(?:€|EUR\b|USD\b|GBP\b|CHF\b|£|\$|Euro\b)/
