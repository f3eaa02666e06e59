import { cutText, type Ontology, type Query } from '@quipu/query'
import { conditionWords } from './condition-words.ts'
import { expressionWords } from './expression-words.ts'
import { withHeadings } from './headings.ts'
import { queryWords } from './query-words.ts'
import type { Telling } from './telling.ts'

const mostCharacters = 600
/** Parts nested deeper than this are left unsaid. */
const mostLevels = 16

/** Door: a query in plain words, from itself alone: "number of orders per month, where status is shipped, in 2025". */
export function restate(query: Query, ontology: Ontology): string {
  return cutText(queryWords(query, tellingOf(ontology)), mostCharacters)
}

/** Door: the query with its outputs headed in words. */
export function headed(query: Query, ontology: Ontology): Query {
  return withHeadings(query, tellingOf(ontology))
}

function tellingOf(ontology: Ontology): Telling {
  const ways = { expression: expressionWords, condition: conditionWords, query: queryWords }
  return { ontology, home: null, depth: mostLevels, ...ways }
}
