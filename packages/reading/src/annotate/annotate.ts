import type { Ontology } from '@quipu/query'
import { adjectiveOf } from '../words/adjectives.ts'
import { longestPhrase, operatorOf } from '../words/phrases.ts'
import { lexiconOf } from '../lexicon/lexicon.ts'
import { isEnglish } from '../lexicon/wordnet.ts'
import type { NumberMention } from '../numbers/number-mention.ts'
import type { TimeMention } from '../time/time-mention.ts'
import type { Token } from '../words/tokens.ts'
import { isParticiple, isVerbal } from '../words/verbal.ts'
import { singular } from '../words/word-forms.ts'
import { isMoment } from '../lexicon/dataset-fields.ts'
import type { Chunk } from './chunk.ts'
import { findFlags } from './flags.ts'
import { asValues, findEventVerbs } from './event-verbs.ts'
import { withMembers } from './members.ts'
import { withoutLightHeads } from './light-heads.ts'
import { findNouns, type NounSpan } from './nouns.ts'
import { settleStates, withoutStates } from './states.ts'
import { withoutOtherFields } from './state-of-named.ts'
import { findValues } from './values.ts'

interface Draft {
  from: number
  to: number
  operator: Chunk['operator']
  adjective: Chunk['adjective']
  nouns: Chunk['nouns']
  values: Chunk['values']
  number: number | null
  upTo: number | null
  time: TimeMention | null
  worth: number
}

/** Splits the question into chunks so that as much as possible is understood. Longer chunks win. */
export function annotate(
  question: string,
  tokens: readonly Token[],
  ontology: Ontology,
  numbers: readonly NumberMention[],
  times: readonly TimeMention[],
): readonly Chunk[] {
  const drafts = new Map<string, Draft>()
  const draft = (from: number, to: number): Draft => {
    const key = `${from}-${to}`
    const known = drafts.get(key)
    if (known !== undefined) return known
    const made: Draft = {
      from,
      to,
      operator: null,
      adjective: null,
      nouns: [],
      values: [],
      number: null,
      upTo: null,
      time: null,
      worth: 0,
    }
    drafts.set(key, made)
    return made
  }
  addPhrases(tokens, draft, times)
  const eventVerbs = findEventVerbs(tokens, ontology)
  const states = [...findFlags(tokens, ontology), ...eventVerbs.map(asValues)]
  const found = withoutOtherFields(findNouns(tokens, lexiconOf(ontology)), tokens, ontology)
  const nouns = withMembers(withoutStates(found, states), tokens)
  for (const span of nouns)
    if (
      !isTotalOfOther(span, nouns, tokens) &&
      !isThingAndVerb(span, nouns, tokens) &&
      !isParticipleOfThing(span, nouns, tokens) &&
      !isVerbOfThing(span, nouns, tokens)
    )
      addNoun(span, tokens, draft)
  for (const span of findValues(question, tokens, ontology)) addValue(span, tokens, draft)
  for (const span of states) if (span.candidates.length > 0) addValue(span, tokens, draft)
  for (const mention of numbers) addNumber(mention, tokens, draft)
  for (const mention of times)
    if (
      mention.confidence >= 0.5 ||
      !numbers.some((each) => each.start < mention.end && each.end > mention.start)
    )
      addTime(mention, tokens, draft)
  return withoutLightHeads(settleStates(bestCover(question, tokens, [...drafts.values()]), eventVerbs))
}

/** Comparisons written as symbols. */
const symbols: Readonly<Record<string, NonNullable<Chunk['operator']>>> = {
  '>': '>',
  '<': '<',
  '>=': '>=',
  '<=': '<=',
  '≥': '>=',
  '≤': '<=',
  '=': '=',
  '!=': '!=',
  '<>': '!=',
  '≠': '!=',
}

type DraftAt = (from: number, to: number) => Draft

function addPhrases(tokens: readonly Token[], draft: DraftAt, times: readonly TimeMention[]): void {
  tokens.forEach((first, from) => {
    if (first.kind === 'punctuation') {
      const made = draft(from, from + 1)
      made.operator =
        symbols[first.text] ??
        (first.text === ',' || first.text === ':' ? 'comma' : /^[.?!;]$/.test(first.text) ? 'stop' : 'paren')
      made.worth = 0.5
      return
    }
    let phrase = ''
    for (let to = from + 1; to <= Math.min(tokens.length, from + longestPhrase); to++) {
      const token = tokens[to - 1]
      if (
        token === undefined ||
        token.kind === 'quoted' ||
        (token.kind === 'punctuation' && token.text !== ',')
      )
        break
      phrase = phrase === '' ? token.lower : `${phrase} ${token.lower}`
      const operator = operatorOf(phrase)
      const adjective = adjectiveOf(phrase)
      if (operator === undefined && adjective === undefined) continue
      if (
        (operator === 'orMore' || operator === 'orLess') &&
        (tokens[to]?.lower === 'than' || tokens[to]?.kind === 'number')
      )
        continue
      if (operator === 'order' && first.lower === 'ordered' && isTimeNext(tokens, to, times)) continue
      const made = draft(from, to)
      made.operator = operator ?? null
      made.adjective = adjective ?? null
      made.worth = Math.max(
        made.worth,
        0.72 * (to - from) +
          0.15 * (to - from - 1) +
          (adjective === undefined ? 0 : 0.1) +
          (to - from > 1 &&
          (adjective !== undefined ||
            operator === 'ascending' ||
            operator === 'descending' ||
            operator === 'count' ||
            operator === 'common' ||
            operator === 'most' ||
            operator === 'least')
            ? 0.3
            : 0),
      )
    }
  })
}

/** "ordered in May" is not about sorting: a time follows, perhaps after one more word. */
function isTimeNext(tokens: readonly Token[], at: number, times: readonly TimeMention[]): boolean {
  const places = [tokens[at], tokens[at + 1]].flatMap((token) => (token === undefined ? [] : [token.start]))
  return times.some(
    ({ start, range, confidence }) => range !== null && confidence >= 0.5 && places.includes(start),
  )
}

/** Where a field is called "total quantity", these words are not a loose match for "total amount". */
function isTotalOfOther(span: NounSpan, all: readonly NounSpan[], tokens: readonly Token[]): boolean {
  const opens = operatorOf(tokens[span.from]?.lower ?? '')
  if (span.to - span.from < 2 || (opens !== 'sum' && opens !== 'average')) return false
  const scoreOf = ({ candidates }: NounSpan): number => candidates[0]?.score ?? 0
  const rest = all.find((each) => each.from === span.from + 1 && each.to === span.to)
  return scoreOf(span) < 0.95 && rest !== undefined && scoreOf(rest) >= 0.97
}

/** "members voted" means members who voted, not a field of votes, unless a name contains both words. */
function isThingAndVerb(span: NounSpan, all: readonly NounSpan[], tokens: readonly Token[]): boolean {
  const [best] = span.candidates
  if (span.to - span.from !== 2 || best === undefined) return false
  const isBorrowed = best.kind === 'field' && best.saysDataset && !best.field.label.includes(' ')
  if (best.score >= 0.8 && !isBorrowed) return false
  if (!isParticiple(tokens[span.to - 1]?.lower ?? '')) return false
  const first = all.find((each) => each.from === span.from && each.to === span.to - 1)
  return first?.candidates.some((each) => each.kind === 'dataset' && each.score >= 0.95) === true
}

/** "cancelled subscriptions" means those that were cancelled, not the day of the cancellation. */
function isParticipleOfThing(span: NounSpan, all: readonly NounSpan[], tokens: readonly Token[]): boolean {
  const [first, last] = [tokens[span.from], tokens[span.to - 1]]
  if (span.to - span.from !== 2 || first === undefined || last === undefined) return false
  if (!first.lower.endsWith('ed') || !isVerbal(first.lower) || singular(last.lower) === last.lower)
    return false
  const [best] = span.candidates
  const thing = all.find((each) => each.from === span.to - 1 && each.to === span.to)
  return (
    best?.kind === 'field' &&
    isMoment(best.field) &&
    thing?.candidates.some((each) => each.kind === 'dataset' && each.score >= 0.95) === true
  )
}

/** "bakeries produce at least four cakes": the verb says what they do, and is not a loose match for a name. */
function isVerbOfThing(span: NounSpan, all: readonly NounSpan[], tokens: readonly Token[]): boolean {
  const last = span.to - 1
  if (last - span.from > 1 || (span.candidates[0]?.score ?? 0) >= 0.8) return false
  const word = tokens[last]?.lower ?? ''
  if (word.endsWith('s') || !isEnglish(word, 'verb') || !tokens[last - 1]?.lower.endsWith('s')) return false
  const after = tokens[span.to]
  if (after?.kind !== 'number' && operatorOf(after?.lower ?? '') === undefined) return false
  return all.some((each) => each.to === last && (each.candidates[0]?.score ?? 0) >= 0.9)
}

function addNoun(
  span: { from: number; to: number; candidates: Chunk['nouns'] },
  tokens: readonly Token[],
  draft: DraftAt,
): void {
  const made = draft(span.from, span.to)
  made.nouns = span.candidates
  const top = span.candidates[0]?.score ?? 0
  const words = tokens.slice(span.from, span.to).length
  const trust = top >= 0.75 ? top : top * top * 1.2
  made.worth = Math.max(
    made.worth,
    words * trust * (made.operator === null ? 1 : 0.8) + 0.3 * (words - 1) * (top > 0.75 ? 1 : 0.3),
  )
}

function addValue(
  span: { from: number; to: number; candidates: Chunk['values'] },
  tokens: readonly Token[],
  draft: DraftAt,
): void {
  const made = draft(span.from, span.to)
  made.values = [...made.values, ...span.candidates].toSorted((a, b) => b.score - a.score)
  const words = span.to - span.from
  const quoted = tokens[span.from]?.kind === 'quoted'
  const top = quoted ? 1.5 : (span.candidates[0]?.score ?? 0)
  made.worth = Math.max(made.worth, words * top + 0.12 * (words - 1))
}

function addNumber(mention: NumberMention, tokens: readonly Token[], draft: DraftAt): void {
  const place = tokenRange(mention, tokens)
  if (place === null) return
  const made = draft(place.from, place.to)
  made.number = mention.value
  made.upTo = mention.upTo
  made.worth = Math.max(made.worth, (place.to - place.from) * (mention.confidence < 0.5 ? 0.4 : 0.95))
}

function addTime(mention: TimeMention, tokens: readonly Token[], draft: DraftAt): void {
  const place = tokenRange(mention, tokens)
  if (place === null) return
  const made = draft(place.from, place.to)
  made.time = mention
  made.worth = Math.max(made.worth, (place.to - place.from) * (0.55 + 0.45 * mention.confidence))
}

function tokenRange(
  mention: { start: number; end: number },
  tokens: readonly Token[],
): { from: number; to: number } | null {
  const from = tokens.findIndex((token) => token.start >= mention.start && token.start < mention.end)
  if (from < 0) return null
  let to = from
  while (to < tokens.length && (tokens[to]?.start ?? Infinity) < mention.end) to++
  return { from, to }
}

function bestCover(question: string, tokens: readonly Token[], drafts: readonly Draft[]): readonly Chunk[] {
  const ending: Draft[][] = tokens.map(() => [])
  for (const each of drafts) ending[each.to - 1]?.push(each)
  const worth: number[] = [0]
  const chosen: (Draft | null)[] = []
  for (let to = 1; to <= tokens.length; to++) {
    let top = worth[to - 1] ?? 0
    let pick: Draft | null = null
    for (const each of ending[to - 1] ?? []) {
      const total = (worth[each.from] ?? 0) + each.worth
      if (total > top) {
        top = total
        pick = each
      }
    }
    worth.push(top)
    chosen.push(pick)
  }
  const chunks: Chunk[] = []
  for (let to = tokens.length; to > 0;) {
    const pick = chosen[to - 1] ?? null
    const from = pick?.from ?? to - 1
    chunks.unshift(chunkOf(question, tokens, from, to, pick))
    to = from
  }
  return chunks
}

function chunkOf(
  question: string,
  tokens: readonly Token[],
  from: number,
  to: number,
  pick: Draft | null,
): Chunk {
  const first = tokens[from]
  const last = tokens[to - 1]
  const start = first?.start ?? 0
  const end = last?.end ?? 0
  const isQuoted = first?.kind === 'quoted'
  const known = pick?.operator !== null && pick?.operator !== undefined
  return {
    from,
    to,
    start,
    end,
    isQuoted,
    text: isQuoted ? (first?.text ?? '') : question.slice(start, end),
    operator: pick?.operator ?? null,
    adjective: pick?.adjective ?? null,
    nouns: pick?.nouns ?? [],
    values: pick?.values ?? [],
    number: pick?.number ?? null,
    upTo: pick?.upTo ?? null,
    time: pick?.time ?? null,
    isCapital: first?.isCapital ?? false,
    isContent: !known && first?.kind !== 'punctuation',
    score: pick === null ? 0 : pick.worth / (to - from),
  }
}
