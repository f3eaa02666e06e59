import { days, type Condition, type Dataset, type FieldRef, type Ontology } from '@quipu/query'
import { momentOf } from '../business/moments.ts'
import { notHeldIn, takesPlace } from '../business/took-place.ts'
import { and } from '../interpret/builder.ts'
import type { Frame, Note } from '../plan/frame.ts'

/** What a note is about that says which rows took place. */
export const tookPlace = 'what took place'
const key = 'of those that took place'

/** Somebody did it, so that it took place. */
const doing =
  /\b(?:did|have|has|had)\b.*\b(?:do|done|give|given|hold|held|run|teach|taught|perform|performed|carry out|carried out|complete|completed|finish|finished|take place|taken place)\b|\bwe(?:'ve| have)? (?:did|done|gave|given|held|ran|taught|performed|carried out|completed|finished)\b|\btook place\b/i
const past =
  /\b(?:did|had|has|have|was|were|been|gave|given|took|taken|done|held|ran|taught|went|came|so far|until now|to date|ever)\b/i
/** The question is about what was agreed, or about what came of it. */
const agreed =
  /\b(?:book\w*|reserv\w+|schedul\w+|plann?\w*|arrange\w*|cancel\w*|cxl\w*|miss\w*|no.?shows?|show(?:ed)? up|turn(?:ed)? up|call(?:ed)? off|void\w*|withdrawn?|status|states?|outcomes?|open|pending|waiting|upcoming|coming up|c[oa]me in|receiv\w+|tak\w+ in|took in|intake)\b/i

export function isOfAgreed(question: string): boolean {
  return agreed.test(question)
}

/** "how many visits do we have": perhaps those that are still to come. */
const standing = /\b(?:do we have|have we got|are there|is there)\b/i

export interface AskedFor {
  readonly question: string
  readonly ontology: Ontology
  readonly today: string
}

/** A number of things that take place leaves out those that did not, unless the question asks for what was agreed. */
export function heldOnly(frame: Frame, { question, ontology, today }: AskedFor, isSaid = false): Frame {
  const dataset = countedIn(frame, ontology)
  if (dataset === null || isOfAgreed(question)) return frame
  const isDone = isSaid || doing.test(question)
  if (!isDone && !takesPlace(dataset, ontology)) return frame
  const { time } = frame
  if (time !== null && time.start !== null && time.start.slice(0, 10) >= today) return frame
  if (time === null && !isDone && standing.test(question)) return frame
  const tomorrow = days.add(today, 1, 'day')
  const reaches = time === null || time.end === null || time.end.slice(0, 10) > tomorrow
  const isPast = isDone || past.test(question)
  const isOver = isPast || time === null || !reaches
  const told = notHeldIn(dataset, ontology, isOver)
  if (told === null || isNamed(frame, told.dataset.name, told.field.name)) return frame
  const moment = frame.moment ?? momentOf(dataset.name, ontology)
  const isAhead = reaches && moment !== null && reachesPast(moment, today, ontology)
  const until: readonly Condition[] =
    isAhead && isOver ? [{ kind: 'during', of: moment, start: null, end: tomorrow }] : []
  const condition = and([told.condition, ...until])
  if (condition === null) return frame
  const notes: readonly Note[] = [
    { about: tookPlace, says: told.says, changesNumbers: false },
    ...(until.length > 0
      ? [{ about: tookPlace, says: 'What is still to come does not count.', changesNumbers: !isPast }]
      : isAhead
        ? [{ about: tookPlace, says: 'What is still to come counts as well.', changesNumbers: true }]
        : []),
  ]
  return { ...frame, filters: [...frame.filters, { key, condition }], notes: [...frame.notes, ...notes] }
}

/** The frame before what did not take place was left out. Null if nothing was. */
export function withoutHeld(frame: Frame): Frame | null {
  const filters = frame.filters.filter((one) => one.key !== key)
  if (filters.length === frame.filters.length) return null
  return { ...frame, filters, notes: frame.notes.filter(({ about }) => about !== tookPlace) }
}

function countedIn({ measures }: Frame, { datasets }: Ontology): Dataset | null {
  const [slot, ...more] = measures
  if (slot?.kind !== 'count' || more.length > 0) return null
  return datasets.find(({ name }) => name === slot.dataset) ?? null
}

function isNamed({ filters, groups }: Frame, dataset: string, field: string): boolean {
  const text = JSON.stringify([filters, groups])
  return text.includes(`"dataset":"${dataset}","field":"${field}"`)
}

function reachesPast({ dataset, field }: FieldRef, today: string, { datasets }: Ontology): boolean {
  const found = datasets.find(({ name }) => name === dataset)?.fields.find(({ name }) => name === field)
  return String(found?.statistics.max ?? '').slice(0, 10) > today
}
