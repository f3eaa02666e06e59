import { secondsFromJ2000, unixMillisecondsAt } from '@quipu/orbits'

const lastDate = 8.64e15
const day = 86_400
const julianYear = 31_557_600

/** A moment in simulated seconds: a date where time 0 is J2000, or else counted from the start of the universe. */
export function momentWords(time: number, hasCalendar: boolean): string {
  if (!hasCalendar) return countedWords(time)
  const stamp = unixMillisecondsAt(time)
  if (Math.abs(stamp) > lastDate) return `year ${grouped(Math.round(2000 + time / julianYear))}`
  const date = new Date(stamp)
  const year = String(date.getUTCFullYear()).replace('-', '−')
  return `${year} ${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.toISOString().slice(-13, -8)}`
}

/** The present, in simulated seconds since J2000. */
export function presentTime(now: number): number {
  return secondsFromJ2000(now)
}

/** A length of time in the most readable unit. */
export function durationWords(seconds: number): string {
  const length = Math.abs(seconds)
  if (length < 120) return `${significant(length)} s`
  if (length < 2 * 3600) return `${significant(length / 60)} min`
  if (length < 2 * day) return `${significant(length / 3600)} h`
  if (length < 2 * julianYear) return `${significant(length / day)} days`
  return `${significant(length / julianYear)} years`
}

/** Three significant digits, with thousands separated. */
export function significant(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return String(value)
  const size = Math.abs(value)
  if (size >= 1e9 || size < 1e-4) return exponent(value)
  if (size >= 1000) return grouped(Math.round(value))
  return String(Number(value.toPrecision(3)))
}

/** How long ago something was, for the log. */
export function agoWords(at: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(at)) / 1000)
  if (seconds < 10) return 'just now'
  if (seconds < 60) return `${Math.floor(seconds)} s ago`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < day) return `${Math.floor(seconds / 3600)} h ago`
  if (seconds < 14 * day) return `${Math.floor(seconds / day)} d ago`
  return at.slice(0, 10)
}

function countedWords(time: number): string {
  const sign = time < 0 ? '−' : ''
  const length = Math.abs(time)
  const years = Math.floor(length / julianYear)
  const days = Math.floor((length % julianYear) / day)
  if (years >= 10_000) return `${sign}year ${grouped(years)}`
  const clock = new Date((length % day) * 1000).toISOString().slice(11, 19)
  return `${sign}${years > 0 ? `year ${grouped(years)}, ` : ''}day ${days}, ${clock}`
}

function grouped(value: number): string {
  return value.toLocaleString('en-US')
}

function exponent(value: number): string {
  const [mantissa = '', power = ''] = value.toExponential(2).split('e')
  return `${mantissa} × 10${power.replace('+', '').replace(/./g, (digit) => superscripts[digit] ?? '')}`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const superscripts: Readonly<Record<string, string>> = {
  '-': '⁻',
  '0': '⁰',
  '1': '¹',
  '2': '²',
  '3': '³',
  '4': '⁴',
  '5': '⁵',
  '6': '⁶',
  '7': '⁷',
  '8': '⁸',
  '9': '⁹',
}
