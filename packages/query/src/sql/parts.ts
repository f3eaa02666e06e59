import type { Expression } from '../model/logical-form.ts'
import { groupRoot, plainBase, type Block } from './block.ts'
import {
  binary,
  call,
  fixed,
  select,
  type Heading,
  type Place,
  type Select,
  type SqlExpression,
  type SqlJoin,
} from './ast.ts'
import { baseOf, type Base } from './base.ts'
import { keyOf, type Environment } from './environment.ts'
import { expressionSql } from './expression-sql.ts'
import { freeName, headingFrom } from '../names/names.ts'
import { partnersOf } from './optional-nodes.ts'
import { columnOf, headingOf, named } from './part-columns.ts'
import { onceSelect, rankedSelect } from './part-forms.ts'
import { nodesOfCondition, nodesOfExpressions, placeConditions } from './placement.ts'
import { Scope } from './scope.ts'
import { valueType } from './value-type.ts'

/** One common table expression: the group keys and some of the measures. */
interface Part {
  readonly name: string
  readonly select: Select
  readonly place: Place
  readonly measures: ReadonlyMap<string, string>
}

/** Aggregates each measure from its own rows, then joins the results on the group keys. */
export function combineParts(env: Environment, blocks: readonly Block[], keys: readonly Expression[]): Base {
  const taken = new Set<string>()
  for (const node of env.level.nodes) taken.add((env.level.dataset(node).path.at(-1) ?? '').toLowerCase())
  const keyNames = namesOf(keys, env)
  const parts = blocks.map((block) => partOf(env, block, keys, keyNames, taken))
  const list = parts.map(({ name, select: query }) => ({ name, select: query }))
  const groupList = groupListOf(env, blocks, parts, keys, keyNames, taken)
  const [first] = parts
  if (first === undefined) throw new Error('A grouped query has at least one part.')
  const root = groupList?.place ?? first.place
  const rest = groupList === null ? parts.slice(1) : parts
  const from = { kind: 'part', place: root, part: root.name } as const
  const joins = rest.map((part) => joinPart(env, part, root, keys, keyNames))
  const computed = computedIn(env, parts, root, keys, keyNames, rest)
  const own: Environment = { ...env, computed }
  const all = groupList === null ? list : [...list, { name: groupList.place.name, select: groupList.select }]
  return { with: all, from, joins, where: null, groupBy: [], env: own, isComputed: true }
}

function partOf(
  env: Environment,
  block: Block,
  keys: readonly Expression[],
  keyNames: readonly string[],
  taken: Set<string>,
): Part {
  const names = new Set(keyNames.map((one) => one.toLowerCase()))
  const measures = new Map(block.measures.map((one) => [one.key, freeName(headingOf(one.of, env), names)]))
  const scoped: Environment = { ...env, scope: new Scope() }
  const dataset = block.measures[0]?.grain ?? env.level.query.subject
  const name = freeName(`${headingFrom(dataset)}_part`, taken)
  return {
    name,
    select: partSelect(scoped, block, keys, keyNames, measures),
    place: { name, dataset: null },
    measures,
  }
}

function partSelect(
  env: Environment,
  block: Block,
  keys: readonly Expression[],
  keyNames: readonly string[],
  measures: ReadonlyMap<string, string>,
): Select {
  if (block.form === 'once') return onceSelect(env, block, keys, keyNames, measures)
  if (block.form === 'ranked') return rankedSelect(env, block, keys, keyNames, measures)
  const base = plainBase(env, block, keys)
  const headings: Heading[] = [
    ...base.groupBy.map((of, index) => named(of, keyNames[index] ?? '')),
    ...block.measures.map((one) => ({ of: base.env.aggregate(one.of), as: measures.get(one.key) ?? null })),
  ]
  return select({ headings, from: base.from, joins: base.joins, where: base.where, groupBy: base.groupBy })
}

/** Every group that occurs in any part, or every group that exists when groups without partners are kept. */
function groupListOf(
  env: Environment,
  blocks: readonly Block[],
  parts: readonly Part[],
  keys: readonly Expression[],
  keyNames: readonly string[],
  taken: Set<string>,
): { readonly place: Place; readonly select: Select } | null {
  if (keys.length === 0) return null
  const root = env.level.query.keepUnmatched ? groupRoot(env.level, keys) : null
  if (root === null && parts.length === 1) return null
  const place = { name: freeName('all_groups', taken), dataset: null }
  if (root !== null) return { place, select: allGroups(env, root, blocks, keys, keyNames) }
  const lists = parts.map((part) =>
    select({
      headings: keyNames.map((name) => ({ of: columnOf(part.place, name), as: null })),
      from: { kind: 'part', place: part.place, part: part.name },
    }),
  )
  const union = lists.reduceRight((right, left) => ({ ...left, combine: { how: 'union', right } }))
  return { place, select: union }
}

/** The groups that exist without looking at partners: conditions on partners filter partners, not groups. */
function allGroups(
  env: Environment,
  root: string,
  blocks: readonly Block[],
  keys: readonly Expression[],
  keyNames: readonly string[],
): Select {
  const { level } = env
  const own: Environment = { ...env, scope: new Scope() }
  const core = level.span([root, ...nodesOfExpressions(keys, level)])
  const measured = level.span([
    root,
    ...blocks.flatMap((block) => block.measures.flatMap((one) => one.nodes)),
  ])
  const partners = partnersOf(level, root, measured)
  const placement = placeConditions(level, core, (condition) =>
    nodesOfCondition(condition, level).every((node) => !partners.has(node)),
  )
  const optional = new Map([...core].filter((node) => node !== root).map((node) => [node, []]))
  const base = baseOf(own, placement, root, { optional })
  const headings = keys.map((key, index) => named(expressionSql(key, own), keyNames[index] ?? ''))
  return select({ distinct: true, headings, from: base.from, joins: base.joins, where: base.where })
}

function joinPart(
  env: Environment,
  part: Part,
  root: Place,
  keys: readonly Expression[],
  keyNames: readonly string[],
): SqlJoin {
  const relation = { kind: 'part', place: part.place, part: part.name } as const
  if (keys.length === 0) return { how: 'cross', relation, on: null }
  const on = keys.map((key, index) => {
    const name = keyNames[index] ?? ''
    const mayLack = env.level.query.keepUnmatched || valueType(key, env.level).canBeNull
    const operator = mayLack ? 'IS NOT DISTINCT FROM' : '='
    return binary(columnOf(part.place, name), operator, columnOf(root, name))
  })
  const [only] = on
  return { how: 'left', relation, on: on.length === 1 && only !== undefined ? only : { kind: 'and', of: on } }
}

function computedIn(
  env: Environment,
  parts: readonly Part[],
  root: Place,
  keys: readonly Expression[],
  keyNames: readonly string[],
  optional: readonly Part[],
): Environment['computed'] {
  const columns = new Map<string, SqlExpression>()
  keys.forEach((key, index) => columns.set(keyOf(key), columnOf(root, keyNames[index] ?? '')))
  for (const part of parts) {
    for (const [key, name] of part.measures) {
      const column = columnOf(part.place, name)
      const isCount = key.includes('"function":"count"') && key.startsWith('{"kind":"aggregate"')
      const mayLack = isCount && keys.length > 0 && optional.includes(part)
      columns.set(key, mayLack ? call('coalesce', column, fixed(0)) : column)
    }
  }
  return (of) => columns.get(keyOf(of)) ?? env.computed(of)
}

function namesOf(keys: readonly Expression[], env: Environment): readonly string[] {
  const taken = new Set<string>()
  return keys.map((key) => freeName(headingOf(key, env), taken))
}
