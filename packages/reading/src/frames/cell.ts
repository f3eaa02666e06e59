import type { Dataset, Metric, Ontology } from '@quipu/query'
import type { NounCandidate, ValueCandidate } from '../annotate/chunk.ts'
import { isMoment } from '../lexicon/dataset-fields.ts'
import type { EventField } from '../lexicon/event-fields.ts'
import type { TimeMention } from '../time/time-mention.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Token } from '../words/tokens.ts'
import { isPast } from '../words/verbal.ts'
import type { Role } from './business-phrases.ts'
import { eventMoment } from '../lexicon/event-moment.ts'

/** A group of words with everything that it may mean. */
export interface Cell {
  readonly from: number
  readonly to: number
  readonly text: string
  readonly role: Role | null
  readonly metric: Metric | null
  /** Datasets and fields with this name, best first. */
  readonly nouns: readonly NounCandidate[]
  readonly values: readonly ValueCandidate[]
  /** Values that have this word among others. */
  readonly parts: readonly ValuePart[]
  /** Time fields named after this verb: `shipped_at`. */
  readonly events: readonly EventField[]
  readonly time: TimeMention | null
  readonly number: number | null
  readonly isStop: boolean
}

/** A word that several values of one field share. */
export interface ValuePart {
  readonly dataset: string
  readonly field: string
  readonly text: string
  readonly values: readonly string[]
}

export type Open = { -readonly [Key in keyof Cell]: Cell[Key] } & { worth: number }

/** The words that some cell covers already. */
export function coveredBy(spans: ReadonlyMap<string, Open>, tokens: readonly Token[]): ReadonlySet<Token> {
  return new Set([...spans.values()].flatMap(({ from, to }) => tokens.slice(from, to)))
}

/** A text called "month" that holds no time is no month. */
export function isMisnamed(noun: NounCandidate): boolean {
  if (noun.kind !== 'field' || noun.field.type !== 'text') return false
  return !noun.field.sample.some((value) =>
    /\d|^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)/i.test(value),
  )
}

/** A date called `Day` is what "day" means anyway. */
export function isDateItself(noun: NounCandidate): boolean {
  return noun.kind === 'field' && isMoment(noun.field) && noun.field.type !== 'number'
}

/** "cash and card payments": beside another value of its field, a word is a value, though it names a metric too. */
export function isValueOfSame(cell: Cell, cells: readonly Cell[]): boolean {
  if (cell.metric === null || cell.values.length === 0) return false
  return cells.some(
    (other) =>
      other !== cell &&
      other.values.some((value) =>
        cell.values.some(({ dataset, field }) => dataset === value.dataset && field === value.field),
      ),
  )
}

/** The values of a dataset that a word names which is no name of the dataset itself. */
export function kindsIn({ nouns, values }: Cell, { name }: Dataset): readonly ValueCandidate[] {
  const isName = nouns.some(
    (noun) => noun.kind === 'dataset' && noun.dataset.name === name && noun.score > 0.9,
  )
  return isName ? [] : values.filter(({ dataset }) => dataset === name)
}

/** "ordered" is the event of `ordered_on`, not the date as such. */
export function isOwnEvent({ text, nouns: [best], events }: Cell): boolean {
  return (
    best?.kind === 'field' &&
    (isPast(text.toLowerCase()) || /^(?:ready|back)$/i.test(text)) &&
    events.some(({ field, dataset }) => field === best.field && dataset === best.dataset)
  )
}

/** "at lunch or in the evening": beside another value of its field, a time of day is a value. */
export function isBesideOwnKind(
  { from, to }: { readonly from: number; readonly to: number },
  tokens: readonly Token[],
  spans: ReadonlyMap<string, Open>,
  ontology: Ontology,
): boolean {
  const own = tokens.slice(from, to).flatMap(({ lower }) => ontology.values.exact(lower))
  return [...spans.values()].some(
    (other) =>
      (other.to <= from || other.from >= to) &&
      other.values.some((value) =>
        own.some(({ dataset, field }) => dataset === value.dataset && field === value.field),
      ),
  )
}

/** "top rooms by hours booked": the time that rows last, and not the hours of the day. */
export function isByHours(
  { from, to }: { readonly from: number; readonly to: number },
  tokens: readonly Token[],
): boolean {
  return (
    to === from + 2 &&
    tokens[from]?.lower === 'by' &&
    tokens[from + 1]?.lower === 'hours' &&
    tokens[to]?.lower !== 'of' &&
    tokens.some(({ lower }, at) => at < from && /^(?:top|best|most|which|biggest)$/.test(lower))
  )
}

/** The date that rows have anyway says nothing more about them. */
export function isOwnTime(events: readonly EventField[]): boolean {
  return events.some(({ dataset, field }) => eventMoment(dataset) === field)
}

const leastValue = 0.7

/** Whether a value is meant by these words, the last of which stands after it. */
export function isUsable(
  value: ValueCandidate,
  tokens: readonly Token[],
  length: number,
  { datasets }: Ontology,
): boolean {
  if (value.score < leastValue || value.holds !== undefined) return false
  const [first, second] = tokens
  if (length !== 2 || first?.lower !== 'new' || second === undefined) return true
  // "new guests" are guests who are new, and not the kind `New guest` of visits, unless visits are named.
  const own = nameWords(datasets.find(({ name }) => name === value.dataset)?.label ?? '')
  const isNamed = tokens.at(length)?.forms.some((form) => own.includes(form)) === true
  return (
    isNamed ||
    !datasets.some(
      ({ name, label, isHidden }) =>
        !isHidden && name !== value.dataset && second.forms.includes(label.toLowerCase()),
    )
  )
}
