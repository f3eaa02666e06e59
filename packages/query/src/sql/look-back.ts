import type { JoinPlan } from '../model/join-plan.ts'
import type { Ontology } from '../model/ontology.ts'
import type { Condition, Expression, Query } from '../model/logical-form.ts'
import { add, startOf } from '../calendar/days.ts'
import { partsOfExpression } from '../model/walk.ts'

/**
 * "Growth by month in 2026" compares January with the December before. So the periods before the range are read as
 * well, and left out of the result. This applies only where the range starts at the start of a period; otherwise the
 * first period would not be the one that was asked for.
 */
export function withLookBack(query: Query, plan: JoinPlan, ontology: Ontology): readonly [Query, JoinPlan] {
  const looks = query.outputs.flatMap(({ expression }) => looksBack(expression))
  const along = looks[0]?.along
  const tree = plan.trees.get(query)
  if (along === undefined || tree === undefined || query.combine !== null || query.limitPer !== null)
    return [query, plan]
  const asked = partsOf(query.where).find(
    (one): one is During => one.kind === 'during' && one.start !== null && isSame(one.of, along.of),
  )
  const start = asked?.start?.slice(0, 10)
  const first = start === undefined ? null : firstDay(start, along, ontology)
  if (asked === undefined || start === undefined || first !== start) return [query, plan]
  const steps = Math.max(...looks.map((one) => one.steps))
  const wide: Condition = { ...asked, start: add(start, -steps, along.unit) }
  const shown: Condition = {
    kind: 'compare',
    left: along,
    operator: '>=',
    right: { kind: 'literal', value: start },
  }
  const changed: Query = {
    ...query,
    where: { kind: 'and', of: partsOf(query.where).map((one) => (one === asked ? wide : one)) },
    having: query.having === null ? shown : { kind: 'and', of: [query.having, shown] },
  }
  return [changed, { ...plan, trees: new Map([...plan.trees, [changed, tree]]) }]
}

type During = Extract<Condition, { kind: 'during' }>
type Period = Extract<Expression, { kind: 'period' }>

function looksBack(of: Expression): readonly { readonly along: Period; readonly steps: number }[] {
  const inner = partsOfExpression(of).flatMap(looksBack)
  if (of.kind !== 'running' || of.along.kind !== 'period') return inner
  if (of.function === 'total' || of.function === 'rank') return inner
  const steps = Math.max(1, Math.trunc(of.steps ?? 1)) - (of.function === 'mean' ? 1 : 0)
  return steps > 0 ? [{ along: of.along, steps }, ...inner] : inner
}

function firstDay(day: string, { unit, fiscal, fiscalStart }: Period, { calendar }: Ontology): string {
  const month = fiscal === true ? (fiscalStart ?? calendar.fiscalYearStart ?? 1) : 1
  return startOf(day, unit, calendar, month)
}

function partsOf(where: Condition | null): readonly Condition[] {
  if (where === null) return []
  return where.kind === 'and' ? where.of : [where]
}

function isSame(a: Expression, b: Expression): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
