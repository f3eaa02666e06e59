import type { Ontology } from '@quipu/query'
import { QueryError, readQuery, restate, type Reading, type ReadingContext } from '@quipu/reading'
import { invalidQuery } from './errors.ts'
import { acceptForms } from './query-language/accept-forms.ts'
import { explainRefusal } from './query-language/explain-refusal.ts'

/** The reading of a query in the query language: nothing is assumed, so its confidence is 1. */
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
