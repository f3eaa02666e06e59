/** The state at that time, or the knowledge at that time. */
export type Scale = 'at' | 'known_at'

/** The index of the last of these times that is not after the chosen one. Without a choice the end: now. */
export function positionOf(moments: readonly string[], chosen: string | undefined): number {
  if (chosen === undefined) return moments.length
  const time = Date.parse(chosen)
  return Math.max(
    0,
    moments.findLastIndex((moment) => Date.parse(moment) <= time),
  )
}

/** Midnight in UTC is shown as a day; anything else with its time. */
export function dayWords(moment: string): string {
  const date = new Date(moment)
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
  if (moment.endsWith('T00:00:00.000Z'))
    return date.toLocaleDateString(undefined, { ...day, timeZone: 'UTC' })
  return date.toLocaleString(undefined, { ...day, hour: '2-digit', minute: '2-digit', second: '2-digit' })
}
