import type { Dataset, Ontology } from '@quipu/query'
import { nameWords } from '../lexicon/name-words.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import { isStateTable } from '../metrics/not-sold.ts'
import { eventFieldsOf, isDeadline, stemsOf, type EventField } from '../lexicon/event-fields.ts'
import type { Token } from '../words/tokens.ts'
import { isPast } from '../words/verbal.ts'
import type { Chunk, NounCandidate, ValueCandidate } from './chunk.ts'
import type { ValueSpan } from './values.ts'

/** A verb for the event that a time field records, or for its absence: "shipped", "checked out", "unresolved". */
export interface EventVerb {
  readonly from: number
  readonly to: number
  /** The fields that may be empty, so that the event narrows the rows. */
  readonly values: readonly ValueCandidate[]
  readonly nouns: readonly NounCandidate[]
}

export function findEventVerbs(tokens: readonly Token[], ontology: Ontology): readonly EventVerb[] {
  const fields = eventFieldsOf(ontology)
  if (fields.length === 0) return []
  return tokens.flatMap((token, from) => {
    if (token.kind !== 'word') return []
    const word = token.lower.replace(/^non-/, 'un')
    const denied = /^un(?=.{4})(.+)$/.exec(word)?.[1]
    const lasting = isStateOfNext(tokens, from, ontology) ? [] : lastingOf(word, ontology)
    if (lasting.length > 0) return [{ from, to: from + 1, values: lasting, nouns: [] }]
    const named = isPast(word) ? namedOf(fields, word, true, tokens, from) : []
    if (named.length > 0 || denied === undefined || !isPast(denied)) return named
    return namedOf(fields, denied, false, tokens, from)
  })
}

/** "open tickets" have not been closed, "former members" have left. Only where the field for the end may be empty. */
function lastingOf(word: string, ontology: Ontology): readonly ValueCandidate[] {
  const lasting = states.get(word)
  if (lasting === undefined) return []
  const stems = new Set(lasting.ends.split(' ').flatMap((each) => [...stemsOf(each)]))
  return eventFieldsOf(ontology)
    .filter(({ field, stems: own }) => field.statistics.nulls > 0 && [...own].some((stem) => stems.has(stem)))
    .filter(({ dataset }) => !hasState(dataset, word, ontology))
    .map(({ dataset, field }) => ({
      dataset: dataset.name,
      field: field.name,
      value: word,
      score: implied,
      holds: lasting.holds,
    }))
}

/** "an open ticket", where tickets have a state of this name: no date of anything else is meant. */
function isStateOfNext(tokens: readonly Token[], at: number, ontology: Ontology): boolean {
  const [word, next] = [tokens[at], tokens[at + 1]]
  return (
    word !== undefined &&
    next !== undefined &&
    states.has(word.lower) &&
    ontology.datasets.some(
      (each) =>
        !each.isHidden &&
        next.forms.includes(nameWords(each.label).at(-1) ?? '') &&
        hasState(each, word.lower, ontology),
    )
  )
}

/** Where a table of states has one of this name, that is what the word says of the rows. */
function hasState(dataset: Dataset, word: string, ontology: Ontology): boolean {
  return parentsOf(dataset, ontology).some(
    (table) => isStateTable(table) && ontology.values.exact(word).some((one) => one.dataset === table.name),
  )
}

const states: ReadonlyMap<string, { readonly ends: string; readonly holds: boolean }> = new Map(
  Object.entries({
    open: { ends: 'close', holds: false },
    current: { ends: 'leave left terminate exit resign', holds: false },
    former: { ends: 'leave left terminate exit resign', holds: true },
  }),
)
/** Lower than the score of a value with this name. */
const implied = 0.8

export function asValues({ from, to, values }: EventVerb): ValueSpan {
  return { from, to, candidates: values }
}

function namedOf(
  fields: readonly EventField[],
  verb: string,
  holds: boolean,
  tokens: readonly Token[],
  from: number,
): readonly EventVerb[] {
  const stems = stemsOf(verb)
  const found = fields.filter(
    (each) =>
      [...each.stems].some((stem) => stems.has(stem)) &&
      each.after.every((word, i) => tokens[from + 1 + i]?.lower === word),
  )
  const length = Math.max(0, ...found.map(({ after }) => after.length))
  const longest = found.filter(({ after }) => after.length === length)
  if (longest.length === 0) return []
  const values = longest
    .filter(({ field }) => !holds || field.statistics.nulls > 0 || isDeadline(field.label))
    .map(({ dataset, field }) => ({
      dataset: dataset.name,
      field: field.name,
      value: verb,
      score: trust,
      holds,
    }))
  const nouns = longest.map(({ dataset, field }) => ({
    kind: 'field' as const,
    dataset,
    field,
    score: named,
    saysDataset: false,
  }))
  return [{ from, to: from + 1 + length, values, nouns: holds ? nouns : [] }]
}

const trust = 0.97
const named = 0.9

/** Beside a time, a time step or a ranking by time, the verb chooses the time field. */
export function saysWhen(chunks: readonly Chunk[], at: number): boolean {
  const isRanked = (chunk: Chunk | undefined): boolean =>
    chunk?.adjective?.isTime === true || /^(?:first|last|recently)$/i.test(chunk?.text ?? '')
  if (chunks.slice(0, at).some(({ operator, text }) => operator === 'when' || /^when$/i.test(text)))
    return true
  const before = at > 0 ? chunks[at - 1] : undefined
  const last = chunks.findLast(({ operator }) => operator !== 'stop')
  if (last?.adjective?.isTime === true && /ly$/i.test(last.text)) return true
  let place = at + 1
  while (passed.has(chunks[place]?.operator ?? '')) place++
  const after = chunks[place]
  return (after !== undefined && after.time !== null) || isRanked(before) || isRanked(after)
}

const passed: ReadonlySet<string> = new Set(
  'any preposition by each per before after between > < >= <= filler comma'.split(' '),
)

/** "have left", "were hired by": the verb describes the thing and has no object. */
export function isPredicate(chunks: readonly Chunk[], at: number): boolean {
  const [before, after] = [chunks[at - 1]?.operator ?? '', chunks[at + 1]]
  return (
    predicateWords.has(before) &&
    (after === undefined || (after.operator !== null && after.operator !== 'any'))
  )
}

const predicateWords: ReadonlySet<string> = new Set('be have not that who'.split(' '))
