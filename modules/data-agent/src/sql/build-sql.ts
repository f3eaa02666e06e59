import type { BuiltQuery, JoinPlan } from '../answer/artifacts.ts'
import type { Ontology } from '../ontology/ontology.ts'
import type { Expression, Query } from '../reading/logical-form.ts'
import { fieldAt } from './lineage.ts'
import { querySql } from './level-sql.ts'
import type { BuildOptions } from './level.ts'
import { isAggregated } from './measures.ts'
import { lineageOf } from './own-lineage.ts'
import { joinsOf } from './plan-joins.ts'
import { renderInlined, renderStatement } from './render.ts'

/** The query as one SELECT of the ontology's dialect. The same input gives the same text. */
export function buildSql(
  query: Query,
  plan: JoinPlan,
  ontology: Ontology,
  options: BuildOptions,
): BuiltQuery {
  const build = { ...options, ontology, dialect: ontology.dialect, plan }
  const select = querySql(query, build)
  return {
    statement: renderStatement(select, ontology.dialect),
    inlined: renderInlined(select, ontology.dialect),
    lineage: lineageOf(select, grainOf(query, ontology), ontology, options.timeZone),
    joins: joinsOf(plan),
  }
}

/** What one row of the answer stands for, in words. */
function grainOf(query: Query, ontology: Ontology): string {
  if (query.groupBy.length > 0) return query.groupBy.map((key) => nameOf(key, ontology)).join(', ')
  if (isAggregated(query)) return 'total'
  return ontology.datasets.find((one) => one.name === query.subject)?.label ?? query.subject
}

function nameOf(key: Expression, ontology: Ontology): string {
  if (key.kind === 'field') return fieldAt(`${key.dataset}.${key.field}`, ontology)?.label ?? key.field
  if (key.kind === 'period') return key.unit
  if (key.kind === 'part') return key.part
  return 'group'
}
