import type { Condition, Dataset, Field, FieldRef, Ontology } from '@quipu/query'
import { and, field as fieldOf } from '../interpret/builder.ts'
import { isMoment, isPeople, nameFields, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import { stateField, endedStates } from '../metrics/not-sold.ts'
import { isBill } from '../metrics/owed.ts'
import { addFilter, isOfRows, takeTime, type FrameDraft, type Of } from './frame-draft.ts'
import { buyerOf, measured, mentionsOf, staffOf, type Asked, type Measured } from './measured.ts'
import { notDead, inStates } from '../business/not-dead.ts'
import { reachesOne } from '../business/nearest.ts'
import { related, stateMeaning } from './states.ts'
import { stillSold } from '../business/stock.ts'
import { dueFieldsOf } from '../business/due-fields.ts'
import { doneFor, doneMoment } from '../business/named-moments.ts'
import { goneStates } from '../business/state-words.ts'

/** "whose MOT is due next month": the rows that have this day, with it and with whose they are. */
export function dueRows({ scan, things, ontology }: Asked): Measured | null {
  const [one, ...more] = mentionsOf(scan, 'state').filter(
    ({ state }) => state === 'due' || state === 'lapsed',
  )
  const [event] = one?.events ?? []
  if (one === undefined || event === undefined || more.length > 0 || scan.rank !== null) return null
  const { dataset, field } = event
  const owners = ownersOf(dataset, ontology)
  const isOther = things.some((thing) => thing.dataset !== dataset && !owners.includes(thing.dataset))
  if (isOther || scan.isShare || scan.isAverage || mentionsOf(scan, 'metric').length > 0) return null
  if (scan.asks.includes('much')) return null
  // "customers whose MOT is due" are asked for themselves; after a stop they are one more column.
  const [first] = things
  const isOfOwner = first !== undefined && first.dataset !== dataset && first.at < one.at
  const head = isOfOwner ? first.dataset : dataset
  if (scan.asks.includes('many')) return measured([{ kind: 'count', dataset: head.name }], head, [])
  if (scan.mentions.some(({ mode }) => mode === 'by')) return null
  const also: readonly FieldRef[] = isOfOwner
    ? []
    : [
        ...owners.flatMap((each) => nameFields(each).map((name) => fieldOf(each, name))),
        fieldOf(dataset, field),
      ]
  return {
    ...measured(
      [],
      head,
      things.filter((thing) => thing.dataset !== head),
    ),
    also,
    isBusiness: true,
  }
}

/** Whose the rows are: the customers, or else the only people that they name, other than staff. */
function ownersOf(dataset: Dataset, ontology: Ontology): readonly Dataset[] {
  const buyer = buyerOf(ontology)
  if (isPeople(dataset) || buyer === dataset) return []
  if (buyer !== null && reachesOne(dataset.name, buyer.name, ontology)) return [buyer]
  const people = parentsOf(dataset, ontology).filter((each) => isPeople(each) && each !== staffOf(ontology))
  return people.length === 1 ? people : []
}

/** Narrows to the day that is due in the period, or that has passed. */
export function readDue(draft: FrameDraft, one: Of<'state'>, owner: Dataset): boolean {
  const [event] = one.events
  if (event === undefined || (one.state === 'due' && draft.time === null) || !isOfRows(draft)) return false
  const { dataset, field } = event
  const of = fieldOf(dataset, field)
  // "expired last month": its day was in that month.
  const isLapsed = one.state === 'lapsed' && draft.time === null
  const isPast: readonly Condition[] = isLapsed ? [{ kind: 'during', of, start: null, end: draft.today }] : []
  const words = dueFieldsOf(draft.ontology).find((each) => each.field === field)?.words ?? []
  // What has expired need not run any more, and what was due before today may be done by now.
  const isOver = draft.time !== null && !isAhead(draft)
  const isEnded = isLapsed && !due.test(field.label) && !(isPeople(dataset) && words.length > 0)
  const open = isOver || isEnded ? [] : openOnly(draft, dataset, field.name)
  if (owner === dataset) {
    for (const condition of [...isPast, ...open]) addFilter(draft, `state ${one.state}`, condition, false)
    if (!isLapsed) draft.moment = of
  } else {
    if (!reachesOne(dataset.name, owner.name, draft.ontology)) return false
    const time = isLapsed ? [] : takeTime(draft, dataset, field)
    const inner = and([...isPast, ...time, ...open])
    addFilter(draft, `state ${one.state}`, related(owner, dataset, inner), false)
  }
  draft.left.delete(one)
  return true
}

const due = /\b(?:due|deadline)\b/i

/** "next month", "this week": what is still to be done is meant, unless the period is over. */
function isAhead({ scan, time, today }: FrameDraft): boolean {
  const isNear = mentionsOf(scan, 'time').some(({ time: { words } }) =>
    /\b(?:next|this|coming|today|tomorrow|within|following)\b/i.test(words),
  )
  return isNear && (time?.end ?? null) !== null && (time?.end ?? '').slice(0, 10) > today
}

/** `inspected on` beside `inspection due`. */
function isSame(word: string, words: readonly string[]): boolean {
  return words.some((one) => one === word || (word.length > 4 && one.slice(0, 5) === word.slice(0, 5)))
}

/** When what is planned has happened, where it has not for all of the rows. */
function openMoment(dataset: Dataset): Field | null {
  const done = doneMoment(dataset)
  return done === null || done.statistics.nulls === 0 ? null : done
}

/** What was done, paid or has ended is not due any more. */
function openOnly({ ontology, today }: FrameDraft, dataset: Dataset, name: string): readonly Condition[] {
  const unpaid = isBill(dataset, ontology) ? stateMeaning('unpaid', dataset, ontology, today) : null
  if (unpaid !== null && unpaid.condition !== null) return [unpaid.condition]
  const words = dueFieldsOf(ontology).find((one) => one.dataset === dataset && one.field.name === name)?.words
  const own = visible(dataset).find((field) => field.name === name)
  const isPlanned = own !== undefined && !dueFieldsOf(ontology).some(({ field }) => field === own)
  const partner =
    own === undefined ? null : (doneFor(dataset, own) ?? (isPlanned ? openMoment(dataset) : null))
  const done =
    partner !== null
      ? [partner]
      : visible(dataset).filter(
          (field) =>
            isMoment(field) &&
            field.name !== name &&
            field.statistics.nulls > 0 &&
            nameWords(field.label).some((word) => isSame(word, words ?? [])),
        )
  const isNotDone: readonly Condition[] = [
    ...done.map((field): Condition => ({ kind: 'null', of: fieldOf(dataset, field) })),
    ...stillSold(dataset),
  ]
  // `trial ends on` is of those in trial.
  const named = (words ?? []).flatMap((word) => [
    word,
    `${word}ing`,
    `${word}ling`,
    `in ${word}`,
    `on ${word}`,
  ])
  const state = named.length === 0 ? null : stateField(dataset, named, ontology)
  if (state !== null) return [inStates(state), ...isNotDone]
  const running = stateMeaning('active', dataset, ontology, today)?.condition ?? null
  const isOwn = running !== null && !JSON.stringify(running).includes(`"field":${JSON.stringify(name)}`)
  const isOfOthers =
    running !== null && !JSON.stringify(running).includes(`"dataset":${JSON.stringify(dataset.name)}`)
  if (isOwn && !isOfOthers) return [running, ...isNotDone]
  return [...notDead(dataset, ontology, [...goneStates, ...endedStates]), ...isNotDone]
}
