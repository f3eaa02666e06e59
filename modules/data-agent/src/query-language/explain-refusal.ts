import type { Ontology } from '@quipu/query'
import { QueryError } from '@quipu/reading'
import { isObject } from './forms.ts'
import { groupChoices } from './implied-groups.ts'
import { KnownNames } from './known-names.ts'

/** The same refusal, with what mends it where the query itself tells what was meant. */
export function explainRefusal(error: QueryError, query: unknown, ontology: Ontology): QueryError {
  const names = new KnownNames(ontology)
  const [, place] = /^(.*)\.select\[\d+\]$/.exec(error.path) ?? []
  const level = place === undefined ? undefined : partAt(query, place)
  const choices = isObject(level) ? groupChoices(level, names) : []
  if (choices.length > 0 && error.reason.includes('one row for each group') && isObject(level))
    return new QueryError(
      `${place}.group`,
      `Only "having" or "order" has an aggregate. Say whether one row is meant for each value of the columns, or for each row of ${String(level['from'])}.`,
      { choices },
    )
  const value = error.path.endsWith('[2]') ? partAt(query, error.path) : undefined
  if (typeof value !== 'string' || !names.isField(value)) return error
  return new QueryError(
    error.path,
    `${error.reason} Text on the right is a value; the field is {"field": ${JSON.stringify(value)}}.`,
    error.details,
  )
}

/** The part of a query at a place such as `$.where[0].exists`. */
function partAt(query: unknown, path: string): unknown {
  let part = query
  for (const [, key, index] of path.matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)) {
    if (Array.isArray(part)) part = part[Number(index)]
    else part = isObject(part) && key !== undefined ? part[key] : undefined
  }
  return part
}
