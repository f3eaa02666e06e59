/** How the numbers of one column are written. */
export interface NumberFormat {
  readonly unit: string | null
  /** Ids and years have no thousands separators. */
  readonly isPlain: boolean
  /** Digits after the point; the same for a whole column, so that unequal numbers look unequal. */
  readonly decimals: number
}

const signs: Readonly<Record<string, string>> = { usd: '$', $: '$', eur: '€', '€': '€', gbp: '£', '£': '£' }
const mostDecimals = 6

export function formatNumber(value: number, format: NumberFormat): string {
  const decimals = format.isPlain ? (Number.isInteger(value) ? 0 : mostDecimals) : format.decimals
  const text = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: format.isPlain ? 0 : decimals,
    maximumFractionDigits: decimals,
    useGrouping: !format.isPlain,
  }).format(Math.abs(value))
  return withUnit(
    value === 0 || /[1-9]/.test(text) ? text : tiny(Math.abs(value)),
    value < 0 ? '-' : '',
    format,
  )
}

/** A value that would be rounded to zero although it is not. */
function tiny(value: number): string {
  return value < 1e-9
    ? value.toExponential(2)
    : value.toLocaleString('en-US', { maximumSignificantDigits: 3 })
}

function withUnit(text: string, minus: string, format: NumberFormat): string {
  const unit = format.unit?.trim() ?? ''
  const sign = signs[unit.toLowerCase()]
  if (sign !== undefined) return `${minus}${sign}${text}`
  if (isPercent(unit)) return `${minus}${text}%`
  return unit === '' || format.isPlain ? `${minus}${text}` : `${minus}${text} ${unit}`
}

/** As few digits as distinguish all values, at least two if any has a fraction. */
export function decimalsFor(values: readonly number[]): number {
  const broken = values.filter((value) => !Number.isInteger(value))
  if (broken.length === 0) return 0
  const distinct = new Set(values.map((value) => Number(value.toPrecision(12)))).size
  for (let decimals = 2; decimals < mostDecimals; decimals++) {
    const shown = new Set(values.map((value) => value.toFixed(decimals)))
    const hidesSomething = broken.some((value) => Number(value.toFixed(decimals)) === 0)
    if (shown.size >= distinct && !hidesSomething) return decimals
  }
  return mostDecimals
}

/** A share of 0 to 1 as percent. 0 % and 100 % are used only if they are exact. */
export function formatShare(share: number): string {
  if (share === 0) return '0%'
  if (share === 1) return '100%'
  const percent = Math.abs(share) * 100
  const minus = share < 0 ? '-' : ''
  if (percent < 0.1) return `${minus}<0.1%`
  if (percent > 99.9 && percent < 100) return `${minus}>99.9%`
  return `${minus}${trimZero(percent.toLocaleString('en-US', { maximumFractionDigits: 1, minimumFractionDigits: 1 }))}%`
}

/** A change of 0 to 1 with its sign. */
export function formatChange(change: number): string {
  return change > 0 ? `+${formatShare(change)}` : formatShare(change)
}

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

function isPercent(unit: string): boolean {
  return /^(%|percent|percentage|pct)$/i.test(unit)
}

function trimZero(text: string): string {
  return text.replace(/\.0$/, '')
}
