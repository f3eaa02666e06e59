/** How the number of a cell is shown: as a day, as hours and minutes, as a percentage, or with so many digits at least. */
export type CellForm = 'plain' | 'moment' | 'elapsed' | 'percent' | { readonly digits: number }

/** Built-in formats are identified by their number. */
export function formOf(id: number, code: string | undefined): CellForm {
  if (code === undefined) {
    if (id === 46) return 'elapsed'
    if (id === 9 || id === 10) return 'percent'
    return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58) ? 'moment' : 'plain'
  }
  if (/\[[hms]+\]/i.test(code)) return 'elapsed'
  const bare = code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')
  if (/[ymdhs]/i.test(bare) && !/[#0?]/.test(bare.replace(/\.0+/, ''))) return 'moment'
  if (bare.includes('%')) return 'percent'
  return /^0{2,}$/.test(bare) ? { digits: bare.length } : 'plain'
}

/** The text that people see, as far as it says what the number means. */
export function shownNumber(value: number, form: CellForm = 'plain', startsIn1904 = false): string {
  if (form === 'moment') return shownMoment(value, startsIn1904)
  if (form === 'elapsed' && Number.isFinite(value)) return shownHours(value)
  // Removes floating-point noise: 0.30000000000000004 is 0.3 on the sheet.
  if (form === 'percent') return `${Number((value * 100).toPrecision(13))}%`
  const plain = String(Number(value.toPrecision(15)))
  return typeof form === 'object' && /^\d+$/.test(plain) ? plain.padStart(form.digits, '0') : plain
}

/** `30:15` for a day and a quarter, and a quarter of an hour. */
function shownHours(days: number): string {
  const seconds = Math.round(Math.abs(days) * 86_400)
  const two = (part: number): string => String(part).padStart(2, '0')
  const rest = seconds % 60 === 0 ? '' : `:${two(seconds % 60)}`
  return `${days < 0 ? '-' : ''}${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}${rest}`
}

/** Days since the end of 1899 (or the beginning of 1904) as ISO: a day, a moment, or a time of day. */
function shownMoment(days: number, startsIn1904: boolean): string {
  if (!Number.isFinite(days) || days < 0 || days > 2_958_465) return String(days)
  // 1900 had no 29 February, but spreadsheets count one.
  const shift = startsIn1904 ? 1462 : days < 60 && days >= 1 ? 1 : 0
  const seconds = Math.round((days + shift - 25_569) * 86_400)
  const iso = new Date(seconds * 1000).toISOString()
  if (days < 1) return iso.slice(11, 19)
  return seconds % 86_400 === 0 ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ')
}
