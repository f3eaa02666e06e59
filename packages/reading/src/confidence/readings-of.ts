import { emptyWords } from './empty-words.ts'
import { droppedWords } from './dropped.ts'
import { isExplained, leftoversOf } from './leftovers.ts'
import { remoteWords } from './remote-words.ts'
import { repeatableWords, saidAgain } from './said-again.ts'
import { evidenceOf } from '../interpret/evidence.ts'
import { confidenceOf } from './confidence.ts'
import { weighedAgain } from './features.ts'
import { asLikely } from './prefer-confident.ts'
import type { Candidate, Interpretation } from './interpretation.ts'
import type { Assumption, Reading } from '../plan/reading.ts'

/** The candidates of the grammar as readings. `settled` holds the assumptions of an earlier pass. */
export function readingsOf(
  { chunks, times, draft, candidates, rivals }: Interpretation,
  settled: readonly Assumption[],
): {
  readonly candidates: readonly Reading[]
  readonly rivals: readonly Reading[]
  /** The candidates that are at least as likely as an unsure first one. */
  readonly likely: readonly Reading[]
} {
  const leftover = leftoversOf(chunks, draft).map((each) => each.chunk.text)
  const isRepeatable = repeatableWords(chunks, draft)
  const readingOf = ({ query, building, score, features, explains }: Candidate): Reading => {
    const isOpen = (word: string): boolean => !isExplained(word, query, building.ontology)
    const left = leftover.filter(isOpen)
    const unmatched =
      explains === undefined
        ? [
            ...new Set([
              ...left,
              ...building.unused.filter(isOpen),
              ...droppedWords(chunks, times, building, query),
            ]),
          ]
        : left.filter((word) => !explains.includes(word.toLowerCase()))
    const far = remoteWords(building, query)
    const isCertain = unmatched.length === 0 && far.length === 0
    const empty = isCertain ? new Set<string>() : emptyWords(chunks, query, building.ontology)
    const remote = far.filter(({ words }) => !empty.has(words))
    const open = [...unmatched, ...remote.filter(({ isFar }) => isFar).map(({ words }) => words)].filter(
      (word) => !empty.has(word),
    )
    const again = open.filter(isRepeatable).flatMap((words) => {
      const meaning = saidAgain(words, query, building.ontology)
      return meaning === null ? [] : [{ words, meaning }]
    })
    const isAgain = (words: string): boolean => again.some((each) => each.words === words)
    const assumptions = [
      ...settled,
      ...building.assumptions,
      ...[...remote.filter(({ words }) => !isAgain(words)), ...again].map(({ words, meaning }) => ({
        about: `meaning of ${words}`,
        says: `“${words}” is taken to mean ${meaning}.`,
        changesNumbers: true,
        isFar: true,
      })),
    ]
    return {
      query,
      evidence: evidenceOf(building),
      assumptions,
      unmatched: open.filter((word) => !isAgain(word)),
      score,
      confidence: confidenceOf(features),
      signals: Object.fromEntries(weighedAgain.map((name) => [name, features[name] ?? 0])),
      restatement: '',
    }
  }
  const readings = new Map(candidates.map((one) => [one, readingOf(one)]))
  const likely = asLikely(candidates).flatMap((one) => readings.get(one) ?? [])
  return { candidates: [...readings.values()], rivals: rivals.map(readingOf), likely }
}
