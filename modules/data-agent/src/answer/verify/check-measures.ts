import { metricExpression, visibleText, type Condition, type Expression } from '@quipu/query'
import { formatShare } from '../explain/numbers.ts'
import { fieldsIn } from '../query-facts.ts'
import type { Level } from './level.ts'
import { CannotWrite, ProbeSql } from './probe-sql.ts'
import { notRun, passed, wrong } from './prober.ts'
import type { Finding, Prober } from './prober.ts'

type Aggregate = Expression & { readonly kind: 'aggregate' }

const reportedShare = 0.05

/** Every database silently leaves out rows without a value from a sum or an average. */
export async function checkMeasures(level: Level, prober: Prober): Promise<readonly Finding[]> {
  const measures = new Map(
    level.query.outputs.flatMap(({ expression, label }) =>
      aggregatesIn(expression, level)
        .filter((aggregate) => isFigure(aggregate, level))
        .map((aggregate) => [JSON.stringify(aggregate), { aggregate, label: visibleText(label) }] as const),
    ),
  )
  const found = await Promise.all(
    Array.from(measures.values(), ({ aggregate, label }) => checkMeasure(level, aggregate, label, prober)),
  )
  return found.flat()
}

async function checkMeasure(
  level: Level,
  aggregate: Aggregate,
  label: string,
  prober: Prober,
): Promise<readonly Finding[]> {
  const statement = probe(level, aggregate)
  if (statement === null) return []
  const numbers = await prober.numbers(statement)
  const fields = fieldsIn(aggregate.of).map(({ field }) => visibleText(field.replaceAll('_', ' ')))
  const what = [...new Set(fields)].join(' and ')
  if ('trouble' in numbers) return [notRun('null-values', `How many rows have no ${what}`, numbers.trouble)]
  const [all = 0, filled = 0] = numbers
  const empty = all - filled
  if (empty <= 0) return [passed('null-values', `${label}: every row has a value of ${what}.`, 0)]
  const share = empty / all
  const says = `${label}: ${empty.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} rows (${formatShare(share)}) have no ${what} and are left out.`
  return [
    share < reportedShare ? passed('null-values', says, share) : wrong('null-values', 'warning', says, share),
  ]
}

/** Null if probes cannot write an expression of this kind. */
function probe(level: Level, { of, where }: Aggregate) {
  const [rowsOf, ...others] = level.needs(of)
  if (rowsOf === undefined || others.length > 0) return null
  const sql = new ProbeSql(level)
  try {
    const value = sql.expression(of)
    const filters: readonly Condition[] = where === undefined ? level.filters : [...level.filters, where]
    const scope = sql.scope(rowsOf, filters)
    if (!scope.isExact) return null
    return sql.statement(`SELECT COUNT(*), COUNT(${value}) FROM ${sql.table(rowsOf)}${scope.sql}`)
  } catch (error) {
    if (error instanceof CannotWrite) return null
    throw error
  }
}

/** An aggregate of numbers. Missing dates and texts usually have a meaning. */
function isFigure({ function: name, of }: Aggregate, level: Level): boolean {
  const fields = fieldsIn(of)
  return (
    name !== 'count' &&
    fields.length > 0 &&
    fields.every((field) => level.field(field.as ?? field.dataset, field.field).type === 'number')
  )
}

function aggregatesIn(expression: Expression, level: Level): readonly Aggregate[] {
  switch (expression.kind) {
    case 'aggregate':
      return [expression]
    case 'metric':
      return aggregatesIn(metricExpression(expression.name, level.ontology), level)
    case 'arithmetic':
      return [...aggregatesIn(expression.left, level), ...aggregatesIn(expression.right, level)]
    case 'share':
    case 'running':
      return aggregatesIn(expression.of, level)
    case 'field':
    case 'literal':
    case 'rows':
    case 'period':
    case 'part':
    case 'span':
    case 'now':
    case 'length':
    case 'join-text':
    case 'scalar':
      return []
  }
}
