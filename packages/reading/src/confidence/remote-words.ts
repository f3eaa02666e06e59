import type { Query } from '@quipu/query'
import type { NounCandidate } from '../annotate/chunk.ts'
import { roleOf } from '../frames/business-phrases.ts'
import type { Building } from '../interpret/builder.ts'
import { nounMeaning } from '../interpret/evidence.ts'
import { areApart } from '../lexicon/everyday-synonyms.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isMoment } from '../lexicon/dataset-fields.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { isAdverb, isEnglish } from '../lexicon/wordnet.ts'
import { isParticiple } from '../words/verbal.ts'
import { isNounIn, traitsOf } from './query-traits.ts'

/** Below this a word of a dictionary is only close in meaning to a name of the data, */
const wellNamed = 0.8
/** and below this so far away that it has to be a plain noun to be taken for it. */
const near = 0.66

/** A word that a dictionary alone connects with the data: whoever asked has to see what was made of it. */
interface RemoteWord {
  readonly words: string
  readonly meaning: string
  /** Too far away to count as understood. */
  readonly isFar: boolean
}

export function remoteWords({ resolution, ontology }: Building, query: Query): readonly RemoteWord[] {
  const traits = traitsOf(query)
  return [...resolution.nouns].flatMap(([{ chunk }, noun]) => {
    if (noun.score >= wellNamed || isPartOfName(chunk.text, noun)) return []
    const isFar =
      (noun.score < near && !(isNounIn(noun, traits) && mayMean(chunk.text, noun))) ||
      isDateOfThings(chunk.text, noun)
    return [{ words: chunk.text, meaning: nounMeaning(noun, ontology), isFar }]
  })
}

/** "tips" for `ended on`: several things are no date, unless the words share a stem or speak of time. */
function isDateOfThings(text: string, noun: NounCandidate): boolean {
  if (noun.kind !== 'field' || !isMoment(noun.field)) return false
  const [one = ''] = nameWords(text)
  const stems = new Set(nameWords(noun.field.label).flatMap((word) => [...stemsOf(word)]))
  return (
    one !== text.toLowerCase() &&
    isEnglish(one, 'noun') &&
    !ofTime.test(one) &&
    ![...stemsOf(one)].some((stem) => stems.has(stem))
  )
}

const ofTime =
  /day|date|time|year|month|week|hour|deadline|start|begin|end|birth|arriv|depart|launch|release|due|age/i

/** `tickets` of “support tickets”. */
function isPartOfName(text: string, noun: NounCandidate): boolean {
  const names = namesOf(noun)
  return nameWords(text).some((word) => names.has(word))
}

/**
 * Whether a far word may stand for the noun: "performers" for actors. Verbs, adverbs and words of business have meanings of
 * their own, and two words of everyday life that are in different groups are different things: an email is no phone.
 */
function mayMean(text: string, noun: NounCandidate): boolean {
  const words = nameWords(text)
  const role = roleOf(words.join(' '))?.does
  if (isParticiple(text) || isAdverb(text) || role === 'verb' || role === 'state') return false
  return !areApart(words, [...namesOf(noun)])
}

function namesOf(noun: NounCandidate): ReadonlySet<string> {
  const labels =
    noun.kind === 'metric'
      ? [noun.metric.label, ...noun.metric.synonyms]
      : noun.kind === 'dataset'
        ? [noun.dataset.label, ...noun.dataset.synonyms]
        : [noun.field.label, ...noun.field.synonyms, noun.dataset.label]
  return new Set(labels.flatMap(nameWords))
}
