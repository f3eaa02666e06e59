import type { Cell, Dialect, Statement } from '../model/statement.ts'
import { fixed } from './ast.ts'
import type { Call, Relation, Select, SqlExpression, SqlJoin, SqlOrder, Window } from './ast.ts'
import { inlineLiteral, parameterText } from './literals.ts'
import { mysqlCall, mysqlExtract, mysqlType } from './mysql-text.ts'
import { quoteName } from '../names/names.ts'

/** Renders the statement with parameters, as it is executed. */
export function renderStatement(query: Select, dialect: Dialect): Statement {
  const writer = new Writer(dialect, 'parameters')
  const sql = writer.select(query, '')
  return { sql, parameters: writer.parameters }
}

/** Renders the statement with every literal inlined, as people read it. */
export function renderInlined(query: Select, dialect: Dialect): string {
  return new Writer(dialect, 'inlined').select(query, '')
}

const rank: Readonly<Record<string, number>> = {
  or: 1, and: 2, not: 3, '=': 4, '!=': 4, '<': 4, '<=': 4, '>': 4, '>=': 4, 'IS NOT DISTINCT FROM': 4, IS: 4,
  '||': 5, '+': 6, '-': 6, '*': 7, '/': 7, '%': 7,
} // prettier-ignore
const tightest = 9

class Writer {
  readonly parameters: Cell[] = []
  readonly #known = new Map<string, number>()
  readonly #dialect: Dialect
  readonly #mode: 'parameters' | 'inlined'
  /** For each SELECT being written: whether its columns are qualified with their table. */
  #qualified = true

  constructor(dialect: Dialect, mode: 'parameters' | 'inlined') {
    this.#dialect = dialect
    this.#mode = mode
  }

  select(query: Select, indent: string): string {
    const before = this.#qualified
    this.#qualified = needsQualification(query)
    const lines: string[] = []
    if (query.with.length > 0) lines.push(this.#with(query, indent))
    lines.push(this.#headings(query, indent))
    if (query.from !== null) lines.push(`FROM ${this.#relation(query.from, indent)}`)
    for (const join of query.joins) lines.push(this.#join(join, indent))
    if (query.where !== null) lines.push(`WHERE ${this.#conjunction(query.where, indent)}`)
    if (query.groupBy.length > 0) lines.push(`GROUP BY ${this.#list(query.groupBy, indent)}`)
    if (query.having !== null) lines.push(`HAVING ${this.#conjunction(query.having, indent)}`)
    if (query.combine !== null) {
      lines.push(query.combine.how.toUpperCase(), this.select(query.combine.right, indent))
    }
    if (query.orderBy.length > 0) lines.push(`ORDER BY ${this.#orders(query.orderBy, indent)}`)
    if (query.limit !== null) lines.push(`LIMIT ${Math.max(0, Math.trunc(query.limit))}`)
    this.#qualified = before
    return lines.join(`\n${indent}`)
  }

  #with(query: Select, indent: string): string {
    const inner = `${indent}  `
    const parts = query.with.map(
      (part) => `${this.#name(part.name)} AS (\n${inner}${this.select(part.select, inner)}\n${indent})`,
    )
    return `WITH ${parts.join(`, `)}`
  }

  #headings(query: Select, indent: string): string {
    const texts = query.headings.map(({ of, as }) => {
      const text = this.expression(of, indent)
      return as === null ? text : `${text} AS ${this.#name(as)}`
    })
    const start = query.distinct ? 'SELECT DISTINCT ' : 'SELECT '
    const flat = start + texts.join(', ')
    if (flat.length + indent.length <= 100) return flat
    return `${start.trimEnd()}\n${indent}  ${texts.join(`,\n${indent}  `)}`
  }

  #relation(relation: Relation, indent: string): string {
    const name = this.#name(relation.place.name)
    if (relation.kind === 'derived') return `${this.#nested(relation.select, indent)} AS ${name}`
    if (relation.kind === 'part') {
      return relation.part === relation.place.name ? name : `${this.#name(relation.part)} AS ${name}`
    }
    const path = relation.path.map((part) => this.#name(part)).join('.')
    return relation.path.at(-1) === relation.place.name ? path : `${path} AS ${name}`
  }

  #join(join: SqlJoin, indent: string): string {
    const words = { inner: 'JOIN', left: 'LEFT JOIN', cross: 'CROSS JOIN' }[join.how]
    const relation = this.#relation(join.relation, indent)
    if (join.on === null) return `${words} ${relation}`
    return `${words} ${relation} ON ${this.expression(join.on, indent)}`
  }

  #conjunction(condition: SqlExpression, indent: string): string {
    if (condition.kind !== 'and') return this.expression(condition, indent)
    return condition.of.map((one) => this.#tight(one, indent, 3)).join(`\n${indent}  AND `)
  }

  #orders(orders: readonly SqlOrder[], indent: string): string {
    return orders
      .map((order) => {
        const text = this.expression(order.of, indent) + (order.direction === 'desc' ? ' DESC' : '')
        if (!order.canBeNull || !this.#nullsComeFirst(order.direction)) return text
        if (this.#dialect === 'mysql') return `${this.#tight(order.of, indent, 5)} IS NULL, ${text}`
        return `${text} NULLS LAST`
      })
      .join(', ')
  }

  #nullsComeFirst(direction: 'asc' | 'desc'): boolean {
    if (this.#dialect === 'duckdb') return false
    return this.#dialect === 'postgres' ? direction === 'desc' : direction === 'asc'
  }

  expression(of: SqlExpression, indent: string): string {
    switch (of.kind) {
      case 'literal':
        return this.#literal(of)
      case 'column':
        return this.#qualified ? `${this.#name(of.place.name)}.${this.#name(of.name)}` : this.#name(of.name)
      case 'heading':
        return this.#name(of.name)
      case 'star':
        return '*'
      case 'call':
        return this.#call(of, indent)
      case 'row':
        return `(${this.#list(of.of, indent)})`
      case 'select':
        return this.#nested(of.select, indent)
      case 'case':
        return `CASE WHEN ${this.expression(of.when, indent)} THEN ${this.expression(of.gives, indent)} END`
      case 'cast':
        return `CAST(${this.expression(of.of, indent)} AS ${this.#dialect === 'mysql' ? mysqlType(of.to) : of.to})`
      case 'extract':
        return this.#dialect === 'mysql'
          ? mysqlExtract(of.part, this.expression(of.of, indent))
          : `extract(${of.part} FROM ${this.expression(of.of, indent)})`
      case 'at-zone':
        return this.#atZone(of.of, of.zone, indent)
      case 'interval':
        return this.#dialect === 'mysql'
          ? `INTERVAL ${of.count} ${of.unit.toUpperCase()}`
          : `INTERVAL '${of.count} ${of.unit}'`
      case 'binary':
        return this.#binary(of.operator, of.left, of.right, indent)
      case 'and':
      case 'between':
      case 'exists':
      case 'in':
      case 'is-null':
      case 'like':
      case 'not':
      case 'or':
        return this.#condition(of, indent)
    }
  }

  #condition(of: SqlExpression, indent: string): string {
    switch (of.kind) {
      case 'and':
      case 'or':
        return of.of
          .map((one) => this.#tight(one, indent, (rank[of.kind] ?? 0) + 1))
          .join(` ${of.kind.toUpperCase()} `)
      case 'not':
        return `NOT ${this.#tight(of.of, indent, tightest)}`
      case 'is-null':
        return `${this.#tight(of.of, indent, 5)} IS ${of.negated ? 'NOT ' : ''}NULL`
      case 'in': {
        const values =
          'kind' in of.values ? this.#nested(of.values, indent) : `(${this.#list(of.values, indent)})`
        return `${this.#tight(of.of, indent, 5)} ${of.negated ? 'NOT ' : ''}IN ${values}`
      }
      case 'exists':
        return `${of.negated ? 'NOT ' : ''}EXISTS ${this.#nested(of.select, indent)}`
      case 'between': {
        const [low, high] = [this.#tight(of.low, indent, 5), this.#tight(of.high, indent, 5)]
        return `${this.#tight(of.of, indent, 5)} BETWEEN ${low} AND ${high}`
      }
      case 'like':
        return this.#like(of, indent)
      case 'at-zone':
      case 'binary':
      case 'call':
      case 'case':
      case 'cast':
      case 'column':
      case 'extract':
      case 'heading':
      case 'interval':
      case 'literal':
      case 'row':
      case 'select':
      case 'star':
        throw new TypeError(`No way to write ${of.kind}`)
    }
  }

  #like(of: Extract<SqlExpression, { kind: 'like' }>, indent: string): string {
    const pattern = this.#literal(of.pattern)
    const escape = /[!\\]/.test(String(of.pattern.value)) ? ` ESCAPE '!'` : ''
    // Whether its LIKE tells capital letters apart depends on the column.
    if (this.#dialect === 'mysql')
      return `lower(${this.expression(of.of, indent)}) ${of.negated ? 'NOT ' : ''}LIKE lower(${pattern})${escape}`
    const word = this.#dialect === 'sqlite' ? 'LIKE' : 'ILIKE'
    return `${this.#tight(of.of, indent, 5)} ${of.negated ? 'NOT ' : ''}${word} ${pattern}${escape}`
  }

  #binary(operator: string, left: SqlExpression, right: SqlExpression, indent: string): string {
    if (this.#dialect === 'mysql' && operator === '||') return `concat(${this.#list([left, right], indent)})`
    const own = rank[operator] ?? 4
    // Databases differ in the precedence of ||.
    if (operator === '||')
      return [left, right].map((one) => this.#tight(one, indent, isChain(one) ? 0 : 8)).join(' || ')
    const associates = operator === '+' || operator === '*'
    const leftText = this.#tight(left, indent, own === 4 ? 5 : own)
    const shown = this.#dialect === 'mysql' && operator === 'IS NOT DISTINCT FROM' ? '<=>' : operator
    return `${leftText} ${shown} ${this.#tight(right, indent, associates ? own : own + 1)}`
  }

  /** Adds parentheses when the expression binds less tightly than `least`. */
  #tight(of: SqlExpression, indent: string, least: number): string {
    const text = this.expression(of, indent)
    return bindingOf(of) < least ? `(${text})` : text
  }

  #atZone(of: SqlExpression, zone: string, indent: string): string {
    const name = inlineLiteral(zone, 'plain', this.#dialect)
    if (this.#dialect !== 'mysql') return `${this.#tight(of, indent, tightest)} AT TIME ZONE ${name}`
    const moment = this.expression(of, indent)
    // The session is in UTC; other zones need the tables of zones that administrators load.
    return zone === 'UTC' ? moment : `convert_tz(${moment}, '+00:00', ${name})`
  }

  #call(given: Call, indent: string): string {
    const of = this.#dialect === 'mysql' ? withoutFilter(given) : given
    const { name, before } = this.#dialect === 'mysql' ? mysqlCall(of) : { name: of.name, before: '' }
    const within =
      of.within === undefined ? '' : ` WITHIN GROUP (ORDER BY ${this.expression(of.within, indent)})`
    const filter =
      of.filter === undefined || of.filter === null
        ? ''
        : ` FILTER (WHERE ${this.expression(of.filter, indent)})`
    const over = of.over === undefined ? '' : ` OVER (${this.#window(of.over, indent)})`
    return `${name}(${before}${of.distinct === true ? 'DISTINCT ' : ''}${this.#list(of.of, indent)})${within}${filter}${over}`
  }

  #window(over: Window, indent: string): string {
    const parts: string[] = []
    if (over.partition.length > 0) parts.push(`PARTITION BY ${this.#list(over.partition, indent)}`)
    if (over.order.length > 0) parts.push(`ORDER BY ${this.#orders(over.order, indent)}`)
    if (over.frame !== undefined) parts.push(over.frame)
    return parts.join(' ')
  }

  #nested(query: Select, indent: string): string {
    const inner = `${indent}  `
    return `(\n${inner}${this.select(query, inner)}\n${indent})`
  }

  #list(of: readonly SqlExpression[], indent: string): string {
    return of.map((one) => this.expression(one, indent)).join(', ')
  }

  #literal(of: Extract<SqlExpression, { kind: 'literal' }>): string {
    if (of.isFixed || this.#mode === 'inlined' || of.value === null) {
      return inlineLiteral(of.value, of.type, this.#dialect)
    }
    const key = JSON.stringify([of.value, of.type, of.against])
    let number = this.#known.get(key)
    if (number === undefined) {
      this.parameters.push(parameterValue(of.value, this.#dialect))
      number = this.parameters.length
      this.#known.set(key, number)
    }
    return parameterText(number, of.value, of.type, this.#dialect)
  }

  #name(name: string): string {
    return quoteName(name, this.#dialect)
  }
}

function parameterValue(value: Cell, dialect: Dialect): Cell {
  if (dialect === 'sqlite' && typeof value === 'boolean') return value ? 1 : 0
  // PostgreSQL text cannot hold NUL, so no stored value can equal this one. The replacement character keeps it unequal.
  if ((dialect === 'postgres' || dialect === 'mysql') && typeof value === 'string')
    return value.replaceAll('\0', '\uFFFD')
  return value
}

/** MySQL has no FILTER: what does not fit is null, which no aggregate takes. */
function withoutFilter(of: Call): Call {
  if (of.filter === undefined || of.filter === null) return of
  const [first] = of.of
  const value = first === undefined || first.kind === 'star' ? fixed(1) : first
  return { ...of, of: [{ kind: 'case', when: of.filter, gives: value }], filter: null }
}

function isChain(of: SqlExpression): boolean {
  return of.kind === 'binary' && of.operator === '||'
}

function bindingOf(of: SqlExpression): number {
  if (of.kind === 'binary') return rank[of.operator] ?? 4
  if (of.kind === 'and' || of.kind === 'or' || of.kind === 'not') return rank[of.kind] ?? 1
  if (of.kind === 'is-null' || of.kind === 'in' || of.kind === 'between' || of.kind === 'like') return 4
  if (of.kind === 'at-zone') return 8
  return tightest
}

/** With one table and no subquery that could refer to it, columns need no table name. */
function needsQualification(query: Select): boolean {
  if (query.joins.length > 0) return true
  let sees = false
  const look = (of: SqlExpression): void => {
    if (of.kind === 'exists' || of.kind === 'select' || (of.kind === 'in' && 'kind' in of.values)) sees = true
    if (of.kind === 'column' && of.place !== query.from?.place) sees = true
    for (const inner of partsOf(of)) look(inner)
  }
  for (const heading of query.headings) look(heading.of)
  for (const clause of [query.where, query.having, ...query.groupBy]) if (clause !== null) look(clause)
  for (const order of query.orderBy) look(order.of)
  return sees
}

/** The direct subexpressions, without subqueries. */
export function partsOf(of: SqlExpression): readonly SqlExpression[] {
  switch (of.kind) {
    case 'call':
      return [
        ...of.of,
        ...(of.filter === undefined || of.filter === null ? [] : [of.filter]),
        ...(of.within === undefined ? [] : [of.within]),
        ...(of.over === undefined ? [] : [...of.over.partition, ...of.over.order.map((one) => one.of)]),
      ]
    case 'binary':
      return [of.left, of.right]
    case 'case':
      return [of.when, of.gives]
    case 'and':
    case 'or':
    case 'row':
      return of.of
    case 'between':
      return [of.of, of.low, of.high]
    case 'in':
      return 'kind' in of.values ? [of.of] : [of.of, ...of.values]
    case 'like':
      return [of.of, of.pattern]
    case 'not':
    case 'is-null':
    case 'cast':
    case 'extract':
    case 'at-zone':
      return [of.of]
    case 'column':
    case 'exists':
    case 'heading':
    case 'interval':
    case 'literal':
    case 'select':
    case 'star':
      return []
  }
}
