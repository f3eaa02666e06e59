import type { Cell, Dialect } from '../model/statement.ts'
import type { ParsedExpression, ParsedSelect, ParsedTable } from './parsed-sql.ts'
import { isNode, nodeAt, nodesAt, textAt, type TreeNode } from './tree-node.ts'

/** Parses with polyglot, which supports SQLite and DuckDB. */
export async function parsePolyglot(
  sql: string,
  dialect: Exclude<Dialect, 'postgres'>,
  parameters: readonly Cell[],
): Promise<ParsedSelect> {
  const polyglot = await import('@polyglot-sql/sdk')
  const { SQLite, DuckDB, MySQL } = polyglot.Dialect
  const name = { sqlite: SQLite, duckdb: DuckDB, mysql: MySQL }[dialect]
  const numbered = dialect === 'duckdb' ? sql : withDollars(sql)
  const result = polyglot.parse(dialect === 'mysql' ? withBackticks(numbered) : numbered, name)
  if (!result.success)
    throw new SyntaxError(`The statement cannot be parsed again: ${result.error ?? 'no reason given'}`)
  const tree: unknown = result.ast
  const first: unknown = Array.isArray(tree) ? tree[0] : tree
  if (!isNode(first)) throw new TypeError('The statement is empty.')
  return new Reader(parameters).query(first)
}

/** As the parser reads this dialect: names in backquotes, and backslashes that are letters doubled. */
function withBackticks(sql: string): string {
  return sql.replace(/'(?:[^']|'')*'|"((?:[^"]|"")*)"/g, (all, name: string | undefined) =>
    name === undefined
      ? all.replaceAll('\\', '\\\\')
      : `\`${name.replaceAll('""', '"').replaceAll('`', '``')}\``,
  )
}

/** Replaces `?1` outside of quotes with `$1`, which this parser supports. */
function withDollars(sql: string): string {
  return sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\?(\d+)/g, (all, number: string | undefined) =>
    number === undefined ? all : `$${number}`,
  )
}

/** Members that are limited stand in a SELECT of their own in MySQL. */
function withoutMembers(select: ParsedSelect): ParsedSelect {
  const [table] = select.tables
  return table?.alias === 'members' && table.select !== null ? table.select : select
}

/** MySQL's LIKE without regard to case compares what was made lower case on both sides. */
function withoutLower(operator: string, of: ParsedExpression): ParsedExpression {
  const [inner] = operator === 'LIKE' && of.kind === 'call' && of.name === 'lower' ? of.of : []
  return inner ?? of
}

const comparisons: Readonly<Record<string, string>> = {
  eq: '=',
  neq: '!=',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  null_safe_eq: 'IS NOT DISTINCT FROM',
  like: 'LIKE',
  i_like: 'LIKE',
}

class Reader {
  readonly #parameters: readonly Cell[]

  constructor(parameters: readonly Cell[]) {
    this.#parameters = parameters
  }

  /** A SELECT, or a set operation, as `{ select: … }` or `{ union: … }`. */
  query(node: TreeNode): ParsedSelect {
    const [kind = '', value] = Object.entries(node)[0] ?? []
    const body = isNode(value) ? value : {}
    if (kind === 'subquery' || kind === 'paren') return this.query(nodeAt(body, 'this') ?? {})
    if (kind === 'select') return this.#select(body)
    if (kind !== 'union' && kind !== 'intersect' && kind !== 'except')
      throw new TypeError('The statement is no SELECT.')
    const first = this.query(nodeAt(body, 'left') ?? {})
    const right = this.query(nodeAt(body, 'right') ?? {})
    return { ...first, with: [...this.#parts(body), ...first.with], others: [...first.others, right] }
  }

  #parts(body: TreeNode): ParsedSelect['with'] {
    return nodesAt(nodeAt(body, 'with') ?? {}, 'ctes').map((one) => ({
      name: nameAt(one, 'alias') ?? '',
      select: this.query(nodeAt(one, 'this') ?? {}),
    }))
  }

  #select(body: TreeNode): ParsedSelect {
    const joins = nodesAt(body, 'joins')
    const from = nodesAt(nodeAt(body, 'from') ?? {}, 'expressions')
    const tables = [...from, ...joins.map((one) => nodeAt(one, 'this') ?? {})].map((one) => this.#table(one))
    const clauses = [nodeAt(body, 'where_clause'), nodeAt(body, 'having')].map((one) =>
      nodeAt(one ?? {}, 'this'),
    )
    const conditions = [...joins.map((one) => nodeAt(one, 'on')), ...clauses].filter((one) => one !== null)
    const headings = nodesAt(body, 'expressions').map((one) => {
      const alias = nodeAt(one, 'alias')
      if (alias === null) return { of: this.#read(one), as: null }
      return { of: this.#read(nodeAt(alias, 'this') ?? {}), as: nameAt(alias, 'alias') }
    })
    return {
      with: this.#parts(body),
      headings,
      tables,
      conditions: conditions.map((one) => this.#read(one)),
      groupBy: nodesAt(nodeAt(body, 'group_by') ?? {}, 'expressions').map((one) => this.#read(one)),
      others: [],
    }
  }

  #table(node: TreeNode): ParsedTable {
    const table = nodeAt(node, 'table')
    if (table !== null) {
      const path = ['catalog', 'schema', 'name']
        .map((key) => nameAt(table, key))
        .filter((one) => one !== null)
      return { path, alias: nameAt(table, 'alias'), select: null }
    }
    const derived = nodeAt(node, 'subquery') ?? {}
    return { path: null, alias: nameAt(derived, 'alias'), select: this.query(nodeAt(derived, 'this') ?? {}) }
  }

  #read(node: TreeNode): ParsedExpression {
    const [kind = '', value] = Object.entries(node)[0] ?? []
    const body = isNode(value) ? value : {}
    const operator = comparisons[kind]
    if (operator !== undefined) {
      const test = {
        kind: 'test',
        operator,
        of: withoutLower(operator, this.#at(body, 'left')),
        with: withoutLower(operator, this.#at(body, 'right')),
      } as const
      return body['not'] === true ? negated(test) : test
    }
    switch (kind) {
      case 'column':
        return { kind: 'column', table: nameAt(body, 'table'), name: nameAt(body, 'name') ?? '' }
      case 'star':
        return { kind: 'star' }
      case 'literal':
        return { kind: 'value', value: literal(body) }
      case 'boolean':
        return { kind: 'value', value: body['value'] === true }
      case 'null':
        return { kind: 'value', value: null }
      case 'parameter':
        return { kind: 'value', value: this.#parameters[Number(body['index']) - 1] ?? null }
      case 'neg':
        return negative(this.#at(body, 'this'))
      case 'concat':
        return joined(this.#at(body, 'left'), this.#at(body, 'right'))
      case 'paren':
      case 'cast':
        return this.#at(body, 'this')
      case 'exists':
        return { kind: 'exists', select: this.query(nodeAt(body, 'this') ?? {}) }
      case 'subquery':
      case 'select':
      case 'union':
      case 'intersect':
      case 'except':
        return { kind: 'query', select: this.query(node) }
      case 'window_function':
        return this.#at(body, 'this')
      case 'case':
        return this.#case(body)
      default:
        return this.#condition(kind, body) ?? this.#call(kind, body)
    }
  }

  #condition(kind: string, body: TreeNode): ParsedExpression | null {
    switch (kind) {
      case 'and':
      case 'or':
        return { kind: 'both', of: [this.#at(body, 'left'), this.#at(body, 'right')] }
      case 'not':
        return negated(this.#at(body, 'this'))
      case 'is_null':
        return {
          kind: 'test',
          operator: body['not'] === true ? 'IS NOT NULL' : 'IS NULL',
          of: this.#at(body, 'this'),
          with: null,
        }
      case 'between': {
        const with_ = [this.#at(body, 'low'), this.#at(body, 'high')]
        const test = { kind: 'test', operator: 'BETWEEN', of: this.#at(body, 'this'), with: with_ } as const
        return body['not'] === true ? negated(test) : test
      }
      case 'in':
        return this.#in(body)
      default:
        return null
    }
  }

  #in(body: TreeNode): ParsedExpression {
    const query = nodeAt(body, 'query')
    const listed = nodesAt(body, 'expressions').map((one) => this.#read(one))
    const values: ParsedExpression | readonly ParsedExpression[] =
      query === null ? listed : { kind: 'query', select: withoutMembers(this.query(query)) }
    const test = { kind: 'test', operator: 'IN', of: this.#at(body, 'this'), with: values } as const
    return body['not'] === true ? negated(test) : test
  }

  #case(body: TreeNode): ParsedExpression {
    const pairs = (Array.isArray(body['whens']) ? body['whens'] : []).filter((one) => Array.isArray(one))
    const read = (index: number): readonly ParsedExpression[] =>
      pairs.map((pair: readonly unknown[]) =>
        isNode(pair[index]) ? this.#read(pair[index]) : { kind: 'star' as const },
      )
    const [of, otherwise] = ['operand', 'else_'].map((key) =>
      nodeAt(body, key) === null ? null : this.#at(body, key),
    )
    return { kind: 'case', of: of ?? null, when: read(0), gives: read(1), otherwise: otherwise ?? null }
  }

  /** Functions keep their arguments under different keys. The order and partition of windows are excluded above. */
  #call(kind: string, body: TreeNode): ParsedExpression {
    const names: Readonly<Record<string, string>> = { stddev_samp: 'stddev' }
    const name = (
      kind === 'function' || kind === 'aggregate_function' ? (textAt(body, 'name') ?? kind) : kind
    ).toLowerCase()
    const filter = nodeAt(body, 'filter')
    const of = Object.entries(body).flatMap(([key, value]): readonly ParsedExpression[] => {
      if (key === 'filter' || key === 'to' || key === 'span') return []
      if (Array.isArray(value)) return value.filter(isExpression).map((one) => this.#read(one))
      return isExpression(value) ? [this.#read(value)] : []
    })
    const star: readonly ParsedExpression[] = body['star'] === true ? [{ kind: 'star' }] : []
    return {
      kind: 'call',
      name: names[name] ?? name,
      of: [...of, ...star],
      filter: filter === null ? null : this.#read(filter),
    }
  }

  #at(body: TreeNode, key: string): ParsedExpression {
    return this.#read(nodeAt(body, key) ?? {})
  }
}

/** The only key of a node is its kind. */
function isExpression(value: unknown): value is TreeNode {
  return isNode(value) && Object.keys(value).length === 1 && !('name' in value)
}

function nameAt(node: TreeNode, key: string): string | null {
  return textAt(nodeAt(node, key) ?? {}, 'name')
}

function literal(body: TreeNode): Cell {
  const text = textAt(body, 'value') ?? ''
  return textAt(body, 'literal_type') === 'number' ? Number(text) : text
}

function negative(of: ParsedExpression): ParsedExpression {
  if (of.kind === 'value' && typeof of.value === 'number') return { kind: 'value', value: -of.value }
  return { kind: 'call', name: '-', of: [of], filter: null }
}

/** Joins text that was split around characters that a literal cannot hold. */
function joined(left: ParsedExpression, right: ParsedExpression): ParsedExpression {
  const [a, b] = [textOf(left), textOf(right)]
  if (a !== null && b !== null) return { kind: 'value', value: a + b }
  return { kind: 'call', name: '||', of: [left, right], filter: null }
}

function textOf(of: ParsedExpression): string | null {
  if (of.kind === 'value' && typeof of.value === 'string') return of.value
  const [code] = of.kind === 'call' && (of.name === 'char' || of.name === 'chr') ? of.of : []
  return code?.kind === 'value' ? String.fromCharCode(Number(code.value)) : null
}

/** NOT IN and NOT LIKE each count as one comparison. */
function negated(of: ParsedExpression): ParsedExpression {
  if (of.kind !== 'test' || (of.operator !== 'IN' && of.operator !== 'LIKE')) return { kind: 'not', of }
  return { ...of, operator: `NOT ${of.operator}` }
}
