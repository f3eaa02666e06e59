import type { Ontology } from '@quipu/query'
import { isPersonalName } from '../lexicon/personal-names.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { singular, wordForms } from '../words/word-forms.ts'
import type { StandIn, Words } from './stand-in.ts'

const mostWords = 4

/** "coin" for Coins, "dry cleaning" for Dry clean, "2-piece suit" for Suit 2-piece: the words of a value in other forms or another order. */
export function inflectedValues(
  question: string,
  { tokens, isKnown }: Words,
  ontology: Ontology,
): readonly StandIn[] {
  const found: StandIn[] = []
  for (let from = 0; from < tokens.length;) {
    const one = longestFrom(from)
    if (one !== null) found.push(one)
    from = one?.to ?? from + 1
  }
  return found

  function longestFrom(from: number): StandIn | null {
    for (let to = Math.min(tokens.length, from + mostWords); to > from; to--) {
      const part = tokens.slice(from, to)
      const [first, last] = [part[0], part.at(-1)]
      if (first === undefined || last === undefined || part.every(isKnown)) continue
      if (part.some(({ kind }) => kind === 'quoted') || !isEdge(first.lower) || !isEdge(last.lower)) continue
      const name = valueLike(question.slice(first.start, last.end))
      if (name !== null) return { from, to, name, changesNumbers: false }
    }
    return null
  }

  function valueLike(text: string): string | null {
    if (text.length < 4 || ontology.values.exact(text).length > 0) return null
    const own = wordsOf(text)
    const near = [
      ...ontology.values.near(text, 12),
      ...otherForms(own).flatMap((form) => ontology.values.exact(form)),
    ]
    const same = near
      .filter(({ dataset, field }) => own.length > 1 || !isPersonalName(dataset, field, ontology))
      .map(({ value }) => value)
      .filter((value) => isSame(own, wordsOf(value)))
    const [only, ...more] = new Set(same.map((value) => value.toLowerCase()))
    if (only === undefined && own.length > 1) return partOf(own, near)
    return only === undefined || more.length > 0 ? null : (same[0] ?? null)
  }
}

/** "6x12 marquee" for Marquee 6x12 m: the only name of a thing that has all of these words, one of them with a number. */
function partOf(own: readonly string[], near: readonly { readonly value: string }[]): string | null {
  if (!own.some((word) => /\d\p{L}|\p{L}\d/u.test(word))) return null
  const holding = near
    .map(({ value }) => value)
    .filter((value) => {
      const words = wordsOf(value)
      return own.every((word) => words.some((one) => one === word || isSameStem(one, word)))
    })
  const [only, ...more] = new Set(holding.map((value) => value.toLowerCase()))
  return only === undefined || more.length > 0 ? null : (holding[0] ?? null)
}

/** A value does not begin or end in the words between two of them. */
function isEdge(word: string): boolean {
  return /[\p{L}\p{N}]/u.test(word) && !/^(?:an?|the|of|for|to|in|on|at|and|or|by|with|us|we|our)$/.test(word)
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word !== 'and')
}

/** The same words, each in every form that it may have in a value: "dry cleaning", "dry clean", "dry cleaned". */
function otherForms(words: readonly string[]): readonly string[] {
  let texts: readonly string[] = ['']
  for (const word of words) {
    const forms = [...new Set([word, ...wordForms(word), `${word}s`, `${word}ed`])]
    texts = texts.flatMap((text) => forms.map((form) => `${text} ${form}`.trim())).slice(0, mostForms)
  }
  return texts
}

const mostForms = 60

function isSame(own: readonly string[], other: readonly string[]): boolean {
  if (own.length !== other.length || own.join(' ') === other.join(' ')) return false
  const left = [...other]
  return own.every((word) => {
    const at = left.findIndex((one) => one === word || isSameStem(one, word))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

function isSameStem(one: string, other: string): boolean {
  if (one.length < 3 || other.length < 3 || /\d/.test(one + other)) return false
  // The plural of "pet" is no stem: "PetSure" has the same letters.
  const stems = stemsOf(singular(one))
  return [...stemsOf(singular(other))].some((stem) => stems.has(stem))
}
