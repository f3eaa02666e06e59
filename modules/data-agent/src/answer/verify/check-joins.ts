import { visibleText, type Join, type Relationship } from '@quipu/query'
import { countOf, formatShare } from '../explain/numbers.ts'
import { isGrouped } from '../query-facts.ts'
import type { Level } from './level.ts'
import { ProbeSql } from './probe-sql.ts'
import { notRun, passed, wrong } from './prober.ts'
import type { Finding, Prober } from './prober.ts'

/** Broken references are reported from this share on if the lost rows change the answer. */
const brokenShare = 0.001
/** The same if the join only filters, where lost rows were hardly meant. */
const brokenShareOfFilters = 0.05
/** Rows with an empty reference. */
const emptyShare = 0.01

/** One relationship in use: many rows of `child` refer to one of `parent`. */
interface Reference {
  readonly join: Join
  readonly child: string
  readonly parent: string
  readonly on: readonly { readonly child: string; readonly parent: string }[]
  readonly relationship: Relationship | undefined
}

interface Counts {
  readonly rows: number
  readonly withoutKey: number
  readonly broken: number
  readonly multiplied: number
  readonly met: number
}

/** Measures every join of a level: whether each row has one partner, and which rows are lost. */
export async function checkJoins(
  level: Level,
  prober: Prober,
  isOuterLevel: boolean,
): Promise<readonly Finding[]> {
  const found = await Promise.all(
    level.tree.joins.map((join) => checkJoin(level, referenceOf(level, join), prober, isOuterLevel)),
  )
  return found.flat()
}

async function checkJoin(
  level: Level,
  reference: Reference,
  prober: Prober,
  isOuterLevel: boolean,
): Promise<readonly Finding[]> {
  const [child, parent] = [nameOf(level, reference.child), nameOf(level, reference.parent)]
  const numbers = await prober.numbers(joinProbe(level, reference))
  const about = `The join of ${child} to ${parent}`
  if ('trouble' in numbers) {
    return (['fan-out', 'row-loss', 'null-keys'] as const).map((name) => notRun(name, about, numbers.trouble))
  }
  const [rows = 0, withoutKey = 0, broken = 0, multiplied = 0, met = 0] = numbers
  const counts: Counts = { rows, withoutKey, broken, multiplied, met }
  const isLossReported = isOuterLevel && losesAnswers(level, reference)
  return [
    fanOut(level, reference, counts, { child, parent, isOuterLevel }),
    rowLoss(counts, child, parent, isLossReported ? brokenShare : brokenShareOfFilters),
    nullKeys(reference, counts, child, parent, isLossReported),
  ]
}

/** Counts the child's rows in scope by their number of partners; filters on the parent's side are not applied. */
function joinProbe(level: Level, { join, child, parent, on }: Reference) {
  const sql = new ProbeSql(level)
  const beyond = level.sideOf(parent, join)
  const filters = level.filters.filter((filter) => ![...level.needs(filter)].some((need) => beyond.has(need)))
  const keys = on.map((pair) => sql.column(child, pair.child))
  const partner = on.map((pair) => sql.column(parent, pair.parent))
  const noKey = keys.map((key) => `${key} IS NULL`).join(' OR ')
  const partners =
    `SELECT ${partner.map((column, at) => `${column} AS k${at}`).join(', ')}, COUNT(*) AS n` +
    ` FROM ${sql.table(parent)} WHERE ${partner.map((column) => `${column} IS NOT NULL`).join(' AND ')}` +
    ` GROUP BY ${partner.join(', ')}`
  const scope = sql.scope(child, filters)
  return sql.statement(
    `SELECT COUNT(*), COALESCE(SUM(CASE WHEN ${noKey} THEN 1 ELSE 0 END), 0),` +
      ` COALESCE(SUM(CASE WHEN NOT (${noKey}) AND met.n IS NULL THEN 1 ELSE 0 END), 0),` +
      ` COALESCE(SUM(CASE WHEN met.n > 1 THEN 1 ELSE 0 END), 0), COALESCE(SUM(COALESCE(met.n, 0)), 0)` +
      ` FROM ${sql.table(child)} LEFT JOIN (${partners}) AS met` +
      ` ON ${keys.map((key, at) => `${key} = met.k${at}`).join(' AND ')}${scope.sql}`,
  )
}

function fanOut(
  level: Level,
  reference: Reference,
  counts: Counts,
  {
    child,
    parent,
    isOuterLevel,
  }: { readonly child: string; readonly parent: string; readonly isOuterLevel: boolean },
): Finding {
  const matched = counts.rows - counts.withoutKey - counts.broken
  const ratio = matched === 0 ? 1 : counts.met / matched
  const isExpected = reference.relationship?.cardinality === 'many-to-many'
  if (isExpected || counts.multiplied === 0) {
    const each = isExpected
      ? `${formatRatio(ratio)} of ${parent} on average, as it should be`
      : `one of ${parent} at most`
    return passed('fan-out', `Each row of ${child} meets ${each}.`, ratio)
  }
  const measured = level.measured()
  const isChoice = !isOuterLevel && !isGrouped(level.query)
  const isHarmless =
    isChoice || ![...level.sideOf(reference.child, reference.join)].some((one) => measured.has(one))
  const says =
    `${countOf(counts.multiplied, 'row')} of ${child} (${formatShare(counts.multiplied / counts.rows)}) meet several rows of ` +
    `${parent}, because its key is not unique: their rows appear ${formatRatio(ratio)} times on average.`
  if (isHarmless) return passed('fan-out', says, ratio)
  return wrong('fan-out', ratio >= 1.01 ? 'failed' : 'warning', says, ratio)
}

function rowLoss(counts: Counts, child: string, parent: string, from: number): Finding {
  const share = counts.rows === 0 ? 0 : counts.broken / counts.rows
  if (counts.broken === 0)
    return passed('row-loss', `No row of ${child} refers to a row of ${parent} that is not there.`, 0)
  const says =
    `${countOf(counts.broken, 'row')} of ${child} (${formatShare(share)}) refer to rows of ${parent} that do not exist` +
    ' and are not in the result.'
  if (share < from) return passed('row-loss', says, share)
  return wrong('row-loss', share >= 0.2 ? 'failed' : 'warning', says, share)
}

function nullKeys(
  reference: Reference,
  counts: Counts,
  child: string,
  parent: string,
  isReported: boolean,
): Finding {
  const share = counts.rows === 0 ? 0 : counts.withoutKey / counts.rows
  if (counts.withoutKey === 0)
    return passed('null-keys', `Every row of ${child} says which of ${parent} it belongs to.`, 0)
  const says =
    `${countOf(counts.withoutKey, 'row')} of ${child} (${formatShare(share)}) have no ${parent} entered` +
    (isReported ? ' and are not in the result.' : '.')
  const isRoot = reference.relationship?.from === reference.relationship?.to
  if (!isReported || share < emptyShare || isRoot) return passed('null-keys', says, share)
  return wrong('null-keys', 'warning', says, share)
}

/**
 * Whether rows of the child without a partner are missing from the result: they are counted or listed, and the
 * parent's side labels the result. A join that only filters drops rows on purpose.
 */
function losesAnswers(level: Level, { join, child, parent }: Reference): boolean {
  const childSide = level.sideOf(child, join)
  const parentSide = level.sideOf(parent, join)
  if (level.query.keepUnmatched && childSide.has(level.tree.root)) return false
  const counted = [...level.measured()].some((one) => childSide.has(one))
  const labels = level.shown()
  if (!isGrouped(level.query) && ![...labels].some((one) => childSide.has(one))) return false
  return counted && [...labels].some((one) => parentSide.has(one))
}

function referenceOf(level: Level, join: Join): Reference {
  const relationship = level.ontology.relationships.find(({ name }) => name === join.relationship)
  const isEven = relationship?.cardinality === 'one-to-one' && relationship.from !== relationship.to
  const isLeftChild = isEven ? level.dataset(join.left).name === relationship.from : join.meets === 'one'
  return {
    join,
    relationship,
    child: isLeftChild ? join.left : join.right,
    parent: isLeftChild ? join.right : join.left,
    on: join.on.map(({ leftField, rightField }) =>
      isLeftChild ? { child: leftField, parent: rightField } : { child: rightField, parent: leftField },
    ),
  }
}

function nameOf(level: Level, appearance: string): string {
  return visibleText(level.dataset(appearance).label)
}

function formatRatio(ratio: number): string {
  return ratio.toLocaleString('en-US', { maximumFractionDigits: 2 })
}
