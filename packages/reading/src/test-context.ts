import type { ReadingContext } from './plan/reading-context.ts'

/** A first question of somebody without settings, on 15 November 2026. */
export const firstQuestion: ReadingContext = {
  now: new Date('2026-11-15T12:00:00Z'),
  timeZone: 'UTC',
  preferences: { defaultTimePeriod: null, highValueThreshold: null, choices: {} },
  answers: {},
  proceed: false,
  previous: null,
}
