import { days, type Dataset, type Ontology } from '@quipu/query'
import { field as fieldRef } from '../interpret/builder.ts'
import { isPeople } from '../lexicon/dataset-fields.ts'
import type { EventField } from '../lexicon/event-fields.ts'
import { kindsOf } from '../metrics/kinds.ts'
import type { FilterSlot } from '../plan/frame.ts'
import { businessOf } from '../business/business.ts'
import { happeningMoment } from './happening.ts'
import { asBusiness, measured, mentionsOf, type Asked, type Measured } from './measured.ts'
import { eventMoment } from '../lexicon/event-moment.ts'
import { distance } from '../business/nearest.ts'
import { activityOf } from './ranked-thing.ts'
import type { Scan } from './scan.ts'

/** "when did we last deliver to X", "when is X coming next": the last, first or next date of the rows that this is about. */
export function timeOfEdge({
  scan,
  things,
  ontology,
  today,
}: Asked & { readonly today: string }): Measured | null {
  const { edge } = scan
  if (edge === null || scan.rank !== null || scan.asks.length > 0 || scan.long !== null) return null
  const event = eventOf(scan, things, ontology)
  if (event === null) return null
  const thing = things.find(({ dataset }) => !isPeople(dataset) && eventMoment(dataset) !== null)
  const dataset = event?.dataset ?? thing?.dataset ?? usualOf(scan, ontology)
  if (dataset === null || dataset === undefined) return null
  const field = event?.field ?? (edge === 'next' ? happeningMoment(dataset) : null) ?? eventMoment(dataset)
  if (field === null) return null
  const of = fieldRef(dataset, field)
  // "when is the last bill of X due": the due date of what came last.
  const due = mentionsOf(scan, 'state').filter(
    (one) => one.state === 'due' && one.events.some((each) => each.dataset === dataset),
  )
  const shown =
    due.flatMap(({ events }) => events.filter((each) => each.dataset === dataset))[0]?.field ?? field
  const used = [
    ...due,
    ...mentionsOf(scan, 'verb'),
    ...(thing === undefined ? [] : [thing]),
    ...mentionsOf(scan, 'value').filter(({ events }) => events.length > 0),
  ]
  const made = measured(
    [{ kind: 'field', field: fieldRef(dataset, shown), function: edge === 'last' ? 'max' : 'min' }],
    null,
    used,
  )
  const isPast = edge === 'last'
  const range = isPast ? { start: null, end: days.add(today, 1, 'day') } : { start: today, end: null }
  return asBusiness({
    ...made,
    filters: [
      ...(edge === 'first'
        ? []
        : [{ key: `edge ${edge}`, condition: { kind: 'during', of, ...range } } as const]),
      ...notGivenBack(dataset, ontology),
    ],
  })
}

/** A credit note is no order. */
function notGivenBack(dataset: Dataset, ontology: Ontology): readonly FilterSlot[] {
  const kinds = kindsOf(dataset, ontology)
  if (kinds === null || kinds.back.length === 0) return []
  const of = fieldRef(kinds.dataset, kinds.field)
  const isBack = { kind: 'in', of, values: [...kinds.back] } as const
  return [{ key: `${kinds.dataset.name}.${kinds.field.name}`, condition: { kind: 'not', of: isBack } }]
}

/** The event that a verb names: of the thing that is named, or of the sales, or the only one. Null where that is open. */
function eventOf(scan: Scan, things: Asked['things'], ontology: Ontology): EventField | null | undefined {
  const found = [...mentionsOf(scan, 'value'), ...mentionsOf(scan, 'verb')].flatMap(({ events }) => events)
  const header = businessOf(ontology).trade?.header
  const [first, ...more] = found
  if (more.length === 0) return first
  return (
    found.find(({ dataset }) => things.some((one) => one.dataset === dataset)) ??
    found.find(({ dataset }) => dataset === header) ??
    null
  )
}

/** What usually takes place: sales where the verb is one of trade, otherwise visits or jobs. */
function usualOf(scan: Scan, ontology: Ontology): Dataset | null {
  const { trade } = businessOf(ontology)
  const values = mentionsOf(scan, 'value').flatMap((one) => one.values)
  const things = mentionsOf(scan, 'thing')
  if (trade === null || values.length + things.length === 0) return null
  const [verb] = mentionsOf(scan, 'verb')
  const lines = trade.lines?.dataset ?? trade.header
  const isOfLines = values.some(({ dataset }) => distance(lines.name, dataset, ontology) <= 1)
  if (verb?.verb === 'sell' || verb?.verb === 'buy')
    return isOfLines && eventMoment(lines) !== null ? lines : trade.header
  return verb === undefined ? activityOf(trade.header, ontology) : null
}
