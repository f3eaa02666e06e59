import { days, type Condition, type Dataset, type Ontology } from '@quipu/query'
import { and, emptyQuery, field as fieldOf } from '../interpret/builder.ts'
import { isPeople } from '../lexicon/dataset-fields.ts'
import { childrenOf, parentsOf } from '../metrics/field-finder.ts'
import { missedStates } from '../metrics/not-sold.ts'
import { hasHours, takenSpanOf, type TakenSpan } from '../metrics/taken-span.ts'
import { businessOf } from './business.ts'
import { notDead } from './not-dead.ts'
import { goneStates } from './state-words.ts'

/** A period, or this very moment. */
export interface Taken {
  /** Local moments where the question is for now or for tonight. */
  readonly time: { readonly start: string; readonly end: string }
  readonly isNow: boolean
}

/** The rows that last during a period and were not called off. */
export function during(span: TakenSpan, { time, isNow }: Taken, ontology: Ontology): Condition | null {
  const { dataset, begin, end, back, endsBefore } = span
  const day = time.start.slice(0, 10)
  const from = hasHours(end) ? time.start : endsBefore ? days.add(day, 1, 'day') : day
  const until = hasHours(begin) ? time.end : isNow ? days.add(day, 1, 'day') : dayAfter(time.end)
  const isLasting: Condition = { kind: 'during', of: fieldOf(dataset, end), start: from, end: null }
  const isOut: readonly Condition[] = back === null ? [] : [{ kind: 'null', of: fieldOf(dataset, back) }]
  return and([
    { kind: 'during', of: fieldOf(dataset, begin), start: null, end: until },
    // What is late is still out, and what came back early is not.
    ...(isNow && isOut.length > 0 ? isOut : [isLasting, ...isOut]),
    ...notDead(dataset, ontology, [...goneStates.filter((state) => state !== 'returned'), ...missedStates]),
  ])
}

/** The day that a period ends before. */
function dayAfter(end: string): string {
  return end.length > 10 && !/T00:00(?::00)?$/.test(end)
    ? days.add(end.slice(0, 10), 1, 'day')
    : end.slice(0, 10)
}

/** What takes a thing: its own bookings, or the lines of bookings that name it. */
export interface Taking {
  readonly span: TakenSpan
  /** Whose rows refer to the thing. */
  readonly rows: Dataset
}

export function takingOf(thing: Dataset, ontology: Ontology): Taking | null {
  if (isPeople(thing)) return null
  const found = childrenOf(thing, ontology).flatMap((rows): readonly Taking[] => {
    const own = takenSpanOf(rows, ontology)
    if (own !== null) return [{ span: own, rows }]
    const heads = parentsOf(rows, ontology).flatMap((each) =>
      each === thing ? [] : (takenSpanOf(each, ontology) ?? []),
    )
    const [head, ...more] = heads
    return head === undefined || more.length > 0 ? [] : [{ span: head, rows }]
  })
  const ofCustomers = found.filter(({ span }) => parentsOf(span.dataset, ontology).some(isPeople))
  const [only, ...more] = ofCustomers.length > 0 ? ofCustomers : found
  return only === undefined || more.length > 0 ? null : only
}

/** Whether something takes the thing during the period. */
export function takenDuring(
  thing: Dataset,
  { span, rows }: Taking,
  taken: Taken,
  ontology: Ontology,
): Condition {
  const where = during(span, taken, ontology)
  return { kind: 'related', of: thing.name, query: { ...emptyQuery(rows), where } }
}

/** The only rows of this kind in which people take something, or those that are sold. */
export function onlyTakenSpan(ontology: Ontology): TakenSpan | null {
  const all = ontology.datasets.flatMap((each) => takenSpanOf(each, ontology) ?? [])
  const ofPeople = all.filter(({ dataset }) => parentsOf(dataset, ontology).some(isPeople))
  const sold = ofPeople.filter(({ dataset }) => businessOf(ontology).trade?.header === dataset)
  const [only, ...more] = sold.length > 0 ? sold : ofPeople
  return only === undefined || more.length > 0 ? null : only
}
