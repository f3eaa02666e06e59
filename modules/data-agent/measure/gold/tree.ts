import { Dialect, parse } from '@polyglot-sql/sdk'

/** A node of the parser's tree: one key that names its kind, or the fields of such a node. */
export type Tree = Readonly<Record<string, unknown>>

/** Why a statement cannot be written in the query language. */
export class Unsayable extends Error {}

export function parseSelect(sql: string, dialect: 'sqlite' | 'postgres'): Tree {
  const result = parse(sql, dialect === 'sqlite' ? Dialect.SQLite : Dialect.PostgreSQL)
  const tree: unknown = result.ast
  const first: unknown = Array.isArray(tree) ? tree[0] : tree
  if (!result.success || !isTree(first)) throw new Unsayable('the parser does not know it')
  return first
}

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function treeAt(node: Tree, key: string): Tree | null {
  const value = node[key]
  return isTree(value) ? value : null
}

export function needed(node: Tree, key: string): Tree {
  const value = treeAt(node, key)
  if (value === null) throw new Unsayable(`no ${key}`)
  return value
}

export function treesAt(node: Tree | null, key: string): readonly Tree[] {
  const value = node?.[key]
  return Array.isArray(value) ? value.filter(isTree) : []
}

/** `{ column: {…} }` is a column. */
export function kindOf(node: Tree): readonly [string, Tree] {
  const [kind = '', value] = Object.entries(node)[0] ?? []
  return [kind, isTree(value) ? value : {}]
}

export function nameIn(node: Tree | null, key: string): string | null {
  const inner = node === null ? null : treeAt(node, key)
  const name = inner?.['name']
  return typeof name === 'string' ? name : null
}

/** Without parentheses around it. */
export function bare(node: Tree): Tree {
  const [kind, body] = kindOf(node)
  return kind === 'paren' ? bare(needed(body, 'this')) : node
}

export function conjuncts(node: Tree | null): readonly Tree[] {
  if (node === null) return []
  const [kind, body] = kindOf(bare(node))
  if (kind !== 'and') return [bare(node)]
  return [...conjuncts(needed(body, 'left')), ...conjuncts(needed(body, 'right'))]
}

/** A plain text or number of a node; empty for anything else. */
export function textIn(node: Tree, key: string): string {
  const value = node[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
