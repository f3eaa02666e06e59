import type { Dataset, Field, Metric } from '@quipu/query'
import { isMeasure, isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { clocksOf } from '../lexicon/clocks.ts'
import { singular } from '../words/word-forms.ts'
import { parentsOf, pathText, type Schema } from './field-finder.ts'
import { deadStates, soldConditions } from './not-sold.ts'
import { aggregated, propose } from './proposal.ts'

/** Rows that say how long somebody of the staff worked. */
interface Work {
  readonly dataset: Dataset
  readonly staff: Dataset
  /** The hours of a row, as the text of a metric. */
  readonly hours: string
  /** The hours of its break. Null where rows say nothing about breaks. */
  readonly less: string | null
  /** That a row has both of its times, where some have not: nobody worked less because of its break then. */
  readonly timed: readonly string[]
  readonly says: string
}

/** The hours that people worked, and what these hours cost where people have an hourly pay. */
export function workMetrics(schema: Schema): readonly Metric[] {
  const work = workOf(schema)
  if (work === null) return []
  const { dataset, staff, hours, less, timed, says } = work
  const done = soldConditions([dataset], schema, notWorked)
  // Rows without a break have worked too.
  const total = (factor: string): string =>
    [hours, ...(less === null ? [] : [less])]
      .map((one) => aggregated('sum', `${one}${factor}`, [...done, ...timed]))
      .join(' - ')
  const hasHours = schema.datasets.some((each) =>
    visible(each).some(({ label }) => /\bhours?\b/i.test(label) && !notSpent.test(label)),
  )
  const isLog = isTimeLog(dataset)
  const left = done.length === 0 ? '' : ', without those that were not worked'
  const worked = propose({
    name: hoursWorked,
    label: 'hours worked',
    synonyms: `worked hours, hours of work, working hours, man hours, labour hours, labor hours, staff hours, ${staff.label} hours, ${singular(staff.label)} hours${hasHours ? '' : ', hours'}${isLog ? `, ${logged}` : ''}`,
    expression: total(''),
    unit: 'hours',
    says: `${says} of ${dataset.label}${left}`,
  })
  // What a row says was paid for its hours goes before what somebody is paid now.
  const paid = isBillable(dataset) ? null : rowPay(dataset)
  const own = isBillable(dataset) ? null : (hourlyPay(dataset) ?? rowRate(dataset))
  const pay = paid ?? own ?? hourlyPay(staff)
  if (pay === null) return [worked]
  return [
    worked,
    propose({
      name: wagesPaid,
      label: 'wages',
      synonyms: `wage costs, wage cost, wage bill, labour costs, labor costs, staff costs, staff cost, staffing costs, staffing cost, staffing, payroll, cost of labour, cost of staff, labour cost, labor cost, ${staff.label} cost us, the ${staff.label} cost us, ${staff.label} cost, ${staff.label} costs, people cost us, team cost us`,
      expression:
        paid === null
          ? total(` * ${pathText({ dataset: own === null ? staff : dataset, field: pay })}`)
          : aggregated('sum', pathText({ dataset, field: paid }), done),
      unit: pay.unit,
      says: `${paid === null ? `${says} of ${dataset.label} × ${pay.label}` : `${pay.label} of ${dataset.label}`}${left}`,
    }),
  ]
}

/** Hours that somebody should work, or that something may take, and what an hour costs. */
const notSpent =
  /\b(?:weekly|per week|contract(?:ed|ual)?|budget(?:ed)?|planned|estimated?|target|quota|allowance|max|min|maximum|minimum|opening|expected|standard|agreed|included|quoted|rate|price|cost|pay|wage|charge|fee|per hour)\b/i
const logged =
  'hours logged, logged hours, hours booked, hours tracked, tracked hours, hours spent, hours recorded, recorded hours, time logged, time tracked, time spent, time booked, time recorded, time worked'

/** Beside a mark of what is billed, the rate of a row is what customers pay for it. */
function isBillable(dataset: Dataset): boolean {
  return visible(dataset).some(({ label }) => /\bbill ?(?:able|ed)\b|\bcharge ?able\b/i.test(label))
}

export const hoursWorked = 'hours_worked'
export const wagesPaid = 'wages'

/** States of a row of work in which nobody worked. */
const notWorked: readonly string[] = [
  ...deadStates,
  ...'planned, scheduled, upcoming, open, sick, absent, absence, no show, no-show, missed, holiday, vacation, leave, off, swapped, unfilled'.split(
    ', ',
  ),
]

/** The only rows that note the hours of staff, or else the only ones that are called shifts or timesheets. */
function workOf(schema: Schema): Work | null {
  const found = schema.datasets.flatMap((dataset): readonly Work[] => {
    const isRota = workRows.test(dataset.label)
    const parents = parentsOf(dataset, schema)
    const people = isRota ? parents.filter(isPeople) : []
    // Hours may be noted for clients too.
    const [staff, ...more] = people.length === 1 ? people : parents.filter(isStaff)
    const hours = dataset.isHidden || staff === undefined || more.length > 0 ? null : hoursOf(dataset)
    return hours === null || staff === undefined || isTwice(dataset, staff, schema)
      ? []
      : [{ dataset, staff, ...hours }]
  })
  const shifts = found.filter(({ dataset }) => workRows.test(dataset.label))
  const [only, ...others] = shifts.length > 0 ? shifts : found
  return only === undefined || others.length > 0 ? null : only
}

const workRows = /\b(?:shifts?|time ?sheets?|(?:time|work|labou?r) (?:entr\w+|logs?|records?)|rota)\b/i

/** People who have a job, a pay, or a day on which they were hired. */
function isStaff(dataset: Dataset): boolean {
  return (
    isPeople(dataset) &&
    visible(dataset).some(
      (field) =>
        /\b(?:wage|salary|hourly|job|position)\b/i.test(field.label) ||
        (isMoment(field) && /\b(?:hired?|employed)\b/i.test(field.label)),
    )
  )
}

/** Whether rows name the same people in two roles. */
function isTwice({ name }: Dataset, staff: Dataset, { relationships }: Schema): boolean {
  return relationships.filter(({ from, to }) => from === name && to === staff.name).length > 1
}

function hoursOf(dataset: Dataset): Pick<Work, 'hours' | 'less' | 'timed' | 'says'> | null {
  const at = (field: Field): string => pathText({ dataset, field })
  const noted = visible(dataset).filter((field) => isMeasure(field) && isTimeWorked(field, dataset))
  const [only, ...more] = noted
  if (more.length > 0) return null
  if (only !== undefined) {
    const isMinutes = nameWords(only.label).includes('minute')
    return { hours: isMinutes ? `${at(only)} / 60` : at(only), less: null, timed: [], says: only.label }
  }
  const moments = visible(dataset).filter((field) => isMoment(field) && hasTime(field))
  const actual = ofRows(moments, actualStart, actualEnd)
  if (actual !== null) return lessBreak(dataset, actual, at)
  const pair = ofRows(moments, anyStart, anyEnd)
  return pair === null ? ofClocks(dataset, at) : wholeTime(pair, at)
}

/** When somebody came and went, as it was noted, beside when they should have. */
const actualStart =
  /^(?:clock(?:ed)?|check(?:ed)?|punch(?:ed)?|signed|sign) ?in\b|^actual (?:start|begin)|^time in\b/i
const actualEnd =
  /^(?:clock(?:ed)?|check(?:ed)?|punch(?:ed)?|signed|sign) ?out\b|^actual (?:end|finish)|^time out\b/i
const anyStart = /^(?:\w+ )?(?:starts?|started|begins?|began|from)\b/i
const anyEnd = /^(?:\w+ )?(?:ends?|ended|finish(?:es|ed)?|to|until)\b/i

interface FromTo {
  readonly from: Field
  readonly to: Field
}

function ofRows(moments: readonly Field[], start: RegExp, end: RegExp): FromTo | null {
  const from = moments.find(({ label }) => start.test(label))
  const to = moments.find(({ label }) => end.test(label))
  return from === undefined || to === undefined || from === to ? null : { from, to }
}

function wholeTime(
  { from, to }: FromTo,
  at: (field: Field) => string,
): Pick<Work, 'hours' | 'less' | 'timed' | 'says'> {
  return {
    hours: `hours(${at(from)}, ${at(to)})`,
    less: null,
    timed: [],
    says: `time from ${from.label} to ${to.label}`,
  }
}

/** `from` and `to` as times of day, less the minutes of a break. */
function ofClocks(
  dataset: Dataset,
  at: (field: Field) => string,
): Pick<Work, 'hours' | 'less' | 'timed' | 'says'> | null {
  const clocks = clocksOf(dataset)
  return clocks === null ? null : lessBreak(dataset, clocks, at)
}

function lessBreak(
  dataset: Dataset,
  { from, to }: FromTo,
  at: (field: Field) => string,
): Pick<Work, 'hours' | 'less' | 'timed' | 'says'> {
  const [pause, ...more] = visible(dataset).filter(
    (field) => isMeasure(field) && /\b(?:breaks?|pauses?)\b/i.test(field.label),
  )
  const isMinutes = pause !== undefined && more.length === 0 && Number(pause.statistics.max) > 4
  return {
    hours: `hours(${at(from)}, ${at(to)})`,
    less: isMinutes ? `${at(pause)} / 60` : null,
    timed: (isMinutes ? [from, to] : []).flatMap((field) =>
      field.statistics.nulls === 0 ? [] : [`${at(field)} is not null`],
    ),
    says: `time from ${from.label} to ${to.label}${isMinutes ? ` less ${pause.label}` : ''}`,
  }
}

function isTimeLog({ label }: Dataset): boolean {
  return /\b(?:time|work|labou?r) (?:logs?|entr\w+|sheets?|records?)$/i.test(label)
}

/** `hours`, `hours worked`, `minutes worked`; not `hourly rate` or `planned hours`. */
function isTimeWorked({ label }: Field, dataset: Dataset): boolean {
  const words = nameWords(label)
  // The minutes of a time log are those that were worked.
  if (isTimeLog(dataset) && words.join(' ') === 'minute') return true
  return (
    (words.some((word) => word === 'hour' || word === 'hrs') ||
      (words.includes('minute') && words.some((word) => word.startsWith('work')))) &&
    words.every((word) => /^(?:hour|hrs|minute|work|worked|working|actual|total|number)$/.test(word))
  )
}

function hasTime({ type, timeFormat }: Field): boolean {
  return type === 'timestamp' || timeFormat === 'iso-timestamp'
}

/** What a row says was paid for all of its hours. A `pay` that is small beside them is that of an hour. */
function rowPay(dataset: Dataset): Field | null {
  const measures = visible(dataset).filter(isMeasure)
  const [only, ...more] = measures.filter(({ label }) =>
    /^(?:(?:gross|total) )?(?:pay|wages?|earnings|salary|labou?r cost|staff cost)(?: total| amount)?$/i.test(
      label,
    ),
  )
  const hours = measures.find((field) => isTimeWorked(field, dataset))
  if (only === undefined || more.length > 0 || hours === undefined) return null
  const middle = ({ statistics }: Field): number => statistics.quantiles?.[1] ?? 0
  const hasRate = measures.some(({ label }) => /\brate\b|^hourly\b/i.test(label))
  return hasRate && middle(only) > middle(hours) ? only : null
}

/** `pay rate` or `wage` of a shift. */
function rowRate(dataset: Dataset): Field | null {
  const [only, ...more] = visible(dataset).filter(
    (field) => isMeasure(field) && /^(?:pay rate|rate of pay|wage rate|wage|hourly)$/i.test(field.label),
  )
  return only === undefined || more.length > 0 ? null : only
}

/** What people are paid for an hour. */
function hourlyPay(staff: Dataset): Field | null {
  const [only, ...more] = visible(staff).filter(
    (field) =>
      isMeasure(field) &&
      /\bhour(?:ly)?\b/i.test(field.label) &&
      /\b(?:wage|pay|rate|salary|cost)\b/i.test(field.label) &&
      !/\b(?:charge|billing|bill|client|customer|sales?)\b/i.test(field.label),
  )
  return only === undefined || more.length > 0 ? null : only
}
