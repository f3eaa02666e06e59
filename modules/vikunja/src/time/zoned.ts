import { ToolError } from '@quipu/kit'
import type { Instant } from '../api/model.ts'

/** Whether a day without a time means its first or its last minute. */
export type Edge = 'start' | 'end'

/** A moment as callers write it: a day, a local time, or a time with an offset. */
export function instantOf(text: string, timeZone: string, edge: Edge): Instant {
  const found = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/i.exec(
    text.trim(),
  )
  if (found === null) throw notAMoment(text)
  const [, year, month, day, hour, minute, second = '00', offset] = found
  const time =
    hour === undefined ? (edge === 'start' ? '00:00:00' : '23:59:00') : `${hour}:${minute}:${second}`
  const local = `${year}-${month}-${day}T${time}`
  const asUtc = new Date(`${local}Z`)
  if (Number.isNaN(asUtc.getTime()) || !asUtc.toISOString().startsWith(`${local}.`)) throw notAMoment(text)
  if (offset === undefined) return new Date(asUtc.getTime() - offsetAt(asUtc, timeZone)).toISOString()
  const moment = new Date(`${local}${offset}`)
  if (Number.isNaN(moment.getTime())) throw notAMoment(text)
  return moment.toISOString()
}

/** Local time with the offset, so that it can be used as input: `2026-11-20T17:00+01:00`. */
export function localOf(instant: Instant, timeZone: string): string {
  const moment = new Date(instant)
  const offset = offsetOf(moment.getTime(), timeZone)
  const local = new Date(moment.getTime() + offset).toISOString().slice(0, 16)
  const minutes = Math.abs(offset) / 60_000
  const sign = offset < 0 ? '-' : '+'
  return `${local}${sign}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

/** For lists: local time without the offset, and a whole day without the time. */
export function shortLocalOf(instant: Instant, timeZone: string): string {
  const local = localOf(instant, timeZone).slice(0, 16)
  return local.endsWith('T23:59') ? local.slice(0, 10) : local
}

/** The zone if this machine knows it, otherwise UTC. */
export function knownZone(timeZone: string | null | undefined): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timeZone ?? 'UTC' }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

function notAMoment(text: string): ToolError {
  const shown = JSON.stringify(text.slice(0, 60))
  return new ToolError(
    'VALIDATION_ERROR',
    `${shown} is no date. Write 2026-11-20, 2026-11-20T17:00 or 2026-11-20T17:00+01:00.`,
  )
}

/** At a clock change, a skipped local time means the moment an hour later, and a repeated one means the first. */
function offsetAt(local: Date, timeZone: string): number {
  const before = offsetOf(local.getTime() - dayMs, timeZone)
  const after = offsetOf(local.getTime() + dayMs, timeZone)
  const fits = [before, after].find((offset) => offsetOf(local.getTime() - offset, timeZone) === offset)
  return fits ?? before
}

const dayMs = 86_400_000

/** How far local time is ahead of UTC, in milliseconds. */
function offsetOf(moment: number, timeZone: string): number {
  const whole = Math.floor(moment / 1000) * 1000
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(whole)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - whole
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    if (formats.size < 500) formats.set(timeZone, format)
  }
  return format
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}
