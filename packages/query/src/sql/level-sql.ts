import type { Condition, Expression, Query } from '../model/logical-form.ts'
import { aggregatedBase } from './aggregated-base.ts'
import { allOf, fixed, select, type Select, type SqlExpression } from './ast.ts'
import { aggregateSql, keyFields } from './aggregate-sql.ts'
import { baseOf, placedConditions, type Base } from './base.ts'
import { conditionSql } from './condition-sql.ts'
import { keyOf, type Environment } from './environment.ts'
import { expressionSql } from './expression-sql.ts'
import { finishSelect } from './finish-select.ts'
import { joinTables } from './joined-tables.ts'
import { Level, type Build } from './level.ts'
import { isAggregated, measuresOf } from './measures.ts'
import { withOptional } from './optional-nodes.ts'
import { nodesOfExpressions, placeConditions } from './placement.ts'
import { Scope } from './scope.ts'

/** Builds a whole query, including every query nested in it. */
export function querySql(query: Query, build: Build): Select {
  const level = new Level(build, query, query.subject)
  const env = environmentOf(level, new Scope())
  return finishSelect(isAggregated(query) ? aggregatedBase(env) : listingBase(env))
}

function environmentOf(level: Level, scope: Scope): Environment {
  const env: Environment = {
    level,
    scope,
    write: expressionSql,
    computed: () => null,
    aggregate: (of) => aggregateSql(of, env, { isMultiplied: false, isOptional: false }),
    nested: (query) => querySql(query, level.build),
    related: relatedSql,
  }
  return env
}

/** Selects rows of the subject. Tables with shown fields may multiply the rows; tables that occur only in conditions may not. */
function listingBase(env: Environment): Base {
  const { level } = env
  const { query } = level
  const shown = nodesOfExpressions(shownExpressions(query), level)
  const core = level.span([query.subject, ...shown])
  const placement = placeConditions(level, core)
  if (!query.keepUnmatched) return baseOf(env, placement, query.subject)
  const optional = new Set([...core].filter((node) => node !== query.subject))
  const left = withOptional(env, placement, query.subject, optional)
  return baseOf(env, left.placement, query.subject, left.options)
}

function shownExpressions(query: Query): readonly Expression[] {
  return [
    ...query.outputs.map((one) => one.expression),
    ...query.orderBy.map((one) => one.expression),
    ...(query.limitPer ?? []),
  ]
}

/** Selects rows related to a row of the outer query. When they are counted, they are grouped by the columns that link them to it. */
function relatedSql(query: Query, node: string, outer: Environment): Select {
  const rootDataset = outer.level.dataset(outer.level.node({ dataset: node, as: node })).name
  const level = new Level(outer.level.build, query, rootDataset)
  const scope = new Scope(outer.scope)
  scope.bind(level.root, outer.scope.place(outer.level.node({ dataset: rootDataset, as: node })))
  const plain = environmentOf(level, scope)
  const measures = query.having === null ? [] : measuresOf(level)
  const placement = placeConditions(
    level,
    level.span([level.root, query.subject, ...measures.flatMap((one) => one.nodes)]),
  )
  const inner = [...placement.nodes].filter((one) => one !== level.root)
  const isMultiplied = (grain: string | null): boolean =>
    grain !== null && inner.some((one) => !level.meetsOne(grain, one))
  const numbered = new Set(
    measures.flatMap(({ grain }) =>
      grain !== null && isMultiplied(grain) && keyFields(level.dataset(grain)) === null ? [grain] : [],
    ),
  )
  const env: Environment = {
    ...plain,
    aggregate: (of) => {
      const measure = measures.find((one) => one.key === keyOf(of))
      return aggregateSql(of, env, { isMultiplied: isMultiplied(measure?.grain ?? null), isOptional: false })
    },
  }
  const tables = joinTables(level, placement.nodes, scope, {
    start: [level.root],
    isCorrelated: true,
    numbered,
  })
  return select({
    headings: [{ of: fixed(1), as: null }],
    from: tables.from,
    joins: tables.joins,
    where: allOf([...tables.links, placedConditions(env, placement)]),
    groupBy: query.having === null ? [] : tables.linkedColumns,
    having: havingSql(query.having, env),
  })
}

function havingSql(having: Condition | null, env: Environment): SqlExpression | null {
  return having === null ? null : conditionSql(having, env)
}
