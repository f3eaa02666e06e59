import {
  days,
  type Condition,
  type Expression,
  type FieldRef,
  type Ontology,
  type Output,
  type Query,
} from '@quipu/query'
import { describeRange } from '../time/describe-range.ts'
import { findTimes } from '../time/find-times.ts'
import type { TimeContext, TimeRange } from '../time/time-mention.ts'
import { allOf, conjuncts, isSame } from '../restate/fields.ts'
import { timeFieldOf } from './query-patches.ts'

/** "compared with last year?" after a question about one period: shows each measure for both periods. */
export function comparePeriods(
  words: string,
  query: Query,
  ontology: Ontology,
  context: Pick<TimeContext, 'now' | 'timeZone'>,
): { readonly query: Query; readonly meaning: string } | null {
  const field = timeFieldOf(query, ontology)
  const base = field && rangeOn(query, field)
  if (!field || !base?.start || !base.end) return null
  // The existing period is put before the words, so that "the previous quarter" is relative to it.
  const lead = `${base.start} to ${days.add(base.end.slice(0, 10), -1, 'day')} `
  const [, mention, ...others] = findTimes(lead + words, { ...context, calendar: ontology.calendar })
  const isAll = mention?.start === lead.length && mention.end === lead.length + words.length
  if (!mention?.range || mention.comparison !== 'period' || !isAll || others.length > 0) return null
  const ranges = [base, mention.range]
  const split = byPart(query, field, ranges)
  if (split === null) return null
  const outputs = split.outputs.flatMap((output) => both(output, field, ranges))
  if (outputs.includes(null)) return null
  const where = allOf(
    conjuncts(query.where).filter((one) => !(one.kind === 'during' && isSame(one.of, field))),
  )
  return {
    query: {
      ...split,
      where,
      outputs: outputs.filter((output) => output !== null),
      orderBy: [],
      limit: null,
    },
    meaning: `compared with ${describeRange(mention.range).replace(/^in /, '')}`,
  }
}

/** Aligns months of two years as months of a year. Null when the periods cannot be aligned. */
function byPart(query: Query, field: FieldRef, ranges: readonly TimeRange[]): Query | null {
  const split = query.groupBy.find((one) => one.kind === 'period' && isSame(one.of, field))
  if (split?.kind !== 'period') return query
  const { unit } = split
  const areYears = ranges.every(({ start, end }) => start && end && days.add(start, 1, 'year') === end)
  if (!areYears || split.fiscal === true || unit === 'year' || unit === 'day') return null
  const part: Expression = { kind: 'part', part: unit, of: field }
  const turned = (one: Expression): Expression => (isSame(one, split) ? part : one)
  return {
    ...query,
    groupBy: query.groupBy.map(turned),
    outputs: query.outputs.map((output) => ({ ...output, expression: turned(output.expression) })),
  }
}

function rangeOn(query: Query, field: FieldRef): TimeRange | null {
  const [only, ...others] = conjuncts(query.where).flatMap((one) =>
    one.kind === 'during' && isSame(one.of, field) ? [one] : [],
  )
  return only && others.length === 0 ? { start: only.start, end: only.end } : null
}

/** Null for measures that cannot be restricted by a condition. */
function both(output: Output, field: FieldRef, ranges: readonly TimeRange[]): readonly (Output | null)[] {
  const { expression, label } = output
  if (expression.kind === 'field' || expression.kind === 'period' || expression.kind === 'part')
    return [output]
  if (expression.kind !== 'aggregate') return [null]
  return ranges.map((range): Output => {
    const period: Condition = { kind: 'during', of: field, start: range.start, end: range.end }
    const measured: Expression = {
      ...expression,
      where: expression.where ? { kind: 'and', of: [expression.where, period] } : period,
    }
    return { expression: measured, label: `${label} ${describeRange(range)}` }
  })
}
