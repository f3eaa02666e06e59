import type { FieldRef, Ontology } from '@quipu/query'
import type { ReadingContext } from '../plan/reading-context.ts'
import { findTimes } from '../time/find-times.ts'
import { monthName } from '../time/names.ts'
import type { TimeMention } from '../time/time-mention.ts'
import type { Doubt, Effect } from './doubt.ts'
import { fieldOf } from '../restate/fields.ts'

export interface TimeDoubtInput {
  readonly question: string
  /** The result of `findTimes` for the question. */
  readonly times: readonly TimeMention[]
  /** The time fields of the reading. Without any, nothing is asked. */
  readonly timeFields: readonly FieldRef[]
  readonly ontology: Ontology
  readonly context: Pick<ReadingContext, 'now' | 'timeZone'>
}

const trend =
  /\b(?:trends?|trending|trended|evolution|evolved|developments?|how (?:has|have|did) .{1,80} (?:changed?|developed?|evolved?))\b/i
const periods = ['Last 30 days', 'Current quarter', 'Year to date', 'All time']
const fiscalMonths = [1, 4, 7, 10]

/** Entry point: finds what a question leaves open about time. */
export function timeDoubts(input: TimeDoubtInput): readonly Doubt[] {
  if (input.timeFields.length === 0) return []
  const fiscal = fiscalDoubt(input)
  if (fiscal) return [fiscal]
  const either = input.times.find(
    ({ isAmbiguous, alternatives }) => isAmbiguous !== undefined && (alternatives?.length ?? 0) > 1,
  )
  if (either) return [alternativeDoubt(input, either)]
  const vague = input.times.find(({ isAmbiguous, range }) => isAmbiguous === 'vague' && range === null)
  const hasRange = input.times.some(
    ({ kind, range, comparison }) => (kind === 'range' || kind === 'point') && range && !comparison,
  )
  if (vague && !hasRange) return [periodDoubt(input, vague)]
  return isOpenTrend(input, hasRange) ? [periodDoubt(input, null)] : []
}

/** A question that names its time steps ("monthly trend") covers all data. With less than a month of data, no period would change the result. */
function isOpenTrend({ question, times, timeFields, ontology }: TimeDoubtInput, hasRange: boolean): boolean {
  if (hasRange || !trend.test(question)) return false
  if (times.some(({ kind }) => kind === 'grain')) return false
  const field = timeFields[0] && fieldOf(ontology, timeFields[0])
  const [first, last] = [field?.statistics.min, field?.statistics.max]
  const days = (Date.parse(String(last)) - Date.parse(String(first))) / 86_400_000
  return !(days <= 31)
}

function periodDoubt(input: TimeDoubtInput, mention: TimeMention | null): Doubt {
  const all: Effect = { kind: 'period', range: { start: null, end: null }, words: 'All time' }
  const recent = resolvePeriod('Last 30 days', input) ?? all
  return {
    asks: {
      label: 'Time period',
      why: 'time',
      question: 'What time period should I analyze?',
      suggestions: periods,
    },
    setting: 'defaultTimePeriod',
    weight: 0.9,
    span: mention,
    resolve: (answer) => resolvePeriod(answer, input),
    otherwise: mention
      ? { effect: recent, says: `“${mention.words}” is taken as the last 30 days.` }
      : { effect: all, says: 'No time period is given, so all of the data is used.' },
  }
}

/** The period that an answer names, in the words of a question or as a key of a setting. */
function resolvePeriod(answer: string, { ontology, context }: TimeDoubtInput): Effect | null {
  const times = findTimes(answer.replaceAll('_', ' '), { ...context, calendar: ontology.calendar })
  const named = times.filter(
    ({ kind, range, comparison }) => (kind === 'range' || kind === 'point') && range && !comparison,
  )
  const [only] = named
  return only?.range && named.length === 1
    ? { kind: 'period', range: only.range, words: answer.trim() }
    : null
}

function alternativeDoubt(input: TimeDoubtInput, mention: TimeMention): Doubt {
  const alternatives = mention.alternatives ?? []
  const suggestions = alternatives.map(({ words }) => words)
  const pick = (answer: string): Effect | null => {
    const same = alternatives.find(({ words }) => words.toLowerCase() === answer.trim().toLowerCase())
    return same ? { kind: 'period', range: same.range, words: same.words } : resolvePeriod(answer, input)
  }
  const first = alternatives[0]?.words ?? mention.words
  return {
    asks: {
      label: mention.isAmbiguous === 'day-or-month-first' ? 'Date' : 'Time period',
      why: 'time',
      question: `Which time do you mean by “${mention.words}”?`,
      suggestions: suggestions.slice(0, 4),
    },
    setting: null,
    weight: 0.85,
    span: mention,
    resolve: pick,
    otherwise: {
      effect: pick(first) ?? { kind: 'nothing' },
      says: mention.assumption ?? `“${mention.words}” is taken as ${first}.`,
    },
  }
}

/** Asks when the words are fiscal, or when the question has a plain quarter or year and the ontology uses fiscal terms. */
export function fiscalDoubt({ times, ontology }: Pick<TimeDoubtInput, 'times' | 'ontology'>): Doubt | null {
  if (ontology.calendar.fiscalYearStart !== null) return null
  const fiscalMention = times.find(({ isFiscal }) => isFiscal)
  const plain = speaksFiscal(ontology)
    ? times.find(
        ({ kind, unit, anchor }) =>
          kind === 'range' && anchor === 'today' && (unit === 'quarter' || unit === 'year'),
      )
    : undefined
  const mention = fiscalMention ?? plain
  if (!mention) return null
  return {
    asks: {
      label: 'Fiscal year start',
      why: 'time',
      question: 'In which month does your fiscal year begin?',
      suggestions: fiscalMonths.map(monthName),
    },
    setting: null,
    weight: 0.95,
    span: mention,
    resolve: fiscalStart,
    otherwise: {
      effect: { kind: 'fiscal-start', month: 1 },
      says: 'The fiscal year is taken to begin in January, since no start is set.',
    },
  }
}

function fiscalStart(answer: string): Effect | null {
  const months = Array.from({ length: 12 }, (_, index) => index + 1)
  const month = months.find((candidate) =>
    new RegExp(`\\b${monthName(candidate).slice(0, 3)}`, 'i').test(answer),
  )
  if (month !== undefined) return { kind: 'fiscal-start', month }
  if (/calendar/i.test(answer)) return { kind: 'fiscal-start', month: 1 }
  return null
}

function speaksFiscal(ontology: Ontology): boolean {
  const names = [
    ...ontology.glossary.flatMap(({ term, synonyms }) => [term, ...synonyms]),
    ...ontology.metrics.flatMap(({ name, label, synonyms }) => [name, label, ...synonyms]),
    ...ontology.datasets.flatMap(({ name, fields }) => [
      name,
      ...fields.flatMap((field) => [field.name, field.label]),
    ]),
  ]
  return names.some((name) => /fiscal|financial[\s_]year/i.test(name))
}
