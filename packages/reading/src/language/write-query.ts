import type { Appearance, Expression, Ontology, Output, Query } from '@quipu/query'
import { headed } from '../restate/restate.ts'
import { languageVersion } from './operators.ts'
import {
  writeCondition,
  writeConditions,
  writeExpression,
  type QueryJson,
  type Writer,
} from './write-parts.ts'
import { defaultGroup } from './default-group.ts'

export type { QueryJson }

/** Entry point: writes a logical form in the query language. `readQuery` reads it back into the same form. */
export function writeQuery(query: Query, ontology: Ontology): QueryJson {
  const { outputs } = headed(query, ontology)
  return { version: languageVersion, ...writeLevel(query, outputs) }
}

/** `headings` are those that outputs have without `as`. */
function writeLevel(query: Query, headings: readonly Output[]): QueryJson {
  const writer: Writer = {
    subject: query.subject,
    query: (one) => writeLevel(one, []),
    condition: writeCondition,
  }
  const expression = (one: Expression): unknown => writeExpression(one, writer)
  const isDefaultGroup = JSON.stringify(query.groupBy) === JSON.stringify(defaultGroup(query.outputs))
  return {
    from: query.subject,
    ...(query.outputs.length === 0 ? {} : { select: query.outputs.map((one, index) => writeOutput(one, headings[index], writer)) }), // prettier-ignore
    ...(query.where === null ? {} : { where: writeConditions(query.where, writer) }),
    ...(isDefaultGroup ? {} : { group: query.groupBy.map(expression) }),
    ...(query.having === null ? {} : { having: writeConditions(query.having, writer) }),
    ...(query.orderBy.length === 0
      ? {}
      : { order: query.orderBy.map((one) => ({ [one.direction]: expression(one.expression) })) }),
    ...(query.limit === null ? {} : { limit: query.limit }),
    ...(query.limitPer === null ? {} : { per: query.limitPer.map(expression) }),
    ...(query.distinct ? { distinct: true } : {}),
    ...(query.keepUnmatched ? { outer: true } : {}),
    ...(query.appearances.length === 0 ? {} : { join: query.appearances.map(writeJoin) }),
    ...(query.combine === null ? {} : { [query.combine.how]: writeLevel(query.combine.with, []) }),
  }
}

function writeOutput({ expression, label }: Output, heading: Output | undefined, writer: Writer): unknown {
  const written = writeExpression(expression, writer)
  if (label === '' || label === heading?.label) return written
  if (typeof written === 'string') return { field: written, as: label }
  return typeof written === 'object' ? { ...written, as: label } : { value: written, as: label }
}

function writeJoin({ as, dataset, via, from, end, isPathOnly, on }: Appearance): QueryJson {
  return {
    dataset,
    ...(as === dataset ? {} : { as }),
    ...(via === null ? {} : { via }),
    ...(on === undefined ? {} : { on: on.map(({ field, own }) => [field, own]) }),
    ...(from === null ? {} : { from }),
    ...(end === undefined ? {} : { end }),
    ...(isPathOnly === true ? { path_only: true } : {}),
  }
}
