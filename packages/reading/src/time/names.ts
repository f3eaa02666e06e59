import { capital } from '@quipu/query'

const months = [
  ['january', 'jan'],
  ['february', 'feb'],
  ['march', 'mar'],
  ['april', 'apr'],
  ['may'],
  ['june', 'jun'],
  ['july', 'jul'],
  ['august', 'aug'],
  ['september', 'sept', 'sep'],
  ['october', 'oct'],
  ['november', 'nov'],
  ['december', 'dec'],
]
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

export const monthPattern = months.flat().join('|')
export const weekdayPattern = weekdays.join('|')

/** 1 to 12. */
export function monthNumber(name: string): number {
  return months.findIndex((names) => names.includes(name)) + 1
}

/** 1 is Monday. */
export function weekdayNumber(name: string): number {
  return weekdays.indexOf(name) + 1
}

export function monthName(month: number): string {
  return capital(months[month - 1]?.[0] ?? '')
}

export function weekdayName(weekday: number): string {
  return capital(weekdays[weekday - 1] ?? '')
}
