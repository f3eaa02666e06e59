export const secondsPerDay = 86_400

/** 36,525 days: the unit of the rates of Keplerian elements. */
export const secondsPerCentury = 36_525 * secondsPerDay

/**
 * Simulated seconds since J2000.0 (2000-01-01 12:00 TDB) of a moment in Unix milliseconds. Exact to the second since
 * 2017; earlier moments lack leap seconds, at most 27 s back to 1972, in which Mercury moves 1,600 km at the most.
 */
export function secondsFromJ2000(unixMilliseconds: number): number {
  return (unixMilliseconds - unixMillisecondsOfNoon) / 1000 + dynamicalMinusUniversal
}

/** The reverse of `secondsFromJ2000`, for a clock beside the picture. */
export function unixMillisecondsAt(time: number): number {
  return (time - dynamicalMinusUniversal) * 1000 + unixMillisecondsOfNoon
}

/** 2000-01-01T12:00:00Z. */
const unixMillisecondsOfNoon = 946_728_000_000

/** TDB − UTC in seconds: 32.184 to atomic time and 37 leap seconds. */
const dynamicalMinusUniversal = 69.184
