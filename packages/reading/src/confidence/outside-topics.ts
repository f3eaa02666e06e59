import type { Ontology } from '@quipu/query'
import { isNumeric } from '../lexicon/dataset-fields.ts'
import { lexiconOf } from '../lexicon/lexicon.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isKindOf } from '../lexicon/wordnet.ts'
import { tokenize } from '../words/tokens.ts'

/** What owners ask about that few databases hold. A word counts only where no name and no value of the data has it or means it. */
const topics: ReadonlySet<string> = new Set(
  'newsletter website webpage homepage instagram facebook tiktok twitter linkedin google follower click pageview advertising advert marketing rent electricity energy heating insurance weather competitor competition satisfaction survey feedback footfall wifi voicemail loan mortgage diesel petrol fuel supplier landlord accountant'.split(
    ' ',
  ),
)
/** Topics of two words. */
const phrases: readonly RegExp[] = [
  /\b(?:phone|telephone) calls?\b/i,
  /\bmarket share\b/i,
  /\bpage views?\b/i,
  /\bbank (?:balance|account)\b/i,
]
const rated =
  /\bhow (?:did|do|does|have|are) \p{L}+(?: \p{L}+){0,2} (?:rate|rated|review|reviewed|like|liked)\b/iu
const ratings = ['rating', 'review', 'star', 'score', 'feedback', 'survey', 'satisfaction']

/** The words of a question that are about something which this data has no name and no value for. */
export function outsideTopics(question: string, ontology: Ontology): readonly string[] {
  const words = tokenize(question).filter(
    ({ kind, forms }, at, all) =>
      kind === 'word' &&
      forms.some((form) => topics.has(form) && !isOfOwnKind(form, ontology)) &&
      !isBesideName(forms, all[at + 1]?.forms ?? [], ontology),
  )
  const named = phrases.flatMap((phrase) => phrase.exec(question)?.[0] ?? [])
  const unrated = rated.test(question) && ratings.every((word) => !isInData(word, ontology)) ? ['rating'] : []
  const outside = [
    ...words.filter(({ forms }) => forms.every((form) => !isInData(form, ontology))).map(({ text }) => text),
    ...named.filter((phrase) =>
      phrase.split(' ').every((word) => !isInData(word.replace(/s$/, ''), ontology)),
    ),
    ...unrated,
  ]
  return [...new Set(outside)]
}

const traffic = /\b(?:visitors?|visits|hits|clicks|traffic|page ?views|impressions)\b/i
const webPlace = /\b(?:web ?sites?|web ?pages?|homepages?|landing pages?|blogs?)\b/i

/** Who looks at a website is no customer. "Site" is a website where the data knows websites. */
export function trafficIn(question: string, ontology: Ontology): readonly string[] {
  const [word] = traffic.exec(question) ?? []
  const isOnWeb = webPlace.test(question) || (/\bsites?\b/i.test(question) && isInData('website', ontology))
  const isKnown = ['visit', 'visitor', 'click', 'traffic', 'impression'].some((one) =>
    isNamedIn(one, ontology),
  )
  if (word === undefined || !isOnWeb || isKnown) return []
  return [...new Set([...outsideTopics(question, ontology), word])]
}

/** Races are competitions, and a `monthly rental` is a rent. */
function isOfOwnKind(topic: string, { datasets }: Ontology): boolean {
  return datasets.some(
    ({ label, fields, isHidden }) =>
      !isHidden &&
      (isKindOf(nameWords(label).at(-1) ?? '', topic) ||
        fields.some((field) => isNumeric(field) && nameWords(field.label).includes(`${topic}al`))),
  )
}

/** "an insurance policy" of `policies`. */
function isBesideName(forms: readonly string[], next: readonly string[], ontology: Ontology): boolean {
  const { datasets } = ontology
  const isThing = datasets.some(
    ({ label, isHidden }) => !isHidden && next.includes(nameWords(label).join(' ')),
  )
  return (
    isThing &&
    forms.some((form) =>
      lexiconOf(ontology)
        .wordsNear(form)
        .some(({ word, weight }) => weight >= near && next.includes(word)),
    )
  )
}

/** A word that a dictionary takes for the same. */
const near = 0.7

function isNamedIn(word: string, { datasets }: Ontology): boolean {
  return datasets.some(({ label, fields }) =>
    [label, ...fields.map((field) => field.label)].some((name) => nameWords(name).includes(word)),
  )
}

function isInData(word: string, ontology: Ontology): boolean {
  const isNamed = lexiconOf(ontology)
    .wordsNear(word)
    .some(({ weight }) => weight >= nearEnough)
  return (
    isNamed ||
    ontology.values.exact(word).length > 0 ||
    ontology.values.near(word, 8).some(({ value }) =>
      value
        .toLowerCase()
        .split(/[^\p{L}]+/u)
        .some((one) => one.startsWith(word)),
    )
  )
}

/** From a synonym of everyday life on. */
const nearEnough = 0.8
