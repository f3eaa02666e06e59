import type { BuiltQuery } from '../model/built-query.ts'
import type { JoinPlan } from '../model/join-plan.ts'
import type { Ontology } from '../model/ontology.ts'
import type { Expression, Query } from '../model/logical-form.ts'
import { singularLabel } from '../text/singular-label.ts'
import { fieldAt } from '../lineage/lineage.ts'
import { querySql } from './level-sql.ts'
import type { BuildOptions } from './level.ts'
import { isAggregated } from './measures.ts'
import { lineageOf } from './own-lineage.ts'
import { joinsOf } from '../joins/plan-joins.ts'
import { withLookBack } from './look-back.ts'
import { renderInlined, renderStatement } from './render.ts'

/** Builds one SELECT in the ontology's dialect. The same input always gives the same text. */
export function buildSql(
  query: Query,
  plan: JoinPlan,
  ontology: Ontology,
  options: BuildOptions,
): BuiltQuery {
  const [widened, widenedPlan] = withLookBack(query, plan, ontology)
  const select = querySql(widened, { ...options, ontology, dialect: ontology.dialect, plan: widenedPlan })
  return {
    statement: renderStatement(select, ontology.dialect),
    inlined: renderInlined(select, ontology.dialect),
    lineage: lineageOf(select, grainOf(query, ontology), ontology, options.timeZone),
    joins: joinsOf(plan),
  }
}

/** Describes in words what one row of the result represents. */
function grainOf(query: Query, ontology: Ontology): string {
  if (query.groupBy.length > 0)
    return [...new Set(query.groupBy.flatMap((key) => nameOf(key, query, ontology)))].join(', ')
  if (isAggregated(query)) return 'total'
  return ontology.datasets.find((one) => one.name === query.subject)?.label ?? query.subject
}

/** Grouping by a dataset's key means grouping by its rows: the grain is "region", whatever other fields of the region are shown. */
function nameOf(key: Expression, { groupBy }: Query, ontology: Ontology): readonly string[] {
  if (key.kind === 'period') return [key.fiscal === true ? `fiscal ${key.unit}` : key.unit]
  if (key.kind === 'part') return [key.part]
  if (key.kind !== 'field') return ['group']
  const owner = ontology.datasets.find((one) => one.name === key.dataset)
  const isWhole =
    owner !== undefined &&
    owner.primaryKey.length > 0 &&
    owner.primaryKey.every((name) =>
      groupBy.some(
        (one) =>
          one.kind === 'field' && one.dataset === key.dataset && one.as === key.as && one.field === name,
      ),
    )
  if (isWhole) return [key.as === undefined || key.as === key.dataset ? singularLabel(owner.label) : key.as]
  return [fieldAt(`${key.dataset}.${key.field}`, ontology)?.label ?? key.field]
}
