import {
  days,
  type Condition,
  type Expression,
  type Ontology,
  type Output,
  type Query,
  type TimeUnit,
} from '@quipu/query'
import { comparePeriods } from '../dialogue/compare-periods.ts'
import { allOf, conjuncts, fieldOf } from '../restate/fields.ts'
import { during, groupBy, isMeasure, timeFieldOf } from '../dialogue/query-patches.ts'
import type { Chunk } from '../annotate/chunk.ts'
import { kindOf, type ChunkKind } from '../grammar/chunk-kind.ts'
import type { ConditionDraft, Draft } from '../grammar/draft.ts'
import { small } from '../grammar/parse-state.ts'
import { isMeasure as isAmountField } from '../lexicon/dataset-fields.ts'
import type { TimeContext, TimeMention, TimeRange } from '../time/time-mention.ts'
import { isVerbal } from '../words/verbal.ts'
import { shareOfAll } from './share-of-all.ts'
import { meanPer } from './mean-per.ts'

/** "share of", "running total of", "growth of", "compared with last year": figures computed from the figures of a query. */
export function withSeries(
  query: Query,
  draft: Draft,
  { chunks, times }: { readonly chunks: readonly Chunk[]; readonly times: readonly TimeMention[] },
  ontology: Ontology,
  clock: Pick<TimeContext, 'now' | 'timeZone'>,
): Query {
  if (query.combine !== null) return query
  const mean = meanPer(query, draft, chunks, ontology)
  if (mean !== null) return mean
  const step = times.find(({ comparison }) => comparison === 'step')
  const period = times.find(({ comparison, range }) => comparison === 'period' && range !== null)
  if (draft.share !== null)
    return asShare(
      query,
      draft.share === 'percent' || draft.ignored.some(({ text }) => /percent/i.test(text)),
      draft.conditions.some((each) => isPredicate(each, chunks)),
      ontology,
    )
  if (draft.calculation === 'running') return asRunning(query, ontology)
  if (draft.calculation === 'growth' || step !== undefined) return asGrowth(query, step ?? null, ontology)
  return period === undefined ? query : againstPeriod(query, period, ontology, clock)
}

/** "were cancelled", "cancelled by mistake", "with a return": a condition on the part of a share, not part of its name. */
function isPredicate({ kind, chunk, governor }: ConditionDraft, chunks: readonly Chunk[]): boolean {
  const at = chunks.indexOf(chunk)
  const before = chunks.slice(Math.max(0, at - 2), at).findLast((each) => !small.has(kindOf(each)))
  if (before === undefined || !predicates.has(kind)) return false
  const isAfterwards = isVerbal(chunk.text) && governor !== null && before === governor.chunk
  return isAfterwards || marks.has(kindOf(before))
}

const predicates: ReadonlySet<ConditionDraft['kind']> = new Set([
  'value',
  'compare',
  'exists',
  'null',
] as const)
const marks: ReadonlySet<ChunkKind> = new Set(['be', 'with', 'have', 'without', 'not'] as const)

/** The share of all groups. Without groups, or for a state within each group: the share of the figure without the conditions. */
function asShare(query: Query, percent: boolean, isOfEach: boolean, ontology: Ontology): Query {
  if (query.groupBy.length > 0 && !isOfEach) {
    const shareOf = (of: Expression): Expression => ({ kind: 'share', of, within: [], percent })
    return mapMeasures(query, ({ expression, label }) => [
      { expression: shareOf(expression), label: `share of ${label}` },
    ])
  }
  const inner = conjuncts(query.where).filter(({ kind }) => kind !== 'during')
  const where = allOf(inner)
  const measures = query.outputs.filter(({ expression }) => isMeasure(expression))
  const [only, ...others] = measures
  if (
    where === null ||
    only?.expression.kind !== 'aggregate' ||
    only.expression.where !== undefined ||
    others.length > 0
  )
    return query
  const times = conjuncts(query.where).filter(({ kind }) => kind === 'during')
  const of = only.expression.of
  const rows = of.kind === 'rows' || of.kind === 'field' ? of.dataset : query.subject
  const share = shareOfAll({ rows, where, whole: times }, ontology)
  const ratio: Expression = {
    kind: 'arithmetic',
    operator: '/',
    left: { ...only.expression, where: share.where },
    right: only.expression,
  }
  const expression: Expression = percent
    ? { kind: 'arithmetic', operator: '*', left: { kind: 'literal', value: 100 }, right: ratio }
    : ratio
  const whole = { ...query, where: allOf(share.whole) }
  return mapMeasures(whole, ({ label }) => [{ expression, label: `share of ${label}` }])
}

function asRunning(query: Query, ontology: Ontology): Query {
  const split = alongTime(query, 'month', ontology)
  if (split === null) return query
  const { along, within } = split
  return mapMeasures(split.query, ({ expression, label }) => [
    {
      expression: { kind: 'running', function: 'total', of: expression, along, within },
      label: `running total of ${label}`,
    },
  ])
}

function asGrowth(query: Query, step: TimeMention | null, ontology: Ontology): Query {
  const unit =
    step?.unit === undefined || step.unit === null || step.unit === 'hour' || step.unit === 'minute'
      ? 'month'
      : step.unit
  const split = alongTime(withoutStep(query, step), unit, ontology)
  if (split === null) return query
  const { along, within } = split
  const steps =
    along.kind === 'period'
      ? (perYear[along.unit] ?? 1) / (perYear[step === null ? along.unit : unit] ?? 1)
      : 1
  return mapMeasures(split.query, (output) => [
    output,
    {
      expression: {
        kind: 'running',
        function: 'growth',
        of: output.expression,
        along,
        within,
        ...(steps > 1 ? { steps } : {}),
      },
      label: `growth of ${output.label}`,
    },
  ])
}

/** "year over year growth by month" is grouped by month only. */
function withoutStep(query: Query, step: TimeMention | null): Query {
  const isStep = (one: Expression): boolean => one.kind === 'period' && one.unit === step?.unit
  const others = query.groupBy.filter((one) => one.kind === 'period' && !isStep(one))
  if (others.length === 0) return query
  return {
    ...query,
    groupBy: query.groupBy.filter((one) => !isStep(one)),
    outputs: query.outputs.filter(({ expression }) => !isStep(expression)),
    orderBy: query.orderBy.filter(({ expression }) => !isStep(expression)),
  }
}

const perYear: Readonly<Record<TimeUnit, number>> = { day: 365, week: 52, month: 12, quarter: 4, year: 1 }

/** Grouped by time as the question says, or else by the unit. */
function alongTime(
  plain: Query,
  unit: TimeUnit,
  ontology: Ontology,
): { readonly query: Query; readonly along: Expression; readonly within: readonly Expression[] } | null {
  const before = summed(plain, ontology)
  const field = timeFieldOf(before, ontology)
  const isSplit = before.groupBy.some(({ kind }) => kind === 'period')
  if (!before.outputs.some(({ expression }) => isMeasure(expression)) || (!isSplit && field === null))
    return null
  const query =
    isSplit || field === null ? before : groupBy(before, { kind: 'period', unit, of: field }, 'add', ontology)
  const along = query.groupBy.find(({ kind }) => kind === 'period')
  const shown = query.outputs.map(({ expression }) => expression)
  return along === undefined
    ? null
    : {
        query,
        along,
        within: shown.filter((one) => !isMeasure(one) && JSON.stringify(one) !== JSON.stringify(along)),
      }
}

function againstPeriod(
  plain: Query,
  mention: TimeMention,
  ontology: Ontology,
  clock: Pick<TimeContext, 'now' | 'timeZone'>,
): Query {
  const { range, words } = mention
  const where = allOf(
    conjuncts(plain.where).filter(
      (one) => !(one.kind === 'during' && one.start === range?.start && one.end === range.end),
    ),
  )
  const base = summed({ ...plain, where }, ontology)
  const compared = comparePeriods(words, base, ontology, clock)
  if (compared !== null) return compared.query
  const field = timeFieldOf(plain, ontology)
  const present = presentBeside(mention)
  if (field === null || present === null || timesOn(base).length > 0) return plain
  return comparePeriods(words, during(base, field, present), ontology, clock)?.query ?? plain
}

/** "compared with last year" and no other period: this year. */
function presentBeside({ range, unit, anchor }: TimeMention): TimeRange | null {
  if (anchor !== 'today' || !range?.end || unit === null || unit === 'hour' || unit === 'minute') return null
  return { start: range.end, end: days.add(range.end, 1, unit) }
}

function timesOn({ where }: Query): readonly Condition[] {
  return conjuncts(where).filter(({ kind }) => kind === 'during')
}

/** Amounts without an aggregate are summed. */
function summed(query: Query, ontology: Ontology): Query {
  const isAmount = (one: Expression): boolean => {
    const field = one.kind === 'field' ? fieldOf(ontology, one) : null
    return field !== null && isAmountField(field)
  }
  if (query.groupBy.length > 0 || !query.outputs.every(({ expression }) => isAmount(expression))) return query
  return {
    ...query,
    orderBy: [],
    distinct: false,
    outputs: query.outputs.map(({ expression, label }) => ({
      expression: { kind: 'aggregate', function: 'sum', of: expression, distinct: false },
      label: `total ${label}`,
    })),
  }
}

function mapMeasures(query: Query, change: (output: Output) => readonly Output[]): Query {
  return {
    ...query,
    outputs: query.outputs.flatMap((output) => (isMeasure(output.expression) ? change(output) : [output])),
  }
}
