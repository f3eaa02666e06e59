import { days, type Condition, type Dataset, type Field, type Ontology } from '@quipu/query'
import { and, emptyQuery, field as fieldOf } from '../interpret/builder.ts'
import { isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { childrenOf } from '../metrics/field-finder.ts'
import { notDead } from './not-dead.ts'
import { goneStates } from './state-words.ts'

/** Where a thing is: out with somebody until it comes back, or here until it goes. */
export type Presence = 'out' | 'in'

/** Rows of one dataset that say since when a thing is out or here, and until when it was. */
interface Stay {
  readonly dataset: Dataset
  readonly begin: Field
  readonly end: Field
}

const ends: Record<Presence, { readonly begins: RegExp; readonly ends: RegExp }> = {
  out: {
    begins:
      /\b(?:out|collected|picked up|pickup|lent|loaned|issued|handed (?:over|out)|taken|checked out|hired|rented|start\w*|from)\b/i,
    ends: /\b(?:in|back|returned?|brought back|checked in)\b/i,
  },
  in: {
    begins: /\b(?:in|arrived|arrival|received|admitted|dropped off|brought in|checked in|check in)\b/i,
    ends: /\b(?:out|left|departed|departure|collected|discharged|picked up|handed back|checked out|check out|released)\b/i,
  },
}
/** A day that was only agreed says nothing of where the thing is. */
const agreed =
  /\b(?:plan\w*|due|expect\w*|sched\w*|est|estimated|agreed|promised|requested|booked|target|by|until)\b/i

/** The things that are out or here now, by their own dates or by those of the only rows that refer to them and have such dates. */
export function presentCondition(
  presence: Presence,
  dataset: Dataset,
  ontology: Ontology,
  today: string,
): Condition | null {
  // People come and go for good.
  const own = isPeople(dataset) ? null : stayOf(presence, dataset)
  if (own !== null) return stands(own, ontology, today)
  const [only, ...more] = childrenOf(dataset, ontology).flatMap((child) => stayOf(presence, child) ?? [])
  if (only === undefined || more.length > 0) return null
  const where = stands(only, ontology, today)
  return { kind: 'related', of: dataset.name, query: { ...emptyQuery(only.dataset), where } }
}

function stayOf(presence: Presence, dataset: Dataset): Stay | null {
  const times = visible(dataset).filter(
    (field) => isMoment(field) && field.timeFormat !== 'year' && !agreed.test(field.label),
  )
  const { begins, ends: over } = ends[presence]
  const [end, ...more] = times.filter((field) => over.test(field.label) && field.statistics.nulls > 0)
  const starts = times.filter(
    (field) =>
      field !== end && begins.test(field.label) && field.statistics.nulls < (end?.statistics.nulls ?? 0),
  )
  // `actual out` says more than `starts on`.
  const begin = starts.toSorted((a, b) => b.statistics.nulls - a.statistics.nulls)[0]
  return dataset.isHidden || end === undefined || more.length > 0 || begin === undefined
    ? null
    : { dataset, begin, end }
}

/** Begun, not over and not called off. */
function stands({ dataset, begin, end }: Stay, ontology: Ontology, today: string): Condition | null {
  const of = fieldOf(dataset, begin)
  const isBegun: Condition =
    begin.statistics.nulls > 0
      ? { kind: 'not', of: { kind: 'null', of } }
      : { kind: 'during', of, start: null, end: days.add(today, 1, 'day') }
  const gone = notDead(dataset, ontology, goneStates)
  return and([isBegun, { kind: 'null', of: fieldOf(dataset, end) }, ...gone])
}
