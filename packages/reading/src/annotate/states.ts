import { isPredicate, saysWhen, type EventVerb } from './event-verbs.ts'
import { isMoment } from '../lexicon/dataset-fields.ts'
import type { Chunk, ValueCandidate } from './chunk.ts'
import type { NounSpan } from './nouns.ts'
import type { ValueSpan } from './values.ts'

/** "active customers", "employees left" mean things in a state, not the field that holds the state. */
export function withoutStates(nouns: readonly NounSpan[], states: readonly ValueSpan[]): readonly NounSpan[] {
  const isThing = (from: number, to: number): boolean =>
    nouns.some(
      (each) =>
        each.from === from &&
        each.to === to &&
        each.candidates.some(({ kind, score }) => kind === 'dataset' && score >= 0.9),
    )
  return nouns.filter(
    (span) =>
      !states.some(
        ({ from, to }) =>
          (from === span.from && to < span.to && isThing(to, span.to)) ||
          (to === span.to && from > span.from && isThing(span.from, from)),
      ),
  )
}

/** Flags and verbs that describe a thing become conditions, unless the words beside them refer to the field itself. */
export function settleStates(chunks: readonly Chunk[], eventVerbs: readonly EventVerb[]): readonly Chunk[] {
  return chunks.map((chunk, at) => {
    const eventVerb = eventVerbs.find(({ from, to }) => from === chunk.from && to === chunk.to)
    const isMoment = eventVerb !== undefined && (saysWhen(chunks, at) || isPredicate(chunks, at))
    const named = isMoment ? asMoment(chunk, eventVerb) : chunk
    const states = chunk.values.filter(({ holds }) => holds !== undefined)
    if (states.length === 0) return named
    if (
      speaksOfField(chunks, at, states) ||
      (eventVerb !== undefined && eventVerb.nouns.length > 0 && saysWhen(chunks, at))
    )
      return { ...named, values: chunk.values.filter(({ holds }) => holds === undefined) }
    return { ...chunk, operator: null, nouns: [], isContent: true }
  })
}

/** "hired" matches `hire date` in full, though it is only half of its name, unless a thing has this name. */
function asMoment(chunk: Chunk, { nouns }: EventVerb): Chunk {
  const [best] = chunk.nouns
  const [made] = nouns
  if (made === undefined || (best !== undefined && best.score >= made.score)) return chunk
  const isSame = (noun: Chunk['nouns'][number]): boolean =>
    nouns.some(
      (one) =>
        one.kind === 'field' &&
        noun.kind === 'field' &&
        noun.dataset.name === one.dataset.name &&
        noun.field.name === one.field.name,
    )
  return {
    ...chunk,
    operator: null,
    isContent: true,
    nouns: [...nouns, ...chunk.nouns.filter((noun) => !isSame(noun))],
  }
}

function speaksOfField(chunks: readonly Chunk[], at: number, states: readonly ValueCandidate[]): boolean {
  const chunk = chunks[at]
  if (chunk === undefined || chunk.time !== null || chunk.isQuoted || isNamedOtherwise(chunk, states))
    return true
  const before = neighbour(chunks, at, -1)
  const after = neighbour(chunks, at, 1)
  return (
    divides.has(before?.operator ?? '') ||
    measures.has(after?.operator ?? '') ||
    /^(?:flag|flags|status|indicator|column|field|value|values)$/i.test(after?.text ?? '') ||
    chunks.slice(Math.max(0, at - 3), at).some(({ text }) => /^whether$/i.test(text)) ||
    isGivenValue(chunks, at) ||
    isListed(chunks, at)
  )
}

/** Whether a thing or another field has exactly this name. */
function isNamedOtherwise({ nouns }: Chunk, states: readonly ValueCandidate[]): boolean {
  const [best] = nouns
  if (best === undefined || best.score < clear) return false
  if (best.kind === 'field' && isMoment(best.field) && states.every(({ score }) => score < clear))
    return false
  return !nouns.some(
    (noun) =>
      noun.kind === 'field' &&
      noun.score >= best.score - 0.05 &&
      states.some(({ dataset, field }) => noun.dataset.name === dataset && noun.field.name === field),
  )
}

const clear = 0.9
const divides: ReadonlySet<string> = new Set('by per each order ascending descending distinct'.split(' '))
const measures: ReadonlySet<string> = new Set(
  'of most least > >= < <= = != between ascending descending'.split(' '),
)
const passed: ReadonlySet<string> = new Set('any pronoun all do'.split(' '))

function neighbour(chunks: readonly Chunk[], at: number, step: 1 | -1): Chunk | undefined {
  let place = at + step
  while (passed.has(chunks[place]?.operator ?? '')) place += step
  return chunks[place]
}

/** "billable is no", "active: 1", "a yes decision". */
function isGivenValue(chunks: readonly Chunk[], at: number): boolean {
  const isAnswer = (chunk: Chunk | undefined): boolean =>
    /^(?:yes|no|true|false|y|n|t|f|0|1)$/i.test(chunk?.text ?? '')
  const before = chunks[at - 1]
  if (isAnswer(before) && (before?.operator ?? null) === null) return true
  const rest = chunks.slice(at + 1, at + 5)
  const index = rest.findIndex(({ operator }) => !between.has(operator ?? ''))
  const answer = rest[index]
  return answer?.isQuoted === true || (isAnswer(answer) && (index > 0 || answer?.number !== null))
}

const between: ReadonlySet<string> = new Set('be any comma not filler'.split(' '))

/** "their name, city and billable": the flag is one more listed field. */
function isListed(chunks: readonly Chunk[], at: number): boolean {
  const joint = neighbour(chunks, at, -1)
  if (joint === undefined || !['and', 'comma', 'along'].includes(joint.operator ?? '')) return false
  const place = chunks.indexOf(joint)
  const isOpened = chunks.slice(0, place).some(({ operator }) => opensClause.has(operator ?? ''))
  return !isOpened && neighbour(chunks, place, -1)?.nouns[0]?.kind === 'field'
}

const opensClause: ReadonlySet<string> = new Set('that whose with have be without not where'.split(' '))
