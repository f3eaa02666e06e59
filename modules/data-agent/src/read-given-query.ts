import type { Ontology } from '@quipu/query'
import { QueryError, readQuery, restate, type Reading, type ReadingContext } from '@quipu/reading'
import { invalidQuery } from './errors.ts'
import { acceptForms } from './query-language/accept-forms.ts'
import { explainRefusal } from './query-language/explain-refusal.ts'

/** The reading that a query of the query language is: nothing of it was assumed, so it is certain. */
export function readGivenQuery(query: unknown, ontology: Ontology, context: ReadingContext): Reading {
  const usual = acceptForms(query, ontology)
  try {
    const read = readQuery(usual, ontology, context)
    return {
      query: read,
      evidence: [],
      assumptions: [],
      unmatched: [],
      score: 1,
      confidence: 1,
      restatement: restate(read, ontology),
    }
  } catch (error) {
    throw error instanceof QueryError ? invalidQuery(explainRefusal(error, usual, ontology)) : error
  }
}
