export interface Due {
  readonly words: string
  readonly tone: 'bad' | 'warn' | 'plain'
}

/** A due date in words. A done task is never late. */
export function dueWords(day: string, today: string, isDone: boolean): Due {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000)
  const tone = isDone || days > 0 ? 'plain' : days === 0 ? 'warn' : 'bad'
  return { words: wordsOf(days, day, today), tone }
}

function wordsOf(days: number, day: string, today: string): string {
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days === -1) return 'yesterday'
  const moment = new Date(`${day}T00:00:00Z`)
  if (days > 1 && days < 7) return moment.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  return moment.toLocaleDateString('en', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
}

/** The calendar day in a time zone, as YYYY-MM-DD. */
export function dayIn(timeZone: string | undefined, moment: Date): string {
  const format = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  return moment.toLocaleDateString('en-CA', timeZone === undefined ? format : { ...format, timeZone })
}
