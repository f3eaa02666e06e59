import type { Expression } from '../model/logical-form.ts'
import { aggregateSql } from './aggregate-sql.ts'
import { baseOf, type Base } from './base.ts'
import { blocksOf, groupRoot, isMultiplied, numberedIn, plainBase, type Block } from './block.ts'
import type { Environment } from './environment.ts'
import { expressionSql } from './expression-sql.ts'
import { groupKeys } from './measures.ts'
import { partnersOf, withOptional } from './optional-nodes.ts'
import { combineParts } from './parts.ts'
import { nodesOfCondition, nodesOfExpressions } from './placement.ts'

/** One SELECT when all measures can be computed from the same rows; otherwise one part for each grain, joined on the group keys. */
export function aggregatedBase(env: Environment): Base {
  const { level } = env
  const keys = groupKeys(level)
  const blocks = blocksOf(level, keys)
  const [only] = blocks
  if (only !== undefined && blocks.length === 1 && only.form === 'plain') {
    if (!level.query.keepUnmatched) return plainBase(env, only, keys)
    const optional = optionalBase(env, only, keys)
    if (optional !== null) return optional
  }
  return combineParts(env, blocks, keys)
}

/** Keeps groups without partners by outer-joining everything from the groups' own table outwards. Null when the conditions do not allow this form. */
function optionalBase(env: Environment, block: Block, keys: readonly Expression[]): Base | null {
  const { level } = env
  const start = groupRoot(level, keys)
  if (start === null) return null
  const optional = level.span([
    start,
    ...block.measures.flatMap((one) => one.nodes),
    ...nodesOfExpressions(keys, level),
  ])
  optional.delete(start)
  const partners = partnersOf(level, start, optional)
  const allowed = level.span([start, ...block.measures.flatMap((one) => one.grain ?? [])])
  const touched = block.placement.where.flatMap((one) => nodesOfCondition(one, level))
  if (touched.some((node) => partners.has(node) && !allowed.has(node))) return null
  if (touched.some((node) => partnersOf(level, start, [node]).size > 0 && !optional.has(node))) return null
  if (block.placement.semiJoins.some((one) => one.anchors.some((anchor) => partners.has(anchor)))) return null
  const own: Environment = {
    ...env,
    aggregate: (of) =>
      aggregateSql(of, own, { isMultiplied: isMultiplied(level, block, of), isOptional: true }),
  }
  const { placement, options } = withOptional(own, block.placement, start, optional)
  const base = baseOf(own, placement, start, { ...options, numbered: numberedIn(level, block) })
  return { ...base, groupBy: keys.map((key) => expressionSql(key, own)) }
}
