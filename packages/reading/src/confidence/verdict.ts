import type { Interpretation } from './interpretation.ts'
import type { Assumption, Reading } from '../plan/reading.ts'
import { confidenceOf } from './confidence.ts'
import { traitsOf } from './query-traits.ts'
import { leftoversOf, looseVerbs, narrowingVerbs, type Leftover } from './leftovers.ts'

/** Below this, an answer states how the question was read and that it may be wrong. */
const sure = 0.7
/** Below this, nothing is answered. */
const least = 0.02
/** Below this, a question with a value that is not in the data is not answered. */
const fair = 0.4
/** The limit for missing words, however sure the rest is. */
const mostMissing = 1.8
/** The confidence that is needed for each point of missing words. */
const surePerMissing = 0.35

/** What an assumption is about that warns of other readings. */
export const doubtAbout = 'meaning of the question'

/** Assumptions that a person should know before trusting an unsure reading. Words in `minor` change little. */
export function doubtful(
  { confidence, unmatched, restatement }: Pick<Reading, 'confidence' | 'unmatched' | 'restatement'>,
  minor: ReadonlySet<string> = new Set(),
): readonly Assumption[] {
  const dropped: readonly Assumption[] =
    unmatched.length === 0
      ? []
      : [
          {
            about: 'words not understood',
            says: `Not taken into account: ${unmatched.join(', ')}.`,
            changesNumbers: confidence < sure || unmatched.some((word) => !minor.has(word)),
          },
        ]
  if (confidence >= sure) return dropped
  const says = `Read as: ${restatement}. The question leaves room for other readings.`
  const doubt: Assumption = { about: doubtAbout, says, changesNumbers: true }
  return [...dropped, doubt]
}

/** "fully booked" says how far, which changes the rows. */
const degrees = /^(?:fully|partly|partially|half|nearly|almost|completely|entirely|sold)$/i

/** Words left over that seldom change the meaning: verbs that lead to something else, and further names of things the query has anyway. */
export function minorWords({ chunks, draft, candidates }: Interpretation): ReadonlySet<string> {
  const spoken = [...(candidates[0]?.building.resolution.nouns.values() ?? [])]
  const isSpoken = ({ nouns: [noun] }: Leftover['chunk']): boolean =>
    noun?.kind === 'dataset' &&
    spoken.some((each) => each.kind !== 'metric' && each.dataset.name === noun.dataset.name)
  const minor = leftoversOf(chunks, draft).filter(({ sort, chunk }) => sort === 'small' || isSpoken(chunk))
  const [best] = candidates
  const isJoined = best !== undefined && traitsOf(best.query).datasets.size > 1
  const narrowing = new Set(narrowingVerbs(chunks))
  const words = [...minor.map(({ chunk }) => chunk.text), ...looseVerbs(chunks, isJoined)]
  return new Set(words.filter((word) => !narrowing.has(word) && !degrees.test(word)))
}

/** Words that this data cannot answer. Null when the question can be answered. `unmatched` are the words still not understood. */
export function missingWords(
  { chunks, draft, candidates }: Interpretation,
  unmatched?: readonly string[],
): readonly string[] | null {
  const unknown = leftoversOf(chunks, draft).filter(
    (each) => !each.isKnown && each.sort !== 'small' && unmatched?.includes(each.chunk.text) !== false,
  )
  const best = candidates[0]
  const words = [...new Set(unknown.map((each) => each.chunk.text))]
  if (best === undefined) return words
  const { values } = best.building.resolution
  const confidence = confidenceOf(best.features)
  const missing = unknown.reduce((sum, each) => sum + substance(each), 0)
  if (missing >= mostMissing || (missing > 0 && confidence < surePerMissing * missing)) return words
  const absent = draft.conditions.flatMap((each) =>
    each.operand?.kind === 'text' && !values.has(each) ? [each.operand.chunk.text] : [],
  )
  if (absent.length > 0 && confidence < fair) return [...absent, ...words]
  const isNamed =
    best.explains !== undefined ||
    values.size > 0 ||
    draft.mentions.some((each) => (each.chunk.nouns[0]?.score ?? 0) >= 0.6) ||
    (draft.mentions.length === 0 && draft.conditions.some(({ amount }) => amount?.word !== undefined))
  return confidence < least || !isNamed ? words : null
}

/** How much the loss of a word weighs. */
function substance({ sort, isHead }: Leftover): number {
  if (sort === 'name' || sort === 'quoted') return 1
  if (sort === 'noun') return isHead ? 1 : 0.8
  return sort === 'small' || sort === 'time' ? 0 : 0.3
}
