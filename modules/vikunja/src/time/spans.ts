import { ToolError } from '@quipu/kit'
import type { Reminder, Repeat } from '../api/model.ts'
import { instantOf, localOf } from './zoned.ts'

const seconds = { m: 60, h: 3600, d: 86_400, w: 604_800 } as const
type Unit = keyof typeof seconds

/** "every 3d", "monthly", "2w after completion", or "none". */
export function readRepeat(text: string): Repeat | null {
  const [, number, unit, after] =
    /^(?:every )?(\d{1,5}) ?([mhdw])( after completion)?$/i.exec(text.trim()) ?? []
  if (unit !== undefined) {
    const length = Number(number) * seconds[unit.toLowerCase() as Unit]
    if (length === 0) throw unreadable('repeat', text, 'a longer time, or "none"')
    return { kind: after === undefined ? 'interval' : 'after-completion', seconds: length }
  }
  switch (text.trim().toLowerCase()) {
    case 'none':
      return null
    case 'daily':
      return { kind: 'interval', seconds: seconds.d }
    case 'weekly':
      return { kind: 'interval', seconds: seconds.w }
    case 'monthly':
      return { kind: 'monthly' }
    default:
      throw unreadable('repeat', text, '"every 3d", "weekly", "monthly", "2w after completion" or "none"')
  }
}

export function showRepeat(repeat: Repeat): string {
  switch (repeat.kind) {
    case 'monthly':
      return 'monthly'
    case 'interval':
      return `every ${span(repeat.seconds)}`
    case 'after-completion':
      return `${span(repeat.seconds)} after completion`
  }
}

/** A time, or "1h before due". */
export function readReminder(text: string, timeZone: string): Reminder {
  const found = /^(\d{1,5}) ?([mhdw]) (before|after) (due|start|end)$/i.exec(text.trim())
  if (found === null) {
    if (!/^\d{4}-/.test(text.trim()))
      throw unreadable('reminder', text, '"2026-11-20T09:00" or "1h before due"')
    return { at: instantOf(text, timeZone, 'start') }
  }
  const [, number, unit = '', side = '', relativeTo = ''] = found
  const length = Number(number) * seconds[unit.toLowerCase() as Unit]
  return {
    // The pattern allows only these three words.
    relativeTo: relativeTo.toLowerCase() as 'due' | 'start' | 'end',
    secondsAfter: side.toLowerCase() === 'before' ? -length : length,
  }
}

export function showReminder(reminder: Reminder, timeZone: string): string {
  if (!('secondsAfter' in reminder)) return localOf(reminder.at, timeZone)
  const { secondsAfter, relativeTo } = reminder
  return `${span(Math.abs(secondsAfter))} ${secondsAfter > 0 ? 'after' : 'before'} ${relativeTo}`
}

function span(length: number): string {
  const unit = (['w', 'd', 'h', 'm'] as const).find((each) => length % seconds[each] === 0) ?? 'm'
  return `${Math.round(length / seconds[unit])}${unit}`
}

function unreadable(what: string, text: string, forms: string): ToolError {
  return new ToolError(
    'VALIDATION_ERROR',
    `The ${what} ${JSON.stringify(text.slice(0, 60))} cannot be read. Write ${forms}.`,
  )
}
