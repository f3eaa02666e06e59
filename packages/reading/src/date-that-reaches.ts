import { inZone, type Cell, type Field, type FieldRef, type Ontology, type Query } from '@quipu/query'
import { mapped } from './interpret/mapped.ts'
import { joinPathsOf } from './interpret/join-paths.ts'
import { isMoment, isPeople, visible } from './lexicon/dataset-fields.ts'
import type { Plan } from './plan/plan.ts'
import type { ReadingContext } from './plan/reading-context.ts'
import type { Assumption, Reading } from './plan/reading.ts'
import { conjuncts, fieldOf, isSame, refTo } from './restate/fields.ts'
import { renewed } from './several/renewed.ts'
import { dueMoment } from './business/named-moments.ts'

/**
 * "Booked in for next week": where the date of the rows ends before a period that is still to come, no row can lie in it. The only date of the
 * rows, or of what they belong to, that reaches into the period is meant. What is known of past dates may be older than the data.
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
    if (condition.start.slice(0, 10) <= today) continue
    const own = fieldOf(ontology, condition.of)
    if (own === null || !endsBefore(own, condition.start)) continue
    const other = reaching(condition.of, condition.start, ontology)
    if (other === null) continue
    const query = withField(reading.query, condition.of, other)
    const made = renewed(reading, query, [note(own, fieldOf(ontology, other))], ontology)
    if (made !== null) return made
  }
  return reading
}

function note(own: Field, other: Field | null): Assumption {
  const says = `No ${own.label} lies in this period, so it is the period of ${other?.label ?? ''}.`
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
    const one = fields.length > 1 ? (fields.find((field) => field === dueMoment(dataset)) ?? null) : fields[0]
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
