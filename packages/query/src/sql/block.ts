import type { Expression } from '../model/logical-form.ts'
import { aggregateSql, keyFields } from './aggregate-sql.ts'
import { baseOf, type Base } from './base.ts'
import { keyOf, type Environment } from './environment.ts'
import { expressionSql } from './expression-sql.ts'
import type { Level } from './level.ts'
import { measuresOf, type Measure } from './measures.ts'
import { nodesOfExpressions, placeConditions, type Placement } from './placement.ts'

/** Measures that can be aggregated from the same joined rows. */
export interface Block {
  readonly measures: readonly Measure[]
  readonly placement: Placement
  /** How the measures are computed: from the joined rows, from each row of the measure's table once, or from ranked values for functions that SQLite lacks. */
  readonly form: 'plain' | 'once' | 'ranked'
  readonly isMultiplied: boolean
}

/** Joins the tables, groups by the keys and aggregates with the database's own functions. */
export function plainBase(env: Environment, block: Block, keys: readonly Expression[]): Base {
  const { level } = env
  const own: Environment = {
    ...env,
    aggregate: (of) =>
      aggregateSql(of, own, { isMultiplied: isMultiplied(level, block, of), isOptional: false }),
  }
  return { ...blockBase(own, block, keys), groupBy: keys.map((key) => expressionSql(key, own)) }
}

/** The joined rows of a block. When groups without partners are kept, a null key makes a group too. */
export function blockBase(env: Environment, block: Block, keys: readonly Expression[]): Base {
  const { level } = env
  const { nodes } = block.placement
  const numbered = numberedIn(level, block)
  const root = level.query.keepUnmatched ? groupRoot(level, keys) : null
  if (root === null) return baseOf(env, block.placement, startOf(level, nodes), { numbered })
  const beside = level.span(nodesOfExpressions(keys, level))
  const optional = new Map([...beside].filter((node) => node !== root).map((node) => [node, []]))
  return baseOf(env, block.placement, root, { numbered, optional })
}

/** The table whose rows determine every group key. */
export function groupRoot(level: Level, keys: readonly Expression[]): string | null {
  const nodes = nodesOfExpressions(keys, level)
  return nodes.find((node) => nodes.every((other) => level.meetsOne(node, other))) ?? null
}

function startOf(level: Level, nodes: ReadonlySet<string>): string {
  if (nodes.has(level.query.subject)) return level.query.subject
  return level.nodes.find((node) => nodes.has(node)) ?? level.query.subject
}

/** Tables without a key whose rows must be identified. */
export function numberedIn(level: Level, block: Block): ReadonlySet<string> {
  const grains = block.measures.flatMap(({ grain, of }) =>
    grain !== null && (block.form !== 'plain' || level.query.keepUnmatched || isMultiplied(level, block, of))
      ? [grain]
      : [],
  )
  return new Set(grains.filter((grain) => keyFields(level.dataset(grain)) === null))
}

export function isMultiplied(level: Level, block: Block, of: Measure['of']): boolean {
  const grain = block.measures.find((one) => one.key === keyOf(of))?.grain ?? null
  return grain !== null && multiplies(level, grain, block.placement.nodes)
}

function multiplies(level: Level, grain: string, nodes: ReadonlySet<string>): boolean {
  return [...nodes].some((node) => !level.meetsOne(grain, node))
}

export function blocksOf(level: Level, keys: readonly Expression[]): readonly Block[] {
  const keyNodes = nodesOfExpressions(keys, level)
  const measures = measuresOf(level)
  if (measures.length === 0) {
    const placement = placeConditions(level, level.span([level.query.subject, ...keyNodes]))
    return [{ measures: [], placement, form: 'plain', isMultiplied: false }]
  }
  const blocks = new Map<string, Block>()
  for (const measure of measures) {
    const placement = placeConditions(level, level.span([...measure.nodes, ...keyNodes]))
    const isMany = measure.grain !== null && multiplies(level, measure.grain, placement.nodes)
    const form = formOf(level, measure, isMany)
    const shared = form === 'plain' ? [...placement.nodes].toSorted().join('\n') : measure.key
    const known = blocks.get(shared)
    const list = [...(known?.measures ?? []), measure]
    blocks.set(shared, {
      measures: list,
      placement: known?.placement ?? placement,
      form,
      isMultiplied: isMany,
    })
  }
  return [...blocks.values()]
}

function formOf(level: Level, { of }: Measure, isMany: boolean): Block['form'] {
  const { dialect } = level.build
  const isMissing =
    (of.function === 'median' && (dialect === 'sqlite' || dialect === 'mysql')) ||
    (of.function === 'stddev' && dialect === 'sqlite')
  if (isMissing) return 'ranked'
  const isIndifferent = of.distinct || of.function === 'min' || of.function === 'max' || of.of.kind === 'rows'
  return isMany && !isIndifferent ? 'once' : 'plain'
}
