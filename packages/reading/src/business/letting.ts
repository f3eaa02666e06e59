import type { Ontology } from '@quipu/query'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isPerson } from '../lexicon/wordnet.ts'
import { comesBack } from '../metrics/only-offered.ts'
import { rewritten, type Idiom } from '../words/idioms.ts'
import { singular } from '../words/word-forms.ts'
import { businessOf } from './business.ts'

/** "how many chairs did we rent out", "never hired": letting is how this business sells. Every other word keeps its place. */
export function withLettingAsSelling(question: string, ontology: Ontology): string {
  const trade = businessOf(ontology).trade
  if (trade === null) return question
  // "who brings things back late most often"
  if (comesBack(trade.header))
    return lettingAsSelling(question.replace(lateMost, `has the most late ${trade.header.label}`), ontology)
  return lettingAsSelling(question, ontology)
}

const lateMost =
  /\b(?:returns?|returned|brings?|brought|gives?|gave|hands?|handed)(?: (?:things|stuff|items|goods|them|it|everything))?(?: back)?(?: too)? late (?:the )?most(?: often| frequently)?\b/iu

function lettingAsSelling(question: string, ontology: Ontology): string {
  const trade = businessOf(ontology).trade
  if (outNow.test(question)) return question.replace(outNow, '$1 out$2')
  if (trade === null || !letting.test(question)) return question
  // Where a date is called so, the verb is its event.
  const isDate = ontology.datasets.some(
    (dataset) =>
      !dataset.isHidden &&
      visible(dataset).some(
        (field) =>
          isMoment(field) &&
          nameWords(field.label).some((word) => /^(?:rent|hire|let|lend|lease)$/.test(word)),
      ),
  )
  const isLet = trade.lines !== null || comesBack(trade.header)
  if (isDate || !isLet) return question
  // People are hired too, and rooms to live in are rented.
  const words = question.match(/\p{L}+/gu) ?? []
  const ofPeople = words.some(
    (word) => !pronouns.test(word) && !letting.test(word) && isPerson(singular(word.toLowerCase())),
  )
  return rewritten(question, ofPeople ? outOnly : verbs)
}

/** "which bikes are hired out right now" is where they are, and not what was sold. */
const outNow =
  /\b(is|are|still|currently) (?:rented|hired|lent|leased|loaned) out((?: currently| now| still)?\W*)$/i
const letting = /\b(?:rent|hire|let|lend|lent|lease|loan)/i
const pronouns = /^(?:nobody|somebody|anybody|everybody|no|one|i|we|who|most|each|other|first|last)$/i
/** What is let out is not taken on, whoever is spoken of. */
const outOnly: readonly Idiom[] = [
  { pattern: /\b(?:rent|hire|let|lend|lease|loan) out\b/giu, plain: 'sell' },
  { pattern: /\b(?:rented|hired|lent|leased|loaned) out\b/giu, plain: 'sold' },
]
const verbs: readonly Idiom[] = [
  ...outOnly,
  { pattern: /(?<=\b(?:we|i) )(?:rent|hire|lend|lease|loan)\b/giu, plain: 'sell' },
  {
    pattern:
      /\b(?:nobody|no one|no-one)(?: has| have)?(?: ever)? (?:rented|hired|borrowed|leased|booked)\b/giu,
    plain: 'never sold',
  },
  { pattern: /\b(?:rented|hired|leased|loaned|lent)\b/giu, plain: 'sold' },
]
