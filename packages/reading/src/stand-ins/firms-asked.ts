import type { Dataset, Ontology } from '@quipu/query'
import { lexiconOf } from '../lexicon/lexicon.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isKindOf } from '../lexicon/wordnet.ts'
import { numberLike } from '../words/inflect.ts'
import { singular } from '../words/word-forms.ts'
import type { StandIn, Words } from './stand-in.ts'

/** "companies" where one dataset is of makers, airlines or others that are companies, and "cellphones" of `phones`. */
export function firmsAsked({ tokens, isKnown }: Words, ontology: Ontology): readonly StandIn[] {
  const things = ontology.datasets.filter(({ isHidden, isJunction }) => !isHidden && !isJunction)
  return tokens.flatMap((token, from): readonly StandIn[] => {
    if (token.kind !== 'word' || token.isCapital || token.lower.length < 4) return []
    const word = singular(token.lower)
    if (isKnown(token) && !isOneFirm(word, tokens.slice(from + 1), ontology)) return []
    const [only, ...more] = things.filter((each) =>
      firms.has(word) ? isFirm(each) : isNamedAfter(word, each),
    )
    if (only === undefined || more.length > 0) return []
    const name = numberLike(token.lower !== word, nameWords(only.label).join(' '))
    return [{ from, to: from + 1, name, changesNumbers: true }]
  })
}

/** "the company whose founder is Ada": one of several, and not the one that asks. */
function isOneFirm(word: string, after: Words['tokens'], ontology: Ontology): boolean {
  return (
    firms.has(word) &&
    /^(?:whose|that|which|with|founded|based|located)$/.test(after[0]?.lower ?? '') &&
    lexiconOf(ontology)
      .wordsNear(word)
      .every(({ weight }) => weight < wellNamed)
  )
}

const wellNamed = 0.8

const firms: ReadonlySet<string> = new Set('company firm enterprise business corporation'.split(' '))
const kinds: ReadonlySet<string> = new Set(
  'manufacturer producer maker publisher airline carrier vendor wholesaler retailer brewery winery distributor insurer employer'.split(
    ' ',
  ),
)

/** A dataset of makers, airlines or others that are companies. */
export function isFirm({ label }: Dataset): boolean {
  return kinds.has(nameWords(label).at(-1) ?? '')
}

/** A cellphone is a kind of phone, and is written so. */
function isNamedAfter(word: string, { label }: Dataset): boolean {
  const [name, ...more] = nameWords(label)
  return (
    name !== undefined &&
    more.length === 0 &&
    name.length > 3 &&
    word.length > name.length + 2 &&
    word.endsWith(name) &&
    isKindOf(word, name)
  )
}
