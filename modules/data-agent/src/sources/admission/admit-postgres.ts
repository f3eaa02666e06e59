import { loadModule, parseSync } from 'libpg-query'
import { SourceError } from '../source.ts'
import { isKnownFunction } from './functions.ts'
import { refuse, shown } from './refuse.ts'

type Tree = Readonly<Record<string, unknown>>
type Scope = ReadonlySet<string>

/** Uses PostgreSQL's own parser, so the checked statement is the one that the server runs. */
export async function admitPostgres(sql: string, tables: readonly (readonly string[])[]): Promise<void> {
  await loadModule()
  const statements = parsed(sql)
  if (statements.length !== 1) refuse('Exactly one statement may be asked at a time')
  const [statement] = statements
  if (!isTree(statement) || !isTree(statement['stmt']) || !('SelectStmt' in statement['stmt']))
    refuse('Only SELECT may be asked')
  const known = new Set(tables.map((path) => JSON.stringify(path.length === 1 ? ['public', ...path] : path)))
  walk(statement['stmt'], new Set(), known)
}

function parsed(sql: string): readonly unknown[] {
  try {
    return parseSync(sql).stmts ?? []
  } catch (error) {
    throw new SourceError('refused', 'The statement is not valid SQL', { cause: error })
  }
}

function walk(value: unknown, scope: Scope, known: ReadonlySet<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, scope, known)
    return
  }
  if (!isTree(value)) return
  for (const [key, inner] of Object.entries(value)) {
    if (/^[A-Z]/.test(key)) node(key, inner, scope, known)
    else if (isTree(inner) && key === 'relation' && 'relname' in inner) node('RangeVar', inner, scope, known)
    else if (isTree(inner) && key === 'typeName') node('TypeName', inner, scope, known)
    // The arms of UNION, INTERSECT and EXCEPT, and the WITH before them, are unnamed nodes.
    else if (isTree(inner) && (key === 'larg' || key === 'rarg')) node('SelectStmt', inner, scope, known)
    else walk(inner, scope, known)
  }
}

function node(kind: string, value: unknown, scope: Scope, known: ReadonlySet<string>): void {
  if (!knownNodes.has(kind)) refuse(`The statement uses ${shown(kind)}, which is more than reading tables`)
  if (!isTree(value)) return
  if (kind === 'SelectStmt') return select(value, scope, known)
  if (kind === 'RangeVar') relation(value, scope, known)
  if (kind === 'FuncCall') call(value)
  if (kind === 'TypeName') typeName(value)
  if (
    kind === 'SQLValueFunction' &&
    !/_(DATE|TIME|TIMESTAMP|LOCALTIME|LOCALTIMESTAMP)(_N)?$/.test(String(value['op']))
  )
    refuse('The statement asks who is connected, which is more than reading tables')
  walk(value, scope, known)
}

function select(statement: Tree, scope: Scope, known: ReadonlySet<string>): void {
  const { withClause, ...rest } = statement
  if (rest['intoClause']) refuse('SELECT INTO makes a table; only reading is allowed')
  if (rest['lockingClause']) refuse('FOR UPDATE and FOR SHARE lock rows; only reading is allowed')
  walk(rest, isTree(withClause) ? withNames(withClause, scope, known) : scope, known)
}

/** The names that WITH defines; each part sees those before it, or all of them if it is recursive. */
function withNames(clause: Tree, scope: Scope, known: ReadonlySet<string>): Scope {
  const parts = Array.isArray(clause['ctes']) ? clause['ctes'] : []
  const expressions = parts.map((part) => (isTree(part) ? part['CommonTableExpr'] : null)).filter(isTree)
  const names = expressions.map((part) => String(part['ctename']))
  const all = new Set([...scope, ...names])
  for (const [index, expression] of expressions.entries()) {
    const query = expression['ctequery']
    if (!isTree(query) || !('SelectStmt' in query)) refuse('Every part of WITH must be a SELECT')
    walk(query, clause['recursive'] === true ? all : new Set([...scope, ...names.slice(0, index)]), known)
  }
  return all
}

function relation(table: Tree, scope: Scope, known: ReadonlySet<string>): void {
  const name = String(table['relname'])
  const schema = table['schemaname']
  if (table['catalogname']) refuse('A table is named with another database')
  if (schema === undefined && scope.has(name)) return
  if (!known.has(JSON.stringify([schema ?? 'public', name])))
    refuse(`The table ${shown(name)} is not part of what may be read`)
}

function call(value: Tree): void {
  const parts = namesOf(value['funcname'])
  const name = parts.at(-1) ?? ''
  const isOurs = parts.length === 1 || (parts.length === 2 && parts[0] === 'pg_catalog')
  if (!isOurs || !isKnownFunction(name, 'postgres'))
    refuse(`The function ${shown(parts.join('.'))} is not allowed`)
}

function typeName(value: Tree): void {
  const name = namesOf(value['names']).at(-1) ?? ''
  if (!knownTypes.has(name)) refuse(`The type ${shown(name)} is not allowed`)
}

function namesOf(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  return value.map((part) => (isTree(part) && isTree(part['String']) ? String(part['String']['sval']) : ''))
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const knownNodes: ReadonlySet<string> = new Set(
  `SelectStmt ResTarget ColumnRef A_Star A_Const A_Expr BoolExpr NullTest BooleanTest CaseExpr CaseWhen CoalesceExpr
   MinMaxExpr FuncCall TypeCast TypeName SubLink RangeVar RangeSubselect JoinExpr SortBy WindowDef List String Integer
   Float Boolean BitString ParamRef Alias SQLValueFunction GroupingSet A_ArrayExpr RowExpr CollateClause A_Indirection
   A_Indices`.split(/\s+/),
)

const knownTypes: ReadonlySet<string> = new Set(
  `int2 int4 int8 numeric float4 float8 text varchar bpchar char bool date time timetz timestamp timestamptz interval
   uuid json jsonb bytea money smallint integer bigint`.split(/\s+/),
)
