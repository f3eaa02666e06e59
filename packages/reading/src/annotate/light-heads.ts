import { isNumeric } from '../lexicon/dataset-fields.ts'
import { singular } from '../words/word-forms.ts'
import type { Chunk, NounCandidate } from './chunk.ts'

/** Below this a word is only near to a name of the data. */
const wellNamed = 0.8
/** From here on it is the name itself. */
const wholly = 0.97

/** What any field holds, any amount, and any word. */
const ofAny: ReadonlySet<string> = new Set('value entry information info detail data record'.split(' '))
const ofAmounts: ReadonlySet<string> = new Set('score point level figure mark reading rating'.split(' '))
const ofWords: ReadonlySet<string> = new Set('type kind sort category status class score'.split(' '))
const ofThings: ReadonlySet<string> = new Set('affiliation history table record entry'.split(' '))

/** Without nouns that only say again what stands beside them: the "score" of a `javelin`, and the "insurance" of a policy. */
export function withoutLightHeads(chunks: readonly Chunk[]): readonly Chunk[] {
  return joined(chunks).map((chunk, at) =>
    isLightHead(chunk, chunks[at - 1], chunks[at + 1]) || isSaidBefore(chunk, chunks[at + 1])
      ? { ...chunk, operator: 'filler', nouns: [], values: [], isContent: false }
      : chunk,
  )
}

/** "starting point", of which each word alone comes near `origin`, is the origin. */
function joined(chunks: readonly Chunk[]): readonly Chunk[] {
  const made: Chunk[] = []
  for (const chunk of chunks) {
    const before = made.at(-1)
    const both = before === undefined || before.to !== chunk.from ? [] : sharedNouns(before, chunk)
    if (before === undefined || both.length === 0) made.push(chunk)
    else
      made.splice(-1, 1, {
        ...before,
        to: chunk.to,
        end: chunk.end,
        text: `${before.text} ${chunk.text}`,
        nouns: both,
        values: [],
      })
  }
  return made
}

/** What both words come near to, and neither of them names. */
function sharedNouns(one: Chunk, other: Chunk): readonly NounCandidate[] {
  const isNear = (chunk: Chunk): boolean =>
    isPlain(chunk) && chunk.to - chunk.from === 1 && chunk.values.length === 0 && scoreOf(chunk) < wellNamed
  if (!isNear(one) || !isNear(other)) return []
  return one.nouns.flatMap((noun): readonly NounCandidate[] => {
    const same = other.nouns.find(
      (each) =>
        each.kind === 'field' &&
        noun.kind === 'field' &&
        each.field === noun.field &&
        each.dataset === noun.dataset,
    )
    return same === undefined || Math.min(same.score, noun.score) < nearEnough
      ? []
      : [{ ...noun, score: Math.min(wellNamed, Math.max(same.score, noun.score) + together) }]
  })
}

/** Two words that both come so near to a field mean it. */
const nearEnough = 0.6
const together = 0.15

/** "the javelin score": the field before it is the amount, and nothing here is called a score. */
function isLightHead(chunk: Chunk, before: Chunk | undefined, after: Chunk | undefined): boolean {
  const [noun] = before?.nouns ?? []
  if (before === undefined || noun === undefined || !isPlain(chunk) || !isNamed(before)) return false
  if (noun.score < 0.7 || scoreOf(chunk) >= wellNamed || (after !== undefined && isPlain(after))) return false
  const head = singular(chunk.text.toLowerCase())
  if (noun.kind !== 'field') return noun.score >= wellNamed && ofThings.has(head)
  return ofAny.has(head) || (isNumeric(noun.field) ? ofAmounts : ofWords).has(head)
}

/** "an insurance policy" of `policies`: a word beside the name that a dictionary takes for the same. */
function isSaidBefore(chunk: Chunk, after: Chunk | undefined): boolean {
  if (after === undefined || !isPlain(chunk) || !isPlain(after) || chunk.to - chunk.from > 1) return false
  const [first, second] = [chunk.nouns[0], after.nouns[0]]
  if (first === undefined || second === undefined || first.score >= wellNamed) return false
  return second.score >= wholly && chunk.values.length === 0 && isSame(first, second)
}

function isSame(one: NounCandidate, other: NounCandidate): boolean {
  return one.kind === 'dataset' && other.kind === 'dataset' && one.dataset.name === other.dataset.name
}

/** "total" may be a sum or the name of a field. */
function isNamed(chunk: Chunk): boolean {
  const isOnlyWord = chunk.adjective === null && chunk.time === null && chunk.number === null
  return isPlain(chunk) || (isOnlyWord && !chunk.isQuoted && (chunk.nouns[0]?.score ?? 0) >= wholly)
}

function isPlain(chunk: Chunk): boolean {
  return (
    chunk.operator === null &&
    chunk.adjective === null &&
    chunk.time === null &&
    chunk.number === null &&
    chunk.isContent &&
    !chunk.isQuoted
  )
}

function scoreOf({ nouns, values }: Chunk): number {
  return Math.max(nouns[0]?.score ?? 0, values[0]?.score ?? 0)
}
