import { cutText, type Condition, type Ontology, type Query } from '@quipu/query'
import { conditionWords } from './condition-words.ts'
import { expressionWords } from './expression-words.ts'
import { withHeadings } from './headings.ts'
import { queryWords } from './query-words.ts'
import type { Wording } from './wording.ts'

const mostCharacters = 600
/** Parts nested deeper than this are replaced with an ellipsis. */
const mostLevels = 16

/** Entry point: restates a query in plain words: "number of orders per month, where status is shipped, in 2025". */
export function restate(query: Query, ontology: Ontology): string {
  return cutText(queryWords(query, wordingOf(ontology)), mostCharacters)
}

/** Entry point: restates one condition: "status is shipped". */
export function restateCondition(condition: Condition, ontology: Ontology): string {
  return cutText(conditionWords(condition, wordingOf(ontology)), mostCharacters)
}

/** Entry point: gives the query's outputs headings in words. */
export function headed(query: Query, ontology: Ontology): Query {
  return withHeadings(query, wordingOf(ontology))
}

function wordingOf(ontology: Ontology): Wording {
  const ways = { expression: expressionWords, condition: conditionWords, query: queryWords }
  return { ontology, home: null, depth: mostLevels, ...ways }
}
