import {
  days,
  inZone,
  type Cell,
  type Condition,
  type Field,
  type FieldRef,
  type Ontology,
  type Query,
} from '@quipu/query'
import { notDead } from './business/not-dead.ts'
import { goneStates } from './business/state-words.ts'
import { traitsOf } from './confidence/query-traits.ts'
import { mapped } from './interpret/mapped.ts'
import { joinPathsOf } from './interpret/join-paths.ts'
import { isLater } from './lexicon/arranged-times.ts'
import { isMoment, isPeople, visible } from './lexicon/dataset-fields.ts'
import type { Plan } from './plan/plan.ts'
import type { ReadingContext } from './plan/reading-context.ts'
import type { Assumption, Reading } from './plan/reading.ts'
import { allOf, conjuncts, datasetOf, fieldOf, isSame, refTo } from './restate/fields.ts'
import { renewed } from './several/renewed.ts'
import { dueMoment } from './business/named-moments.ts'

/**
 * "Booked in for next week": where the date of the rows ends before a period that is still to come, no row can lie in it. The day by which the
 * rows are due is meant, or else the only date of the rows, or of what they belong to, that reaches into the period. Without those to which
 * it has happened already. What is known of past dates may be older than the data.
 */
export function withDatesThatReach(plan: Plan, ontology: Ontology, { now, timeZone }: ReadingContext): Plan {
  if (plan.status !== 'readings') return plan
  const [first, ...rest] = plan.readings
  const today = inZone(now, timeZone).slice(0, 10)
  return { ...plan, readings: [onDateThatReaches(first, today, ontology), ...rest] }
}

function onDateThatReaches(reading: Reading, today: string, ontology: Ontology): Reading {
  for (const condition of conjuncts(reading.query.where)) {
    if (condition.kind !== 'during' || condition.of.kind !== 'field' || condition.start === null) continue
    if (!isToCome(condition, today)) continue
    const own = fieldOf(ontology, condition.of)
    const from = condition.start.slice(0, 10) <= today ? days.add(today, 1, 'day') : condition.start
    if (own === null || !endsBefore(own, from)) continue
    const other = reaching(condition.of, from, ontology)
    if (other === null) continue
    const open = other.dataset === condition.of.dataset ? stillOpen(condition.of, own, reading, ontology) : []
    const moved = withField(reading.query, condition.of, other)
    const query = { ...moved, where: allOf([...conjuncts(moved.where), ...open]) }
    const isOpen = open.some((one) => one.kind === 'null')
    const made = renewed(reading, query, [note(own, fieldOf(ontology, other), isOpen)], ontology)
    if (made !== null) return made
  }
  return reading
}

/** "in the next two weeks" begins today. What was done today is over. */
function isToCome(
  { start, end }: { readonly start: string | null; readonly end: string | null },
  today: string,
): boolean {
  const from = start?.slice(0, 10) ?? ''
  return from > today || (from === today && (end === null || end.slice(0, 10) > days.add(today, 1, 'day')))
}

/** Rows to which it has not happened yet, and which were not called off. */
function stillOpen(of: FieldRef, own: Field, { query }: Reading, ontology: Ontology): readonly Condition[] {
  const dataset = datasetOf(ontology, of.dataset)
  if (dataset === null || query.groupBy.length > 0) return []
  const conditions = conjuncts(query.where)
  const isDone = own.statistics.nulls > 0 && isLater(own)
  const undone: readonly Condition[] = isDone ? [{ kind: 'null', of }] : []
  const dead = notDead(dataset, ontology, goneStates).filter(
    (one) => !conditions.some((each) => JSON.stringify(each) === JSON.stringify(one)),
  )
  const isStateAsked = conditions.some((each) => dead.some((one) => sharesField(each, one)))
  return [...undone, ...(isStateAsked ? [] : dead)]
}

function sharesField(one: Condition, other: Condition): boolean {
  const fields = traitsOf(other).fields
  return [...traitsOf(one).fields].some((field) => fields.has(field))
}

function note(own: Field, other: Field | null, isOpen: boolean): Assumption {
  const without = isOpen ? `, of those without ${own.label}` : ''
  const says = `No ${own.label} lies in this period, so it is the period of ${other?.label ?? ''}${without}.`
  return { about: 'date', says, changesNumbers: true }
}

function reaching(of: FieldRef, start: string, ontology: Ontology): FieldRef | null {
  const paths = joinPathsOf(ontology)
  const near = ontology.datasets
    .filter(({ isHidden }) => !isHidden)
    .flatMap((dataset) => {
      const path =
        dataset.name === of.dataset ? { length: 0, toOne: true } : paths.between(of.dataset, dataset.name)
      return path?.toOne !== true || (path.length > 0 && isPeople(dataset))
        ? []
        : [{ dataset, length: path.length }]
    })
    .toSorted((a, b) => a.length - b.length)
  for (const { dataset } of near) {
    const fields = visible(dataset).filter(
      (field) =>
        isMoment(field) && field.name !== of.field && !isOther.test(field.label) && reaches(field, start),
    )
    const due = dueMoment(dataset)
    // What is planned goes before dates of other rows, though nothing may be planned for the period.
    if (dataset.name === of.dataset && due !== null && due.name !== of.field && fields.length === 0)
      return refTo(dataset, due)
    const one = fields.length > 1 ? (fields.find((field) => field === due) ?? null) : fields[0]
    if (fields.length > 0) return one === null || one === undefined ? null : refTo(dataset, one)
  }
  return null
}

/** Dates that say how long something is good for, or that belong to a person. */
const isOther = /\b(?:birth|born|valid|until|expir\w*|renew\w*|end|ends|last|payment|pay|invoice)\b/i

function endsBefore({ statistics }: Field, start: string): boolean {
  const last = dayOf(statistics.max)
  return last !== null && last < start.slice(0, 10)
}

function reaches({ statistics }: Field, start: string): boolean {
  const last = dayOf(statistics.max)
  return last !== null && last >= start.slice(0, 10)
}

function dayOf(cell: Cell): string | null {
  const day = typeof cell === 'string' ? cell.slice(0, 10) : ''
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : null
}

/** The query with another field in each place of one. */
function withField(query: Query, from: FieldRef, to: FieldRef): Query {
  return mapped(query, (part) => (isSame(part, from) ? to : part))
}
