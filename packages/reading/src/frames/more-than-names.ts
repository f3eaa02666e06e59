import type { NounCandidate } from '../annotate/chunk.ts'
import { isMoment } from '../lexicon/dataset-fields.ts'
import { flagValues } from '../lexicon/flags.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Token } from '../words/tokens.ts'
import { isPast } from '../words/verbal.ts'
import { singular } from '../words/word-forms.ts'

/** Whether several words that fit the name of a field are a thing and what is said of it. */
export function saysMore(noun: NounCandidate, tokens: readonly Token[]): boolean {
  return isLooseMoment(noun) || saysDone(noun, tokens) || isFlagged(noun, tokens.at(-1))
}

/** "open tickets" are not `opened_at`, and "loans came back" is a sentence, also where a date of loans is called `came back`. */
function isLooseMoment(noun: NounCandidate): boolean {
  if (noun.kind !== 'field' || !isMoment(noun.field)) return false
  return noun.score < 0.97 || (noun.saysDataset && isFinite.test(noun.field.label))
}

const isFinite = /^(?:came|went|goes|comes|left|got|gets|began|fell|ran|broke)\b/i

/** "parcels sent by each clerk" are parcels, which were sent, and not the one day `sent` of a parcel. */
function saysDone(noun: NounCandidate, tokens: readonly Token[]): boolean {
  const [first = '', last = ''] = [tokens[0]?.lower, tokens.at(-1)?.lower]
  return (
    noun.kind === 'field' &&
    noun.saysDataset &&
    isMoment(noun.field) &&
    isPast(last) &&
    singular(first) !== first
  )
}

/** "monthly donors" are donors whose flag says yes, not the flag. */
function isFlagged(noun: NounCandidate, last: Token | undefined): boolean {
  return (
    noun.kind === 'field' &&
    flagValues(noun.field) !== null &&
    nameWords(noun.dataset.label).some((word) => last?.forms.includes(word) === true)
  )
}
