import type { Ontology } from '@quipu/query'
import { findNouns } from '../annotate/nouns.ts'
import { findValues } from '../annotate/values.ts'
import type { NounCandidate, ValueCandidate } from '../annotate/chunk.ts'
import { lexiconOf } from '../lexicon/lexicon.ts'
import { tokenize } from '../words/tokens.ts'

/** What the whole phrase names, with no word left over. */
export function nounsOf(phrase: string, ontology: Ontology, least = 0.85): readonly NounCandidate[] {
  const tokens = tokenize(phrase)
  const span = findNouns(tokens, lexiconOf(ontology)).find(
    ({ from, to }) => from === 0 && to === tokens.length,
  )
  return (span?.candidates ?? []).filter(({ score }) => score >= least)
}

/** Values that equal the whole phrase, without regard to case and accents. */
export function valuesOf(phrase: string, ontology: Ontology): readonly ValueCandidate[] {
  const tokens = tokenize(phrase)
  const span = findValues(phrase, tokens, ontology).find(({ from, to }) => from === 0 && to === tokens.length)
  return (span?.candidates ?? []).filter(({ score }) => score >= 0.8)
}
