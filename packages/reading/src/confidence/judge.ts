import { planJoins, type Dataset, type Field, type Ontology, type Query } from '@quipu/query'
import { rawWords } from '../lexicon/name-words.ts'
import { isEnglish } from '../lexicon/wordnet.ts'
import type { Reading } from '../plan/reading.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { isParticiple } from '../words/verbal.ts'
import { forecast, isForecast } from './forecast.ts'
import type { Interpretation } from './interpretation.ts'
import { leftoversOf } from './leftovers.ts'
import { thingsAsked } from './things-asked.ts'
import { objectionsTo, type ObjectionKind } from './objections.ts'
import { minorWords } from './verdict.ts'

/** From this confidence on a reading is answered without asking. */
const answered = 0.5

/** A second reading with at least this share of the confidence is as likely as the first, */
const equally = 0.95
/** if its names fit as well: their scores differ by this share at most. */
const tied = 0.01

/** From this score on a field is named well. */
const wellNamed = 0.7

/** Nobody can mean these. The others are offered, and answered when they are chosen. */
const nonsense: ReadonlySet<ObjectionKind> = new Set<ObjectionKind>([
  'identifier-summed',
  'rate-summed',
  'text-summed',
  'contradiction',
  'no-effect',
  'text-ranked',
  'no-hours',
  'no-amount',
])

/** Whether this reading cannot be meant. */
export function isNonsense(query: Query, ontology: Ontology, question: string): boolean {
  const isRanked = query.limit !== null
  return objectionsTo(query, ontology, question).some(
    // Of rows that are ranked by the number of themselves, any is the first.
    ({ kind }) => nonsense.has(kind) || (isRanked && kind === 'counts-itself'),
  )
}

/** Why the best reading is not answered at once. */
export interface Unsure {
  /** `ask`: one of the offers may be meant. `refuse`: none answers what was asked. */
  readonly how: 'ask' | 'refuse'
  readonly says: string
  /** What the data does not have, in the words of the question. */
  readonly missing: readonly string[]
  /** The readings that make sense, best first. */
  readonly offers: readonly Reading[]
}

interface Asked {
  readonly question: string
  readonly ontology: Ontology
  readonly context: Pick<ReadingContext, 'now'>
  /** What made the readings unsure was asked about, or settled otherwise. */
  readonly isSettled: boolean
}

/** Decides whether the best reading is answered. Null when it is. */
export function judge(
  interpretation: Interpretation,
  readings: readonly Reading[],
  { question, ontology, context, isSettled }: Asked,
): Unsure | null {
  const [first] = readings
  if (first === undefined) return null
  const objections = objectionsTo(first.query, ontology, question, namedFields(interpretation))
  const offers = readings.filter(
    ({ query }) => !('status' in planJoins(query, ontology)) && !isNonsense(query, ontology, question),
  )
  if (isForecast(question, first.query, ontology, context.now))
    return { how: 'refuse', says: forecast, missing: [], offers: [] }
  const minor = minorWords(interpretation)
  const lost = first.unmatched.filter((word) => !minor.has(word))
  const things = new Set([...unknownThings(interpretation), ...thingsAsked(question)])
  const unknown = [...new Set(lost)].filter((word) => things.has(word) || things.has(word.toLowerCase()))
  if (unknown.length > 0)
    return {
      how: 'refuse',
      says: `This data says nothing about: ${unknown.join(', ')}.`,
      missing: unknown,
      offers,
    }
  const says =
    objections[0]?.says ??
    (lost.length > 0
      ? lostText(lost)
      : !isSettled && (first.confidence < answered || isRivalled(first, offers))
        ? 'This can be read in more than one way.'
        : null)
  if (says === null) return null
  return { how: offers.length > 0 ? 'ask' : 'refuse', says, missing: [], offers }
}

/** The fields that the question names well, if in other words. */
function namedFields({ candidates: [best] }: Interpretation): ReadonlySet<Field> {
  const nouns = [...(best?.building.resolution.nouns ?? [])]
  return new Set(
    nouns.flatMap(([{ chunk }, noun]) =>
      noun.kind === 'field' && noun.score >= wellNamed && isNominal(chunk.text, noun.dataset)
        ? [noun.field]
        : [],
    ),
  )
}

/** "Open jobs" and "jobs" alone are no dates of opening: beside the name of the thing there has to be a noun. */
function isNominal(text: string, { label }: Dataset): boolean {
  const things = new Set(rawWords(label))
  const words = text.toLowerCase().split(' ')
  const last = words.findLast((word) => !rawWords(word).some((one) => things.has(one)))
  return last !== undefined && !isEnglish(last, 'adj') && !isParticiple(last)
}

/** Another reading is as likely as the best one. */
function isRivalled(best: Reading, offers: readonly Reading[]): boolean {
  return offers.some(
    ({ restatement, confidence, score }) =>
      restatement !== best.restatement &&
      confidence >= equally * best.confidence &&
      score >= best.score - tied * Math.abs(best.score),
  )
}

/** Names, quotations and things that the ontology does not know. */
function unknownThings({ chunks, draft }: Interpretation): readonly string[] {
  return leftoversOf(chunks, draft)
    .filter(({ sort, isKnown }) => !isKnown && (sort === 'name' || sort === 'quoted' || sort === 'noun'))
    .map(({ chunk }) => chunk.text)
}

function lostText(words: readonly string[]): string {
  const list = words.map((word) => `“${word}”`).join(', ')
  return `It is not known what ${list} ${words.length > 1 ? 'mean' : 'means'} in this data, so it would be left out.`
}
