export interface Scale {
  readonly ticks: readonly number[]
  readonly least: number
  readonly greatest: number
}

/** Round steps that include every value, whole ones for whole numbers. With `fromZero`, lengths can be compared. */
export function scaleOf(values: readonly number[], fromZero: boolean, about = 5): Scale {
  const real = values.filter(Number.isFinite)
  let least = fromZero ? 0 : Infinity
  let greatest = fromZero ? 0 : -Infinity
  for (const value of real) {
    least = Math.min(least, value)
    greatest = Math.max(greatest, value)
  }
  if (real.length === 0) [least, greatest] = [0, 1]
  if (least === greatest) greatest = least === 0 ? 1 : least + Math.abs(least)
  const rough = roundStep((greatest - least) / about)
  const step = real.length > 0 && real.every(Number.isInteger) ? Math.max(rough, 1) : rough
  const first = Math.floor(least / step)
  const last = Math.ceil(greatest / step)
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => tidy((first + index) * step))
  return { ticks, least: ticks[0] ?? 0, greatest: ticks.at(-1) ?? 1 }
}

/** The position of a value between two ends. */
export function place(value: number, { least, greatest }: Scale, from: number, to: number): number {
  return from + ((value - least) / (greatest - least)) * (to - from)
}

/** Every nth of many labels, so that they do not overlap. */
export function labelStep(count: number, room: number, each: number): number {
  return Math.max(1, Math.ceil((count * each) / Math.max(room, 1)))
}

export function shortNumber(value: number): string {
  return short.format(value)
}

/** “November 2026” becomes “Nov 2026” if there is little space. */
export function shortMonth(text: string): string {
  return text.replace(
    /^(January|February|March|April|June|July|August|September|October|November|December) (\d{4})$/,
    (_, month: string, year: string) => `${month.slice(0, 3)} ${year}`,
  )
}

export function cutLabel(text: string, most: number): string {
  const letters = Array.from(text)
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`
}

const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 2 })

/** 1, 2 or 5 times a power of ten. */
function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough) ?? 10
  return factor * power
}

/** Removes floating-point noise. */
function tidy(value: number): number {
  return Number(value.toPrecision(12))
}
