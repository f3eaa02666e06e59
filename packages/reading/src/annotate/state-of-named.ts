import type { Ontology } from '@quipu/query'
import type { Token } from '../words/tokens.ts'
import type { NounSpan } from './nouns.ts'

/** "cancelled bookings" beside `courses.cancelled`: a state of the rows that the question names comes before a field of others. */
export function withoutOtherFields(
  nouns: readonly NounSpan[],
  tokens: readonly Token[],
  ontology: Ontology,
): readonly NounSpan[] {
  const things = nouns.filter(({ candidates }) =>
    candidates.some((noun) => noun.kind === 'dataset' && noun.score >= 0.9),
  )
  // "course bookings" are bookings, not courses.
  const isPart = (span: NounSpan): boolean =>
    things.some(
      (other) =>
        other.from <= span.from && other.to >= span.to && other.to - other.from > span.to - span.from,
    )
  const named = new Set(
    things
      .filter((span) => !isPart(span))
      .flatMap(({ candidates }) =>
        candidates.flatMap((noun) =>
          noun.kind === 'dataset' && noun.score >= 0.9 ? [noun.dataset.name] : [],
        ),
      ),
  )
  return nouns.map((span) => {
    const word = span.to - span.from === 1 ? tokens[span.from]?.lower : undefined
    const first = span.candidates[0]
    if (word === undefined || first?.kind !== 'field' || named.has(first.dataset.name)) return span
    const isState = ontology.values
      .exact(word)
      .some(
        ({ dataset, field }) =>
          named.has(dataset) && /\b(?:status|state|stage)\b/i.test(field.replaceAll('_', ' ')),
      )
    return isState ? { ...span, candidates: span.candidates.filter(({ kind }) => kind !== 'field') } : span
  })
}
