import type { Ontology } from '@quipu/query'
import { visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isEnglish } from '../lexicon/wordnet.ts'
import type { Token } from '../words/tokens.ts'
import { singular } from '../words/word-forms.ts'
import type { StandIn, Words } from './stand-in.ts'

/**
 * "hardback" for the code `HB`, "credit note" for `CN` or `CRN`: the first letters of the parts of a word or of the words of a phrase, where
 * the data has neither, and one field with nothing but short codes has such a code. "Invoices" are those of their rows with the code `INV`.
 */
export function codesAsked({ tokens, isKnown }: Words, ontology: Ontology): readonly StandIn[] {
  const codes = codesOf(ontology)
  if (codes.size === 0) return []
  return tokens.flatMap((token, from): readonly StandIn[] => {
    const next = tokens[from + 1]
    if (token.kind !== 'word') return []
    // A name that the data has is no code.
    const isValue = next !== undefined && ontology.values.exact(`${token.text} ${next.text}`).length > 0
    const isPair = next?.kind === 'word' && !isValue && !(isKnown(token) && isKnown(next))
    const pair = isPair ? codeOf([token.lower, next.lower], codes) : null
    if (pair !== null) return [{ from, to: from + 2, name: `"${pair}"`, changesNumbers: true }]
    // "average invoice value" is not about single invoices.
    const isPlural = singular(token.lower) !== token.lower
    const ownKind = isPlural && isKnown(token) ? kindOfRows(token, codes, ontology) : null
    if (ownKind !== null)
      return [{ from, to: from + 1, name: `"${ownKind}" ${token.text}`, changesNumbers: true }]
    if (isKnown(token)) return []
    const [own, ...more] = new Set(initials(singular(token.lower)).flatMap((code) => codes.get(code) ?? []))
    return own === undefined || more.length > 0
      ? []
      : [{ from, to: from + 1, name: `"${own}"`, changesNumbers: true }]
  })
}

/** The only code that begins like the one word and goes on like the other. */
function codeOf(words: readonly [string, string], codes: ReadonlyMap<string, string>): string | null {
  const [only, ...more] = [...codes].filter(([code]) => {
    const cuts = Array.from({ length: code.length - 1 }, (_, at) => at + 1)
    return cuts.some((at) => words[0].startsWith(code.slice(0, at)) && words[1].startsWith(code.slice(at)))
  })
  return only === undefined || more.length > 0 ? null : only[1]
}

/** What rows are called is also the code of some of them: `INV` of the type beside `CRN`. */
function kindOfRows({ forms }: Token, codes: ReadonlyMap<string, string>, ontology: Ontology): string | null {
  const [only, ...more] = [...codes].filter(
    ([code, value]) =>
      code.length > 2 &&
      forms.some((form) => form.startsWith(code) && form.length > code.length) &&
      ontology.values.exact(value).some(({ dataset }) => {
        const rows = ontology.datasets.find(({ name }) => name === dataset)
        return rows !== undefined && nameWords(rows.label).some((word) => forms.includes(word))
      }),
  )
  return only === undefined || more.length > 0 ? null : only[1]
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

/** Codes of two or three letters that one field alone has, by what they are in lower case. */
function codesOf({ datasets }: Ontology): ReadonlyMap<string, string> {
  const fields = datasets.flatMap((dataset) =>
    dataset.isHidden
      ? []
      : visible(dataset).filter(
          ({ type, role, sample, statistics, reading }) =>
            // A code whose meaning is known is asked for by its meaning.
            reading?.codes === undefined &&
            type === 'text' &&
            role === 'dimension' &&
            statistics.distinct <= 5 &&
            sample.length > 1 &&
            sample.every((value) => /^[A-Z]{2,3}$/.test(value)),
        ),
  )
  const all = fields.flatMap(({ sample }) => sample)
  return new Map(
    all
      .filter((code) => all.filter((other) => other === code).length === 1)
      .map((code) => [code.toLowerCase(), code]),
  )
}
