import type { Condition, Dataset, Field, Ontology } from '@quipu/query'
import { field as fieldOf } from '../interpret/builder.ts'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isOccasion } from '../lexicon/wordnet.ts'
import {
  deadFlag,
  deadStates,
  heldStates,
  missedStates,
  plannedStates,
  stateField,
} from '../metrics/not-sold.ts'
import { offeredStates } from '../metrics/only-offered.ts'
import { isMeeting } from './meetings.ts'
import { inStates, notDead } from './not-dead.ts'

/** An exam that somebody failed did take place, and so did a visit whose offer was declined. */
const judged: ReadonlySet<string> = new Set('failed failure declined rejected bounced reversed'.split(' '))
/** States of what did not take place. */
const notHeld: readonly string[] = [
  ...deadStates.filter((state) => !judged.has(state)),
  ...missedStates,
  ...'absent, no access, no answer, not home, not at home, nobody home, postponed'.split(', '),
]
const turnedDown: readonly string[] = ['declined', 'rejected', 'turned down', 'lost', 'not won']

export interface NotHeld {
  /** The field that tells. */
  readonly dataset: Dataset
  readonly field: Field
  readonly condition: Condition
  readonly says: string
}

/** What tells the rows of a dataset that took place from the others. `isOver`: nothing that is still booked counts either. */
export function notHeldIn(dataset: Dataset, ontology: Ontology, isOver: boolean): NotHeld | null {
  const hasHeld = isOver && stateField(dataset, heldStates, ontology) !== null
  // Where rows begin as offers, those that were turned down never took place.
  const isOffered = stateField(dataset, offeredStates(dataset, ontology), ontology) !== null
  const states = [...notHeld, ...(hasHeld ? plannedStates : []), ...(isOffered ? turnedDown : [])]
  const found = stateField(dataset, states, ontology)
  if (found !== null) {
    const isOut: Condition = { kind: 'not', of: inStates(found) }
    const isEmpty: Condition = { kind: 'null', of: fieldOf(found.dataset, found.field) }
    const condition: Condition =
      found.field.statistics.nulls === 0 ? isOut : { kind: 'or', of: [isEmpty, isOut] }
    const says = `Only ${dataset.label} that took place: without those whose ${found.field.label} is ${found.values.join(', ')}.`
    return { ...found, condition, says }
  }
  const flag = deadFlag(dataset)
  const [unmarked] = flag === null ? [] : notDead(dataset, ontology, notHeld)
  if (flag !== null && unmarked !== undefined) {
    const says = `Only ${dataset.label} that took place: without those that are marked as ${flag.label}.`
    return { dataset, field: flag, condition: unmarked, says }
  }
  const undone = undoneMoment(dataset)
  if (undone === null) return null
  const says = `Only ${dataset.label} that took place: without those that have a date in ${undone.label}.`
  return { dataset, field: undone, condition: { kind: 'null', of: fieldOf(dataset, undone) }, says }
}

/** A date that is set when the row is called off. */
function undoneMoment(dataset: Dataset): Field | null {
  const isUndone = (field: Field): boolean =>
    isMoment(field) &&
    field.statistics.nulls > 0 &&
    field.statistics.nulls < dataset.rows &&
    /\b(?:cancell?ed|voided|called off)\b/i.test(field.label)
  return visible(dataset).find(isUndone) ?? null
}

/** Rows of what takes place, by their name or by a state in which nobody came. A booking is made, whatever comes of it. */
export function takesPlace(dataset: Dataset, ontology: Ontology): boolean {
  const head = nameWords(dataset.label).at(-1) ?? ''
  if (agreements.has(head)) return false
  if (occasions.has(head) || isMeeting(dataset) || isOccasion(head)) return true
  return stateField(dataset, missedStates, ontology) !== null
}

const agreements: ReadonlySet<string> = new Set(
  'booking reservation registration signup enrolment enrollment order ticket request quote offer invoice payment place subscription membership contract'.split(
    ' ',
  ),
)
const occasions: ReadonlySet<string> = new Set(
  'job trip ride show showing screening performance tour inspection exam test viewing workshop course call clean flight match event'.split(
    ' ',
  ),
)
