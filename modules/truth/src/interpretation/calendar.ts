import { isMoment } from '../model/field-value.ts'
import type { Statement } from '../model/observation.ts'
import type { Component, ContentLine } from './content-lines.ts'
import { parseComponents, unescapeText } from './content-lines.ts'
import type { Format } from './statement/interpretation.ts'
import type { Fact } from './statement/statements.ts'
import { interpretationOf, specificities, statementOf, textSpan } from './statement/statements.ts'
import { decodeText, headOf } from './text.ts'

/** iCalendar: events and tasks. Events without an enclosing calendar are read too. */
export const calendar: Format = {
  name: 'calendar',
  recognises: ({ bytes }) => /^\s*BEGIN:(?:VCALENDAR|VEVENT|VTODO)\b/i.test(headOf(bytes)),
  interpret: async ({ bytes }) => {
    const text = decodeText(bytes)
    const notes: string[] = []
    const statements = components(parseComponents(text)).flatMap((component) => {
      if (component.name === 'VEVENT') return [eventOf(component, text, notes)]
      return component.name === 'VTODO' ? [taskOf(component, text)] : []
    })
    return interpretationOf({
      interpreter: 'calendar@2',
      mimeType: 'text/calendar',
      statements,
      pages: [text],
      notes,
    })
  },
}

function components(from: readonly Component[]): readonly Component[] {
  return from.flatMap((one) => (one.name === 'VCALENDAR' ? components(one.components) : [one]))
}

function eventOf(component: Component, text: string, notes: string[]): Statement {
  const [start, end] = [moment(line(component, 'DTSTART')), moment(line(component, 'DTEND'))]
  if (start === undefined && line(component, 'DTSTART') !== undefined)
    notes.push(
      'An event has a start that is no date. It was left out. If you know it, set the field with `correct`.',
    )
  return statementOf(
    'event',
    {
      uid: textFact(component, 'UID'),
      recurrence_id: moment(line(component, 'RECURRENCE-ID')),
      summary: textFact(component, 'SUMMARY'),
      start,
      end,
      timezone: timezone(line(component, 'DTSTART')) ?? timezone(line(component, 'DTEND')),
      location: textFact(component, 'LOCATION'),
      organizer: address(line(component, 'ORGANIZER')),
      attendees: addresses(component, 'ATTENDEE', text),
      status: textFact(component, 'STATUS'),
      duration: raw(line(component, 'DURATION')),
      rrule: raw(line(component, 'RRULE')),
      description: textFact(component, 'DESCRIPTION'),
    },
    specificities.native,
  )
}

function taskOf(component: Component, text: string): Statement {
  const due = moment(line(component, 'DUE'))
  return statementOf(
    'task',
    {
      task_id: textFact(component, 'UID'),
      title: textFact(component, 'SUMMARY'),
      description: textFact(component, 'DESCRIPTION'),
      status: textFact(component, 'STATUS'),
      due_date: due && { value: due.value.slice(0, 10), span: due.span },
      completed_at: moment(line(component, 'COMPLETED')),
      priority: textFact(component, 'PRIORITY'),
      assignee:
        addresses(component, 'ATTENDEE', text)?.value.length === 1
          ? address(line(component, 'ATTENDEE'))
          : undefined,
    },
    specificities.native,
  )
}

function line(component: Component, name: string): ContentLine | undefined {
  return component.lines.find((one) => one.name === name)
}

function textFact(component: Component, name: string): Fact<string> | undefined {
  const found = line(component, name)
  return found && { value: unescapeText(found.value).trim(), span: found.span }
}

function raw(found: ContentLine | undefined): Fact<string> | undefined {
  return found && { value: found.value.trim(), span: found.span }
}

/** A day, a local time, or a time in UTC, as written. */
function moment(found: ContentLine | undefined): Fact<string> | undefined {
  const parts = /^(\d{4})-?(\d{2})-?(\d{2})(?:T(\d{2}):?(\d{2}):?(\d{2})?(Z)?)?$/.exec(
    found?.value.trim() ?? '',
  )
  if (found === undefined || parts === null) return undefined
  const [, year, month, day, hours, minutes, seconds = '00', utc = ''] = parts
  const value =
    hours === undefined
      ? `${year}-${month}-${day}`
      : `${year}-${month}-${day}T${hours}:${minutes}:${seconds}${utc}`
  return isMoment(value) ? { value, span: found.span } : undefined
}

function timezone(found: ContentLine | undefined): Fact<string> | undefined {
  const value = found?.parameters.get('TZID')?.[0]
  return found === undefined || value === undefined ? undefined : { value, span: found.span }
}

function address(found: ContentLine | undefined): Fact<string> | undefined {
  return found && { value: addressOf(found), span: found.span }
}

function addressOf({ value, parameters }: ContentLine): string {
  const plain = value.trim().replace(/^mailto:\s*/i, '')
  return plain.includes('@') ? plain : (parameters.get('EMAIL')?.[0] ?? plain)
}

function addresses(component: Component, name: string, text: string): Fact<string[]> | undefined {
  const found = component.lines.filter((one) => one.name === name)
  return listFact(found, found.map(addressOf), text)
}

/** A list over several properties; its span reaches from the first to the last. */
export function listFact(
  lines: readonly ContentLine[],
  values: readonly string[],
  text: string,
): Fact<string[]> | undefined {
  const [first, last] = [lines[0]?.span, lines.at(-1)?.span]
  if (first?.kind !== 'text' || last?.kind !== 'text') return undefined
  const value = [...new Set(values.map((one) => one.trim()).filter((one) => one !== ''))]
  return { value, span: textSpan(text, first.start, last.end) }
}
