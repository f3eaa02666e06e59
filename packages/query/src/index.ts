/** The ontology of a database, and queries over it. */
export { fieldRoles } from './model/ontology.ts'
export type {
  AgreedSum,
  Calendar,
  Dataset,
  Field,
  FieldPlace,
  FieldRole,
  FieldStatistics,
  IndexedValue,
  Metric,
  Ontology,
  Relationship,
  SumChange,
  TimeFormat,
  Understood,
  ValueIndex,
  ValueMatch,
  VerifiedQuestion,
} from './model/ontology.ts'
export { operandsOf, partsOfExpression } from './model/walk.ts'
export { isExpression } from './model/logical-form.ts'
export type {
  AggregateFunction,
  Appearance,
  Comparison,
  Condition,
  Expression,
  FieldRef,
  Order,
  Output,
  Query,
  TimePart,
  TimeUnit,
} from './model/logical-form.ts'
export type { Cell, ColumnType, Dialect, Statement } from './model/statement.ts'
export type { CannotAnswer, Join, JoinPlan, JoinTree } from './model/join-plan.ts'
export { isRearranged } from './sql/written-dates.ts'
export type { BuiltQuery, Lineage } from './model/built-query.ts'

/** Builds a statement from a query, and finds the lineage of a statement. */
export { planJoins, planLevels } from './joins/plan-joins.ts'
export { buildSql } from './sql/build-sql.ts'
export { positional } from './sql/positional.ts'
export { sameLineage } from './lineage/lineage.ts'
export type { ColumnNames } from './lineage/output-columns.ts'
export { parseDerivedColumns, parseLineage } from './lineage/parse-lineage.ts'
export { isMetric, metricExpression, parseMetric } from './metrics/metric-expression.ts'
export { MetricError } from './metrics/metric-error.ts'

/** Days, time zones and text, as people see them. */
export * as days from './calendar/days.ts'
export { periodKeys, periodWords } from './calendar/period-keys.ts'
export { inZone } from './calendar/zone.ts'
export { abbreviationsOf, expansionsOf, isAbbreviation, isWordToo } from './text/abbreviations.ts'
export { datedMeaningOf } from './text/dated-abbreviations.ts'
export { editDistance } from './text/edit-distance.ts'
export { capital, cutText, markdownText, visibleOrNull, visibleText } from './text/clean-text.ts'
export { singularLabel } from './text/singular-label.ts'
