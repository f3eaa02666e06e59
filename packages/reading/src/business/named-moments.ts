import { remembered } from '../lexicon/remembered.ts'
import type { Condition, Dataset, Field, Ontology } from '@quipu/query'
import { emptyQuery, field as fieldOf } from '../interpret/builder.ts'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import { eventMoment } from '../lexicon/event-moment.ts'
import type { FieldPlace } from './nearest.ts'

/** The time field that one of the verbs names. */
export function momentNamed(dataset: Dataset, verbs: string): Field | null {
  const moments = visible(dataset).filter(isMoment)
  for (const verb of verbs.split(' ')) {
    const [found] = moments.filter((field) => isNamed(field, verb))
    if (found !== undefined) return found
  }
  return null
}

function isNamed({ label }: Field, verb: string): boolean {
  const stems = stemsOf(verb)
  return label
    .toLowerCase()
    .split(' ')
    .some((word) => word === verb || [...stemsOf(word)].some((stem) => stems.has(stem)))
}

export function emptyMoment(dataset: Dataset, verbs: string): Condition | null {
  // `ready_by` is when it is due.
  const fields = dataset.fields.filter(
    ({ label, statistics }) => !/ by$|\bdue\b/i.test(label) && statistics.nulls > 0,
  )
  const found = momentNamed({ ...dataset, fields }, verbs)
  return found === null ? null : { kind: 'null', of: fieldOf(dataset, found) }
}

/** The day by which something has to be done. */
export const dueMoment: (dataset: Dataset) => Field | null = remembered((dataset) => {
  const all = visible(dataset).filter(isMoment)
  // When the next one is due is not when this one was.
  const own = all.filter(({ label }) => !/\bnext\b/i.test(label))
  return dueAmong(own, dataset) ?? dueAmong(all, dataset)
})

function dueAmong(moments: readonly Field[], dataset: Dataset): Field | null {
  for (const verb of 'due promise expect deadline require target schedule'.split(' ')) {
    // `due` says more of the whole than `response due`.
    const [found] = moments
      .filter((field) => isNamed(field, verb))
      .toSorted((a, b) => a.label.split(' ').length - b.label.split(' ').length)
    if (found !== undefined) return found
  }
  // `deliver_by`, `needed_by`
  const by = moments.find(({ label }) => / by$|\bplanned (?:end|finish)\b/i.test(label))
  return by ?? agreedMoment(dataset, moments)
}

/** `wanted`, `agreed on`: a day that lies after the last of the rows' own dates is not over for all rows. */
function agreedMoment(dataset: Dataset, moments: readonly Field[]): Field | null {
  const own = eventMoment(dataset)
  const last = String(own?.statistics.max ?? '').slice(0, 10)
  const [only, ...more] = moments.filter(
    (field) =>
      field !== own &&
      ['request', 'want', 'need', 'agree', 'commit', 'ask'].some((verb) => isNamed(field, verb)) &&
      last !== '' &&
      String(field.statistics.max ?? '').slice(0, 10) > last,
  )
  return only === undefined || more.length > 0 ? null : only
}

/** "later than promised": the day of this name, where there is just one. */
export function saidMoment(dataset: Dataset, said: string): Field | null {
  const verb = /\b(?:promised|agreed|planned|expected|requested|wanted|scheduled|required|needed)\b/i.exec(
    said,
  )?.[0]
  if (verb === undefined) return null
  const wishes = ['wanted', 'requested', 'required', 'needed']
  const names = wishes.includes(verb.toLowerCase()) ? wishes : [verb.toLowerCase()]
  const [only, ...more] = visible(dataset).filter(
    (field) => isMoment(field) && names.some((name) => isNamed(field, name)),
  )
  return only === undefined || more.length > 0 ? null : only
}

/** The time at which something was done that has a day by which it is due. */
export function doneMoment(dataset: Dataset): Field | null {
  const due = dueMoment(dataset)
  if (due === null) return null
  const own = eventMoment(dataset)
  const fields = dataset.fields.filter(
    (field) => field !== due && field !== own && !/\bdue\b/i.test(field.label),
  )
  // A bill is due for payment; what has to be delivered by a day is not done when it is paid.
  const isBill = /\b(?:invoices?|bills?)$/i.test(dataset.label)
  const done =
    'deliver ready complete return back resolve solve finish close arrive receive ship dispatch despatch send out'
  const verbs = isBill ? 'pay settle' : ownWords(due).length > 0 ? done : `${done} pay`
  return doneFor(dataset, due) ?? momentNamed({ ...dataset, fields }, verbs)
}

/** `came back` beside `due back`, `delivered` beside `delivery due`: the time of what the other day is set for. */
export function doneFor(dataset: Dataset, due: Field, isOpen = true): Field | null {
  const what = ownWords(due)
  if (what.length === 0) return null
  const stems = new Set(what.flatMap((word) => [word, ...stemsOf(word)]))
  const [only, ...more] = visible(dataset).filter(
    (field) =>
      isMoment(field) &&
      field !== due &&
      (field.statistics.nulls > 0 || !isOpen) &&
      !ahead.test(field.label) &&
      ownWords(field).some((word) => stems.has(word) || [...stemsOf(word)].some((stem) => stems.has(stem))),
  )
  return only === undefined || more.length > 0 ? null : only
}

/** The day that is set for just this step: `first reply due` for `first reply`. */
export function dueFor(dataset: Dataset, done: Field): Field | null {
  const [only, ...more] = visible(dataset).filter(
    (field) => isMoment(field) && ahead.test(field.label) && doneFor(dataset, field, false) === done,
  )
  return only === undefined || more.length > 0 ? null : only
}

const ahead = /\b(?:due|promised|expected|planned|scheduled|deadline|target|requested|required|next)\b| by$/i
const ofTime =
  /^(?:due|promised?|expected|planned|scheduled|deadline|target|requested|required|next|by|for|on|at|to|in|of|the|date|time|day|is|was)$/i

/** When a row was done, and the day by which it had to be: its own, or that of the order that it belongs to, where both are set for the same. */
export function punctualOf(
  dataset: Dataset,
  ontology: Ontology,
): { readonly done: FieldPlace; readonly due: FieldPlace } | null {
  const [due, done] = [dueMoment(dataset), doneMoment(dataset)]
  if (due !== null)
    return done === null || done === due
      ? null
      : { done: { dataset, field: done }, due: { dataset, field: due } }
  const pairs = parentsOf(dataset, ontology).flatMap((parent) => {
    const set = dueMoment(parent)
    const own = set === null ? null : doneFor(dataset, set)
    return set === null || own === null || doneFor(parent, set) !== null
      ? []
      : [{ done: { dataset, field: own }, due: { dataset: parent, field: set } }]
  })
  const [only, ...more] = pairs
  return only === undefined || more.length > 0 ? null : only
}

/** The rows of an order that say when it was done, where the order itself only says by when it had to be. */
export function doneInChild(
  dataset: Dataset,
  ontology: Ontology,
): { readonly done: FieldPlace; readonly due: FieldPlace } | null {
  const due = dueMoment(dataset)
  if (due === null || doneFor(dataset, due) !== null) return null
  const [only, ...more] = ontology.datasets.flatMap((child) => {
    const pair =
      child.isHidden || !parentsOf(child, ontology).includes(dataset) ? null : punctualOf(child, ontology)
    return pair?.due.field === due ? [pair] : []
  })
  return only === undefined || more.length > 0 ? null : only
}

/** What a date is of, without the words that say that it is a date or set in advance. */
function ownWords({ label }: Field): readonly string[] {
  return label
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2 && !ofTime.test(word))
}

/** Nothing has a date on which it was done, where one is set for the same by which it is due; nor has one of its rows. */
export function notDoneFor(dataset: Dataset, due: Field, ontology: Ontology): Condition | null {
  const own = doneFor(dataset, due)
  if (own !== null) return { kind: 'null', of: fieldOf(dataset, own) }
  const { done } = doneInChild(dataset, ontology) ?? {}
  if (done === undefined) return null
  const where: Condition = { kind: 'not', of: { kind: 'null', of: fieldOf(done.dataset, done.field) } }
  const isDone: Condition = {
    kind: 'related',
    of: dataset.name,
    query: { ...emptyQuery(done.dataset), where },
  }
  return { kind: 'not', of: isDone }
}
