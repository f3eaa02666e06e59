import type { Chunk } from '../annotate/chunk.ts'
import { kindOf } from '../grammar/chunk-kind.ts'
import type { Draft, Operand } from '../grammar/draft.ts'
import { isEnglish } from '../lexicon/wordnet.ts'
import { singular, wordForms } from '../words/word-forms.ts'

export interface Leftover {
  readonly chunk: Chunk
  readonly sort: 'name' | 'quoted' | 'time' | 'noun' | 'verb' | 'quality' | 'strange' | 'small'
  /** The noun that others describe: `email` in "author email", `volume` in "the volume of lakes". */
  readonly isHead: boolean
  /** Whether the ontology knows the word, though the reading made nothing of it. */
  readonly isKnown: boolean
}

/** Words with meaning that the reading made nothing of; numbers are looked for in the query itself. */
export function leftoversOf(chunks: readonly Chunk[], draft: Draft): readonly Leftover[] {
  const used = usedChunks(draft)
  return chunks.flatMap((chunk, at) => {
    if (used.has(chunk) || chunk.operator !== null || chunk.adjective !== null || !chunk.isContent) return []
    if (
      kindOf(chunk) === 'number' ||
      kindOf(chunk) === 'range' ||
      draft.groups.some((each) => each.time !== null && each.time === chunk.time)
    )
      return []
    const isKnown = chunk.nouns.length > 0 || chunk.values.length > 0
    return [{ chunk, sort: sortOf(chunk), isKnown, isHead: isHead(chunks, at) }]
  })
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
  if (/(ed|ing)$/.test(word) && isVerb) return 'verb'
  if (isEnglish(word, 'noun') || isEnglish(singular(word), 'noun')) return 'noun'
  if (isVerb) return 'verb'
  if (isEnglish(word, 'adj')) return 'quality'
  return word.length < 4 || word.endsWith('ly') ? 'small' : 'strange'
}

/** Nouns that say how something is asked for rather than what. */
const light: ReadonlySet<string> = new Set(
  'number numbers amount amounts type types kind kinds sort sorts part parts piece name names data information detail details way ways manner case cases thing things one ones item items person people side set group groups example examples more less many much lot lots old long new big size order level answer question table tables column columns row rows field fields same different such'.split(
    ' ',
  ),
)
