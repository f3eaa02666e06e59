import { parse } from '@polyglot-sql/sdk'
import type { Dialect } from '@quipu/query'
import { isKnownFunction } from './functions.ts'
import { plainParameters } from './plain-parameters.ts'
import { demandPlainText, withBackticks } from './mysql-text.ts'
import { isFieldName, isKnownNode } from './polyglot-nodes.ts'
import { refuse, shown } from './refuse.ts'

type Tree = Readonly<Record<string, unknown>>
type FileDialect = Exclude<Dialect, 'postgres'>

/** The engine checks again by its own parser; this is the same rule before it, with our own messages. */
export function admitPolyglot(
  sql: string,
  dialect: FileDialect,
  tables: readonly (readonly string[])[],
): void {
  const statements = parsed(sql, dialect)
  if (statements.length !== 1) refuse('Exactly one statement may be asked at a time')
  const [statement] = statements
  if (!isQuery(statement)) refuse('Only SELECT may be asked')
  // Tables of MySQL have a database before their name, which may be left out for the connected one.
  const known = new Set(
    tables.flatMap((path) => [(path.at(-1) ?? '').toLowerCase(), path.join('.').toLowerCase()]),
  )
  new Judge(dialect, known).walk(statement, new Set())
}

class Judge {
  readonly #dialect: FileDialect
  readonly #tables: ReadonlySet<string>

  constructor(dialect: FileDialect, tables: ReadonlySet<string>) {
    this.#dialect = dialect
    this.#tables = tables
  }

  walk(value: unknown, scope: ReadonlySet<string>): void {
    if (Array.isArray(value)) {
      for (const item of value) this.walk(item, scope)
      return
    }
    if (!isTree(value)) return
    const [kind, ...others] = Object.keys(value)
    if (kind !== undefined && others.length === 0 && !isFieldName(kind))
      return this.#node(kind, value[kind], scope)
    this.#fields(value, scope)
  }

  #node(kind: string, inner: unknown, scope: ReadonlySet<string>): void {
    const isFunction = kind === 'function' || kind === 'aggregate_function'
    // A name that is a function without parentheses in another dialect is a column here.
    const isColumn = isFunction && isTree(inner) && inner['no_parens'] === true
    if (isFunction && isTree(inner) && !isColumn) this.#call(String(inner['name']))
    else if (isColumn) return
    else if (!isKnownNode(kind) && !isKnownFunction(kind, this.#dialect))
      refuse(`The statement uses ${shown(kind)}, which is more than reading tables`)
    if (!isTree(inner)) return
    if (kind === 'table') this.#table(inner, scope)
    this.#fields(kind === 'extract' ? withoutOwnPart(inner) : inner, scope)
  }

  #fields(value: Tree, outer: ReadonlySet<string>): void {
    const { with: parts, from, joins, ...rest } = value
    if (isFilled(rest['into'])) refuse('SELECT INTO makes a table; only reading is allowed')
    if (isFilled(rest['locks'])) refuse('FOR UPDATE and FOR SHARE lock rows; only reading is allowed')
    const scope = isTree(parts) ? this.#withNames(parts, outer) : outer
    if (isTree(from)) this.#froms(from['expressions'], scope)
    else this.walk(from, scope)
    if (Array.isArray(joins))
      this.#froms(
        joins.map((join: unknown) => (isTree(join) ? join['this'] : null)),
        scope,
      )
    this.walk(joins, scope)
    for (const inner of Object.values(rest)) this.walk(inner, scope)
  }

  /** A function is not a table. */
  #froms(places: unknown, scope: ReadonlySet<string>): void {
    if (!Array.isArray(places)) return
    for (const place of places) {
      const named = isTree(place) && isTree(place['alias']) ? place['alias']['this'] : place
      const [kind = ''] = isTree(named) ? Object.keys(named) : []
      if (!placeKinds.has(kind)) refuse('Rows may come from tables alone, not from functions')
      this.walk(place, scope)
    }
  }

  #withNames(clause: Tree, scope: ReadonlySet<string>): ReadonlySet<string> {
    const parts = Array.isArray(clause['ctes']) ? clause['ctes'].filter(isTree) : []
    const names = parts.map(({ alias }) => (isTree(alias) ? String(alias['name']).toLowerCase() : ''))
    const all = new Set([...scope, ...names])
    for (const [index, part] of parts.entries()) {
      if (!isQuery(part['this'])) refuse('Every part of WITH must be a SELECT')
      this.walk(
        part['this'],
        clause['recursive'] === true ? all : new Set([...scope, ...names.slice(0, index)]),
      )
    }
    return all
  }

  #table(table: Tree, scope: ReadonlySet<string>): void {
    const name = nameOf(table['name'])
    const schema = nameOf(table['schema'])
    const catalog = nameOf(table['catalog'])
    if (this.#dialect !== 'mysql' && schema !== '' && schema !== 'main') refuse(otherDatabase)
    if (catalog !== '' && (this.#dialect === 'mysql' || catalog !== 'memory')) refuse(otherDatabase)
    if (schema === '' && scope.has(name)) return
    const full = this.#dialect === 'mysql' && schema !== '' ? `${schema}.${name}` : name
    if (!this.#tables.has(full)) refuse(`The table ${shown(name)} is not part of what may be read`)
  }

  #call(name: string): void {
    if (!isKnownFunction(name, this.#dialect)) refuse(`The function ${shown(name)} is not allowed`)
  }
}

const otherDatabase = 'A table is named with another database'

const placeKinds: ReadonlySet<string> = new Set([
  'table',
  'subquery',
  'paren',
  'select',
  'union',
  'intersect',
  'except',
  'values',
  'joined_table',
])

const queries: ReadonlySet<string> = new Set(['select', 'union', 'intersect', 'except'])

function isQuery(value: unknown): boolean {
  if (!isTree(value)) return false
  const [kind = ''] = Object.keys(value)
  const inner = value[kind]
  if ((kind === 'subquery' || kind === 'paren') && isTree(inner)) return isQuery(inner['this'])
  return queries.has(kind)
}

function parsed(sql: string, dialect: FileDialect): readonly unknown[] {
  if (dialect === 'mysql') demandPlainText(sql)
  const plain = plainParameters(sql)
  const { success, ast } = attempt(dialect === 'mysql' ? withBackticks(plain) : plain, dialect)
  if (!success || !Array.isArray(ast)) refuse('The statement is not SQL that can be checked')
  return ast
}

/** The parser throws on a statement that is nested too deeply. */
function attempt(sql: string, dialect: FileDialect): { success: boolean; ast?: unknown } {
  try {
    // The names of our dialects are the parser's own.
    return parse(sql, dialect as Parameters<typeof parse>[1])
  } catch {
    return { success: false }
  }
}

/** Parts of a time that only this dialect has are a separate node: `isodow`. */
function withoutOwnPart(extract: Tree): Tree {
  const { field, ...rest } = extract
  const part = isTree(field) ? field['Custom'] : undefined
  return typeof part === 'string' && /^[a-z]+$/i.test(part) ? rest : extract
}

function nameOf(value: unknown): string {
  return isTree(value) ? String(value['name']).toLowerCase() : ''
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
