import type { Condition, Dataset, Field, Ontology } from '@quipu/query'
import { and, field as fieldOf } from '../interpret/builder.ts'
import { isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import { stateField, type StateField } from '../metrics/not-sold.ts'
import { staffOf } from './measured.ts'
import { inStates, notDead } from '../business/not-dead.ts'
import { emptyMoment } from '../business/named-moments.ts'
import { goneStates } from '../business/state-words.ts'

const waitingStates =
  'sent, pending, awaiting, submitted, issued, offered, quoted, waiting, awaiting reply, awaiting answer, awaiting decision, waiting for answer, open'.split(
    ', ',
  )

/** What somebody answers with yes or no has such states. */
const decidedStates = [
  'accepted',
  'declined',
  'approved',
  'rejected',
  'won',
  'lost',
  'refused',
  'turned down',
  'confirmed',
]

/** Nobody has replied; of quotes and requests, their state says that they are out. */
export function unanswered(dataset: Dataset, ontology: Ontology): Condition | null {
  const empty = emptyMoment(dataset, 'reply answer respond response replied')
  const decided = stateField(dataset, decidedStates, ontology)
  const out = empty === null && decided !== null ? stateField(dataset, waitingStates, ontology) : null
  return empty ?? (out === null ? undecided(dataset, ontology) : inStates(out))
}

/** Neither the day of a yes nor that of a no is set, where the rows have both. */
function undecided(dataset: Dataset, ontology: Ontology): Condition | null {
  const days = visible(dataset).filter((field) => isMoment(field) && field.statistics.nulls > 0)
  const [yes, no] = [agreedTo, turnedDown].map((pattern) => days.filter(({ label }) => pattern.test(label)))
  if (yes === undefined || no === undefined || yes.length === 0 || no.length === 0) return null
  const empty = [...yes, ...no].map((field): Condition => ({ kind: 'null', of: fieldOf(dataset, field) }))
  const named = new Set(empty.map((one) => JSON.stringify(one)))
  const gone = notDead(dataset, ontology, goneStates).filter((one) => !named.has(JSON.stringify(one)))
  return and([...empty, ...gone])
}

const agreedTo = /\b(?:accepted|approved|won|agreed|confirmed|signed|granted)\b/i
const turnedDown = /\b(?:declined|rejected|lost|refused|turned down|denied)\b/i

const unsentStates =
  'unfulfilled, to ship, to send, awaiting shipment, awaiting dispatch, ready to ship, not shipped, unshipped, open, processing, in progress, backorder, backordered, picking, packed'.split(
    ', ',
  )

/** What has to go out: the state says so, or it has no date of shipping yet. */
export function unsent(dataset: Dataset, ontology: Ontology): Condition | null {
  // What was ordered from a supplier comes in.
  if (/\bpurchase\b/i.test(dataset.label) || parentsOf(dataset, ontology).some(isSupplier)) return null
  const state = stateField(dataset, unsentStates, ontology)
  if (state !== null) return and([inStates(state), ...notDeadBeside(state, dataset, ontology)])
  const empty = emptyMoment(dataset, 'ship dispatch send sent')
  return empty === null ? null : and([empty, ...notDead(dataset, ontology, goneStates)])
}

/** An order that was cancelled is `unfulfilled` too, where another column says that it was. */
function notDeadBeside({ field }: StateField, dataset: Dataset, ontology: Ontology): readonly Condition[] {
  const dead = stateField(dataset, goneStates, ontology)
  return dead?.field === field ? [] : notDead(dataset, ontology, goneStates)
}

/** The row names nobody who sees to it. */
export function unassigned(dataset: Dataset, ontology: Ontology): Condition | null {
  const [only, ...more] = namesOfWorkers(dataset, ontology)
  if (only === undefined || more.length > 0) return null
  const open = stateField(
    dataset,
    ['new', 'open', 'unassigned', 'pending', 'reopened', 'planned', 'scheduled', 'booked'],
    ontology,
  )
  const done = [...goneStates, 'closed', 'solved', 'resolved', 'done', 'completed', 'merged', 'spam']
  return and([
    { kind: 'null', of: fieldOf(dataset, only) },
    ...(open === null ? notDead(dataset, ontology, done) : [inStates(open)]),
  ])
}

/** The empty references to staff, or else to the only people that the rows name. */
function namesOfWorkers(dataset: Dataset, ontology: Ontology): readonly Field[] {
  const staff = staffOf(ontology)
  const people = parentsOf(dataset, ontology).filter(isPeople)
  const whom =
    staff !== null && reaches(dataset, staff, ontology) ? staff : people.length === 1 ? people[0] : null
  return dataset.fields.filter(
    ({ name, statistics }) =>
      statistics.nulls > 0 &&
      ontology.relationships.some(
        ({ from, to, fromFields }) =>
          from === dataset.name && to === whom?.name && fromFields.length === 1 && fromFields[0] === name,
      ),
  )
}

function reaches(dataset: Dataset, staff: Dataset, { relationships }: Ontology): boolean {
  return relationships.some(({ from, to }) => from === dataset.name && to === staff.name)
}

function isSupplier({ label }: Dataset): boolean {
  return /\b(?:suppliers?|vendors?)$/i.test(label)
}
