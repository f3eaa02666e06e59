const dayMilliseconds = 86_400_000

/** Days are counted in UTC, so that summer time does not repeat one. */
export function dayNumber(date: Date): number {
  return Math.floor(date.getTime() / dayMilliseconds)
}

export function dateOf(day: number): Date {
  return new Date(day * dayMilliseconds)
}

export function isoDay(day: number): string {
  return dateOf(day).toISOString().slice(0, 10)
}

/** The first day of the month so many months before. */
export function monthsBefore(day: number, months: number): number {
  const date = dateOf(day)
  return dayNumber(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1)))
}
