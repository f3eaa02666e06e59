/** Whether a number format shows a day or a time. Built-in formats are identified by their number. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58)
  const plain = code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')
  return /[ymdhs]/i.test(plain) && !/[#0?]/.test(plain.replace(/\.0+/, ''))
}

/** Days since the end of 1899 (or the beginning of 1904) as ISO: a day, a moment, or a time of day. */
export function shownMoment(days: number, startsIn1904: boolean): string {
  if (!Number.isFinite(days) || days < 0 || days > 2_958_465) return String(days)
  // 1900 had no 29 February, but spreadsheets count one.
  const shift = startsIn1904 ? 1462 : days < 60 && days >= 1 ? 1 : 0
  const seconds = Math.round((days + shift - 25_569) * 86_400)
  const iso = new Date(seconds * 1000).toISOString()
  if (days < 1) return iso.slice(11, 19)
  return seconds % 86_400 === 0 ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ')
}
