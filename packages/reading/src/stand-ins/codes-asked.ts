import type { Ontology } from '@quipu/query'
import { visible } from '../lexicon/dataset-fields.ts'
import { isEnglish } from '../lexicon/wordnet.ts'
import type { Token } from '../words/tokens.ts'
import { singular } from '../words/word-forms.ts'
import type { StandIn, Words } from './stand-in.ts'

/**
 * "hardback" for the code `HB`, "credit note" for `CN`: the first letters of the parts of a word or of the words of a phrase, where the data
 * has neither, and one field with nothing but short codes has such a code.
 */
export function codesAsked({ tokens, isKnown }: Words, ontology: Ontology): readonly StandIn[] {
  const codes = codesOf(ontology)
  if (codes.size === 0) return []
  return tokens.flatMap((token, from): readonly StandIn[] => {
    const next = tokens[from + 1]
    if (token.kind !== 'word' || isKnown(token)) return []
    const pair =
      next?.kind === 'word' && !isKnown(next) ? codes.get(`${first(token)}${first(next)}`) : undefined
    if (pair !== undefined) return [{ from, to: from + 2, name: `"${pair}"`, changesNumbers: true }]
    const [own, ...more] = new Set(initials(singular(token.lower)).flatMap((code) => codes.get(code) ?? []))
    return own === undefined || more.length > 0
      ? []
      : [{ from, to: from + 1, name: `"${own}"`, changesNumbers: true }]
  })
}

function first({ lower }: Token): string {
  return lower.slice(0, 1)
}

/** The first letters of the two words that a word is made of: "paperback" is paper and back. */
function initials(word: string): readonly string[] {
  const found: string[] = []
  for (let at = 3; at <= word.length - 3; at++) {
    const [head, tail] = [word.slice(0, at), word.slice(at)]
    if (isEnglish(head, 'noun') || isEnglish(head, 'adj'))
      if (isEnglish(tail, 'noun')) found.push(`${head.slice(0, 1)}${tail.slice(0, 1)}`)
  }
  return found
}

/** Codes of two letters that one field alone has, by what they are in lower case. */
function codesOf({ datasets }: Ontology): ReadonlyMap<string, string> {
  const fields = datasets.flatMap((dataset) =>
    dataset.isHidden
      ? []
      : visible(dataset).filter(
          ({ type, role, sample, statistics }) =>
            type === 'text' &&
            role === 'dimension' &&
            statistics.distinct <= 5 &&
            sample.length > 1 &&
            sample.every((value) => /^[A-Z]{2}$/.test(value)),
        ),
  )
  const all = fields.flatMap(({ sample }) => sample)
  return new Map(
    all
      .filter((code) => all.filter((other) => other === code).length === 1)
      .map((code) => [code.toLowerCase(), code]),
  )
}
