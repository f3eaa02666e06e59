import { dayOf } from './days.ts'
import { columnIn, type Table, type Tables } from './tables.ts'
import {
  bare,
  isTree,
  kindOf,
  nameIn,
  needed,
  textIn,
  treeAt,
  treesAt,
  Unsayable,
  type Tree,
} from './tree.ts'

export interface Context {
  readonly tables: Tables
  /** Headings of the SELECT, by which ORDER BY and HAVING may name its columns. */
  readonly headings: ReadonlyMap<string, unknown>
  readonly query: (node: Tree, outer: Tables | null) => Json
  readonly condition: (node: Tree, context: Context) => unknown
}

export type Json = Readonly<Record<string, unknown>>

const signs: Readonly<Record<string, string>> = { add: '+', sub: '-', mul: '*', div: '/' }
const aggregates = new Set(['count', 'sum', 'avg', 'min', 'max'])

/** An expression of the query language. */
export function expressionOf(node: Tree, context: Context): unknown {
  const [kind, body] = kindOf(bare(node))
  if (kind === 'column') return columnOf(body, context)
  if (kind === 'literal') return literalOf(body)
  const constant = dayOf(node)
  if (constant !== null) return { value: constant }
  if (kind === 'filter') return filtered(body, context)
  if (kind === 'neg') return { '-': [0, expressionOf(needed(body, 'this'), context)] }
  if (aggregates.has(kind)) return aggregateOf(kind, body, context)
  const sign = signs[kind]
  if (sign !== undefined) return arithmeticOf(sign, body, context)
  if (kind === 'cast') return expressionOf(needed(body, 'this'), context)
  if (kind === 'subquery') return { query: context.query(needed(body, 'this'), null) }
  if (kind === 'select') return { query: context.query(node, null) }
  if (kind === 'extract') return partOf(textIn(body, 'field'), needed(body, 'this'), context)
  if (kind === 'boolean') return { value: body['value'] }
  if (kind === 'length') return { length: expressionOf(needed(body, 'this'), context) }
  if (kind === 'round') throw new Unsayable('rounding')
  if (kind === 'case') throw new Unsayable('CASE')
  return functionOf(kind, body, context)
}

function functionOf(kind: string, body: Tree, context: Context): unknown {
  const name = (textIn(body, 'name') || kind).toLowerCase()
  const args = treesAt(body, 'args')
  const first = args[0] ?? treeAt(body, 'this')
  if (name === 'nullif' && first !== null) return expressionOf(first, context)
  if (name === 'length' && first !== null) return { length: expressionOf(first, context) }
  if (name === 'to_timestamp' && first !== null) return expressionOf(first, context)
  if (name === 'date_trunc' && args[1] !== undefined)
    return { [valueOf(args[0])]: expressionOf(args[1], context) }
  if (/^(strftime|year)$/.test(name)) return yearOf(name, args, first, context)
  throw new Unsayable(kind === 'function' ? `a function: ${name}` : `a part: ${kind}`)
}

function yearOf(name: string, args: readonly Tree[], first: Tree | null, context: Context): unknown {
  const format = name === 'year' ? '%Y' : valueOf(args[0])
  const part = { '%Y': 'year', '%m': 'month', '%d': 'day', '%H': 'hour' }[format]
  const of = name === 'year' ? first : args[1]
  if (part === undefined || of === undefined || of === null) throw new Unsayable(`a function: ${name}`)
  return { part, of: expressionOf(of, context) }
}

function partOf(field: string, of: Tree, context: Context): unknown {
  const part = { year: 'year', month: 'month', day: 'day', hour: 'hour', quarter: 'quarter', isodow: 'weekday', week: 'week' }[field.toLowerCase()] // prettier-ignore
  if (part === undefined) throw new Unsayable(`a part of time: ${field}`)
  return { part, of: expressionOf(of, context) }
}

function filtered(body: Tree, context: Context): unknown {
  const where = context.condition(needed(body, 'expression'), context)
  return { ...(expressionOf(needed(body, 'this'), context) as Json), where: [where] }
}

/** Days from one moment to another. */
function spanOf(body: Tree, context: Context): unknown {
  const [left, right] = [needed(body, 'left'), needed(body, 'right')]
  const isToday =
    (textIn(kindOf(bare(left))[1], 'name') || kindOf(bare(left))[0]).toLowerCase() === 'current_date'
  const isTime = (node: Tree): boolean => {
    const [kind, column] = kindOf(bare(node))
    if (kind === 'min' || kind === 'max') return isTime(needed(column, 'this'))
    const found = kind === 'column' ? fieldOf(column, context) : null
    return found?.table.dataset.fields.find(({ name }) => name === found.field)?.type === 'date'
  }
  if (!isTime(right) || !(isToday || isTime(left))) return null
  const to = isToday ? { now: true } : expressionOf(left, context)
  return { span: 'day', from: expressionOf(right, context), to }
}

function arithmeticOf(sign: string, body: Tree, context: Context): unknown {
  const span = sign === '-' ? spanOf(body, context) : null
  if (span !== null) return span
  return {
    [sign]: [expressionOf(needed(body, 'left'), context), expressionOf(needed(body, 'right'), context)],
  }
}

/** The table and field of a column, in this query or in the one around it. */
export function fieldOf(
  body: Tree,
  context: Context,
): { readonly table: Table; readonly field: string } | null {
  const name = nameIn(body, 'name') ?? ''
  const alias = nameIn(body, 'table')?.toLowerCase()
  for (let tables: Tables | null = context.tables; tables !== null; tables = tables.outer) {
    const among = tables.all.filter((one) => alias === undefined || one.alias.toLowerCase() === alias)
    const table = among.find((one) => columnIn(one.dataset, name) !== null)
    const field = table === undefined ? null : columnIn(table.dataset, name)
    if (table !== undefined && field !== null) return { table, field }
  }
  return null
}

function columnOf(body: Tree, context: Context): unknown {
  const found = fieldOf(body, context)
  if (found !== null) return refTo(found.table, found.field)
  const name = nameIn(body, 'name') ?? ''
  const heading = treeAt(body, 'table') === null ? context.headings.get(name.toLowerCase()) : undefined
  if (heading !== undefined) return heading
  // SQLite takes a quoted name that is not a column as text.
  if (treeAt(body, 'name')?.['quoted'] === true) return { value: name }
  throw new Unsayable('a column that the ontology does not have')
}

function refTo({ as }: Table, field: string): unknown {
  return field.includes('.') ? { field, of: as } : `${as}.${field}`
}

function valueOf(node: Tree | undefined): string {
  return node === undefined ? '' : textIn(kindOf(node)[1], 'value')
}

function literalOf(body: Tree): unknown {
  const value = body['value']
  if (body['literal_type'] === 'number') return Number(value)
  return { value }
}

function aggregateOf(name: string, body: Tree, context: Context): unknown {
  const { subject, isOuter } = context.tables
  const distinct = body['distinct'] === true ? { distinct: true } : {}
  const inner = treeAt(body, 'this')
  if (body['star'] === true || (inner !== null && kindOf(inner)[0] === 'star')) {
    if (isOuter) throw new Unsayable('counting rows of an outer join')
    return { count: subject.as }
  }
  if (inner === null) throw new Unsayable(`an empty ${name}`)
  const [kind, column] = kindOf(bare(inner))
  if (kind === 'case') return conditional(name, column, distinct, context)
  const of = expressionOf(inner, context)
  if (name === 'count' && kind === 'literal') return { count: subject.as }
  // SQL takes the value for each joined row; the language for each row of the field's own dataset.
  const found = kind === 'column' ? fieldOf(column, context) : null
  const isRepeated = found !== null && found.table.as !== subject.as && !isOuter
  const isIndifferent = body['distinct'] === true || name === 'min' || name === 'max'
  return { [name]: of, ...distinct, ...(isRepeated && !isIndifferent ? { each: subject.as } : {}) }
}

/** `count(CASE WHEN c THEN x END)` aggregates the rows that meet c. */
function conditional(name: string, body: Tree, distinct: object, context: Context): unknown {
  const [when, ...others] = Array.isArray(body['whens']) ? (body['whens'] as readonly unknown[]) : []
  const [condition, value] = Array.isArray(when) ? (when as readonly unknown[]) : []
  if (!isTree(condition) || !isTree(value) || others.length > 0) throw new Unsayable('CASE')
  const [kind, literal] = kindOf(bare(value))
  const otherwise = treeAt(body, 'else_')
  const isZero = otherwise !== null && kindOf(otherwise)[1]['value'] === '0'
  if (otherwise !== null && kindOf(otherwise)[0] !== 'null' && !(isZero && name === 'sum'))
    throw new Unsayable('CASE')
  const where = [context.condition(condition, context)]
  const isOne = kind === 'literal' && literal['value'] === '1'
  if (isOne && (name === 'sum' || name === 'count')) return { count: context.tables.subject.as, where }
  return { [name]: expressionOf(value, context), ...distinct, where }
}
