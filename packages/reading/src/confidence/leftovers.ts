import type { Ontology, Query } from '@quipu/query'
import type { Chunk } from '../annotate/chunk.ts'
import { kindOf } from '../grammar/chunk-kind.ts'
import type { Draft, Operand } from '../grammar/draft.ts'
import { isMoment } from '../lexicon/dataset-fields.ts'
import { isEnglish } from '../lexicon/wordnet.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { traitsOf } from './query-traits.ts'
import { isIrregularPast } from '../words/irregular-verbs.ts'
import { isPast, isVerbal } from '../words/verbal.ts'
import { singular, wordForms } from '../words/word-forms.ts'

export interface Leftover {
  readonly chunk: Chunk
  readonly sort: 'name' | 'quoted' | 'time' | 'noun' | 'verb' | 'quality' | 'strange' | 'small'
  /** The head noun that other nouns describe: `email` in "author email", `volume` in "the volume of lakes". */
  readonly isHead: boolean
  /** Whether the ontology knows the word, though the reading does not use it. */
  readonly isKnown: boolean
}

/** Words with meaning that the reading does not use. Numbers are checked in the query itself. */
export function leftoversOf(chunks: readonly Chunk[], draft: Draft): readonly Leftover[] {
  const used = usedChunks(draft)
  return chunks.flatMap((chunk, at) => {
    if (used.has(chunk) || chunk.operator !== null || chunk.adjective !== null || !chunk.isContent) return []
    if (
      kindOf(chunk) === 'number' ||
      kindOf(chunk) === 'range' ||
      draft.groups.some(({ time }) => time !== null && (time === chunk.time || time.start === chunk.start))
    )
      return []
    if (isKindOfTime(chunks[at - 1], chunk)) return []
    if (draft.share !== null && /^percent/i.test(chunk.text)) return []
    const isKnown = chunk.nouns.length > 0 || chunk.values.length > 0
    const sort = isDoing(chunks, at) ? 'verb' : sortOf(chunk)
    return [{ chunk, sort, isKnown, isHead: isHead(chunks, at) }]
  })
}

/** "the foundation year" of a field `founded`: the word says what the field before it holds. */
function isKindOfTime(before: Chunk | undefined, { text }: Chunk): boolean {
  const [noun] = before?.nouns ?? []
  return noun?.kind === 'field' && isMoment(noun.field) && /^(?:year|date|day|time)s?$/i.test(text)
}

/**
 * Verbs that do not clearly name anything in the data, and that connect things: "who take courses", "orders each clerk
 * handles", not "members who quit". `isJoined`: the reading has more than one dataset.
 */
export function looseVerbs(chunks: readonly Chunk[], isJoined: boolean): readonly string[] {
  return chunks
    .filter(
      (chunk, at) =>
        chunk.operator === null &&
        chunk.adjective === null &&
        (chunk.nouns[0]?.score ?? 0) < 0.75 &&
        (isDoing(chunks, at) || sortOf(chunk) === 'verb') &&
        (isJoined || always.has(chunk.text.toLowerCase()) || !endsAfter(chunks, at)),
    )
    .map(({ text }) => text)
}

/** "how many members have resigned": the verb restricts the rows, so leaving it out changes the answer. */
export function narrowingVerbs(chunks: readonly Chunk[]): readonly string[] {
  return chunks
    .filter((chunk, at) => {
      const before = chunks[at - 1]
      if (before?.adjective?.degree === 'superlative' && isVerbal(chunk.text)) return true
      return (
        ['be', 'have', 'not'].includes(before?.operator ?? '') &&
        endsAfter(chunks, at) &&
        isPast(chunk.text) &&
        !always.has(chunk.text.toLowerCase())
      )
    })
    .map(({ text }) => text)
}

/** Nothing follows, or only a time. */
function endsAfter(chunks: readonly Chunk[], at: number): boolean {
  const [after, next] = [chunks[at + 1], chunks[at + 2]]
  if (after === undefined || after.operator === 'stop' || after.time !== null) return true
  return after.operator === 'preposition' && next !== undefined && next.time !== null
}

/** Verbs that apply to everything in the data. */
const always: ReadonlySet<string> = new Set(
  'placed made recorded registered listed created entered received reported filed held issued stored known logged tracked included involved offered produced published released given opened founded established built started'.split(
    ' ',
  ),
)

/** Words of a field that the query already has: `built` for `built year`, `minutes` for `duration minutes`. */
export function isExplained(word: string, query: Query, { datasets }: Ontology): boolean {
  const { fields, parts } = traitsOf(query)
  if (parts.has('span') && /^(?:minute|hour|day|week|month|year)s?$/i.test(word)) return true
  const ownWords = nameWords(word)
  return datasets.some((dataset) =>
    dataset.fields.some(
      ({ name, label }) =>
        fields.has(`${dataset.name}.${name}`) && ownWords.every((each) => nameWords(label).includes(each)),
    ),
  )
}

/** "how many doctors work in each department", "did each clerk handle": a verb, though it may also name a thing. */
function isDoing(chunks: readonly Chunk[], at: number): boolean {
  const [before, here, after] = [chunks[at - 1], chunks[at], chunks[at + 1]]
  if (isPredicate(before, here, after)) return true
  if (before === undefined || here === undefined || !isThing(before) || here.isCapital || here.isQuoted)
    return false
  const word = here.text.toLowerCase()
  if (!isEnglish(word, 'verb') || (after !== undefined && after.operator === null)) return false
  const isAsked = chunks.slice(0, at).some(({ text }) => /^(?:do|does|did)\b/i.test(text))
  const isThem = /[^s]s$/.test(before.text) && before.nouns.some((each) => each.kind === 'dataset')
  return isAsked || (isThem && after !== undefined && !/^(?:of|by)$/i.test(after.text))
}

/** "who teach a course", "which client uses the most": a verb by its position. */
function isPredicate(before: Chunk | undefined, here: Chunk | undefined, after: Chunk | undefined): boolean {
  if (before === undefined || here === undefined || here.isCapital || here.isQuoted) return false
  const word = here.text.toLowerCase()
  if (!wordForms(word).some((form) => isEnglish(form, 'verb'))) return false
  if (before.operator === 'who' || before.operator === 'that') return true
  const goesOn = after !== undefined && after.operator !== null && !/^(?:of|by)$/i.test(after.text)
  const isOne = before.nouns.some((each) => each.kind === 'dataset') && !/s$/i.test(before.text)
  return goesOn && isOne && /[^s]s$/.test(word)
}

function usedChunks(draft: Draft): ReadonlySet<Chunk> {
  const used = new Set<Chunk>()
  const addOperand = (operand: Operand | null): void => {
    if (operand !== null && 'chunk' in operand) used.add(operand.chunk)
  }
  for (const mention of draft.mentions) used.add(mention.chunk)
  for (const condition of draft.conditions) {
    used.add(condition.chunk)
    if (condition.amount?.word !== undefined) used.add(condition.amount.word)
    addOperand(condition.operand)
    addOperand(condition.upper)
  }
  return used
}

function isHead(chunks: readonly Chunk[], at: number): boolean {
  const [before, after] = [chunks[at - 1], chunks[at + 1]]
  if (after !== undefined && isThing(after)) return false
  return after?.operator === 'of' || (before !== undefined && isThing(before))
}

function isThing(chunk: Chunk): boolean {
  return (
    chunk.operator === null &&
    chunk.adjective === null &&
    chunk.time === null &&
    chunk.number === null &&
    (chunk.nouns.length > 0 || sortOf(chunk) === 'noun')
  )
}

function sortOf(chunk: Chunk): Leftover['sort'] {
  if (chunk.isQuoted) return 'quoted'
  const kind = kindOf(chunk)
  if (kind === 'time' || kind === 'grain') return 'time'
  if (chunk.isCapital) return 'name'
  const word = chunk.text.toLowerCase()
  if (light.has(word)) return 'small'
  const isVerb = wordForms(word).some((form) => isEnglish(form, 'verb'))
  if ((/(ed|ing)$/.test(word) || isIrregularPast(word)) && isVerb) return 'verb'
  if (isEnglish(word, 'noun') || isEnglish(singular(word), 'noun')) return 'noun'
  if (isVerb) return 'verb'
  if (isEnglish(word, 'adj')) return 'quality'
  if (/\p{N}/u.test(word)) return 'strange'
  return word.length < 4 || word.endsWith('ly') ? 'small' : 'strange'
}

/** Nouns that are part of how a question is asked. */
const light: ReadonlySet<string> = new Set(
  'number numbers amount amounts type types kind kinds sort sorts part parts piece name names data information detail details way ways manner case cases thing things one ones item items person people side set group groups example examples more less many much lot lots old long new big size order level answer question table tables column columns row rows field fields same different such'.split(
    ' ',
  ),
)
