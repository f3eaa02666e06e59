import { loadModule, parseSync } from 'libpg-query'
import type { Cell } from '../model/statement.ts'
import type { ParsedExpression, ParsedSelect, ParsedTable } from './parsed-sql.ts'
import { isNode, nodeAt, nodesAt, textAt, type TreeNode } from './tree-node.ts'

let loading: Promise<void> | null = null

/** Parses with PostgreSQL's own parser. */
export async function parsePostgres(sql: string, parameters: readonly Cell[]): Promise<ParsedSelect> {
  loading ??= loadModule()
  await loading
  const tree: unknown = parseSync(sql)
  const statement = isNode(tree) ? nodesAt(tree, 'stmts')[0] : undefined
  const select = statement === undefined ? null : nodeAt(nodeAt(statement, 'stmt') ?? {}, 'SelectStmt')
  if (select === null) throw new TypeError('The statement is no SELECT.')
  return new Reader(parameters).select(select)
}

class Reader {
  readonly #parameters: readonly Cell[]

  constructor(parameters: readonly Cell[]) {
    this.#parameters = parameters
  }

  select(node: TreeNode): ParsedSelect {
    const parts = nodesAt(nodeAt(node, 'withClause') ?? {}, 'ctes').flatMap((one) => {
      const part = nodeAt(one, 'CommonTableExpr')
      const query = part === null ? null : nodeAt(nodeAt(part, 'ctequery') ?? {}, 'SelectStmt')
      return part === null || query === null
        ? []
        : [{ name: textAt(part, 'ctename') ?? '', select: this.select(query) }]
    })
    const [left, right] = [nodeAt(node, 'larg'), nodeAt(node, 'rarg')]
    if (left !== null && right !== null) {
      const first = this.select(left)
      return { ...first, with: [...parts, ...first.with], others: [...first.others, this.select(right)] }
    }
    const tables: ParsedTable[] = []
    const conditions: ParsedExpression[] = []
    for (const one of nodesAt(node, 'fromClause')) this.#from(one, tables, conditions)
    for (const key of ['whereClause', 'havingClause']) {
      const condition = nodeAt(node, key)
      if (condition !== null) conditions.push(this.#read(condition))
    }
    const headings = nodesAt(node, 'targetList').flatMap((one) => {
      const target = nodeAt(one, 'ResTarget')
      return target === null
        ? []
        : [{ of: this.#read(nodeAt(target, 'val') ?? {}), as: textAt(target, 'name') }]
    })
    const groupBy = nodesAt(node, 'groupClause').map((one) => this.#read(one))
    return { with: parts, headings, tables, conditions, groupBy, others: [] }
  }

  #from(node: TreeNode, tables: ParsedTable[], conditions: ParsedExpression[]): void {
    const join = nodeAt(node, 'JoinExpr')
    if (join !== null) {
      for (const side of ['larg', 'rarg']) this.#from(nodeAt(join, side) ?? {}, tables, conditions)
      const on = nodeAt(join, 'quals')
      if (on !== null) conditions.push(this.#read(on))
    }
    const table = nodeAt(node, 'RangeVar')
    if (table !== null) {
      const path = [textAt(table, 'schemaname'), textAt(table, 'relname')].filter((one) => one !== null)
      tables.push({ path, alias: textAt(nodeAt(table, 'alias') ?? {}, 'aliasname'), select: null })
    }
    const derived = nodeAt(node, 'RangeSubselect')
    const inner = derived === null ? null : nodeAt(nodeAt(derived, 'subquery') ?? {}, 'SelectStmt')
    if (derived !== null && inner !== null) {
      tables.push({
        path: null,
        alias: textAt(nodeAt(derived, 'alias') ?? {}, 'aliasname'),
        select: this.select(inner),
      })
    }
  }

  #read(node: TreeNode): ParsedExpression {
    const [kind = '', value] = Object.entries(node)[0] ?? []
    const body = isNode(value) ? value : {}
    switch (kind) {
      case 'ColumnRef':
        return columnRef(body)
      case 'A_Const':
        return { kind: 'value', value: constant(body) }
      case 'ParamRef':
        return { kind: 'value', value: this.#parameters[Number(body['number']) - 1] ?? null }
      case 'TypeCast':
        return this.#read(nodeAt(body, 'arg') ?? {})
      case 'BoolExpr':
        return this.#logic(body)
      case 'NullTest': {
        const operator = textAt(body, 'nulltesttype') === 'IS_NULL' ? 'IS NULL' : 'IS NOT NULL'
        return { kind: 'test', operator, of: this.#read(nodeAt(body, 'arg') ?? {}), with: null }
      }
      case 'SubLink':
        return this.#subLink(body)
      case 'FuncCall':
        return this.#call(body)
      case 'A_Expr':
        return this.#operator(body)
      case 'CaseExpr': {
        const whens = nodesAt(body, 'args').map((one) => nodeAt(one, 'CaseWhen') ?? {})
        const read = (key: string): readonly ParsedExpression[] =>
          whens.map((one) => this.#read(nodeAt(one, key) ?? {}))
        const [of, otherwise] = [nodeAt(body, 'arg'), nodeAt(body, 'defresult')].map((one) =>
          one === null ? null : this.#read(one),
        )
        return {
          kind: 'case',
          of: of ?? null,
          when: read('expr'),
          gives: read('result'),
          otherwise: otherwise ?? null,
        }
      }
      default:
        return this.#children(kind, body)
    }
  }

  #children(kind: string, body: TreeNode): ParsedExpression {
    const of = Object.values(body).flatMap((value): readonly ParsedExpression[] => {
      if (Array.isArray(value)) return value.filter(isNode).map((one) => this.#read(one))
      return isNode(value) && /^[A-Z]/.test(Object.keys(value)[0] ?? '') ? [this.#read(value)] : []
    })
    return { kind: 'call', name: kind, of, filter: null }
  }

  #logic(body: TreeNode): ParsedExpression {
    const of = nodesAt(body, 'args').map((one) => this.#read(one))
    const [first] = of
    if (textAt(body, 'boolop') === 'NOT_EXPR' && first !== undefined) return { kind: 'not', of: first }
    return { kind: 'both', of }
  }

  #subLink(body: TreeNode): ParsedExpression {
    const select = this.select(nodeAt(nodeAt(body, 'subselect') ?? {}, 'SelectStmt') ?? {})
    const type = textAt(body, 'subLinkType')
    if (type === 'EXISTS_SUBLINK') return { kind: 'exists', select }
    if (type !== 'ANY_SUBLINK') return { kind: 'query', select }
    const of = this.#read(nodeAt(body, 'testexpr') ?? {})
    return { kind: 'test', operator: 'IN', of, with: { kind: 'query', select } }
  }

  #call(body: TreeNode): ParsedExpression {
    const names: Readonly<Record<string, string>> = { percentile_cont: 'median', stddev_samp: 'stddev' }
    const name = textAt(nodeAt(nodesAt(body, 'funcname').at(-1) ?? {}, 'String') ?? {}, 'sval') ?? ''
    const filter = nodeAt(body, 'agg_filter')
    const within = nodesAt(body, 'agg_order').map((one) => nodeAt(nodeAt(one, 'SortBy') ?? {}, 'node') ?? {})
    const of = [...nodesAt(body, 'args'), ...within].map((one) => this.#read(one))
    const star: readonly ParsedExpression[] = body['agg_star'] === true ? [{ kind: 'star' }] : []
    return {
      kind: 'call',
      name: names[name] ?? name,
      of: [...of, ...star],
      filter: filter === null ? null : this.#read(filter),
    }
  }

  #operator(body: TreeNode): ParsedExpression {
    const kind = textAt(body, 'kind')
    const sign = textAt(nodeAt(nodesAt(body, 'name')[0] ?? {}, 'String') ?? {}, 'sval') ?? ''
    const right = nodeAt(body, 'rexpr') ?? {}
    const left = nodeAt(body, 'lexpr')
    const of: ParsedExpression = left === null ? { kind: 'value', value: 0 } : this.#read(left)
    const listed = nodesAt(nodeAt(right, 'List') ?? {}, 'items').map((one) => this.#read(one))
    if (kind === 'AEXPR_IN')
      return { kind: 'test', operator: sign === '<>' ? 'NOT IN' : 'IN', of, with: listed }
    if (kind === 'AEXPR_BETWEEN') return { kind: 'test', operator: 'BETWEEN', of, with: listed }
    if (kind === 'AEXPR_NOT_DISTINCT') {
      return { kind: 'test', operator: 'IS NOT DISTINCT FROM', of, with: this.#read(right) }
    }
    if (kind === 'AEXPR_LIKE' || kind === 'AEXPR_ILIKE') {
      const pattern = this.#read(right)
      const bare = pattern.kind === 'call' && pattern.name === 'like_escape' ? pattern.of[0] : pattern
      return { kind: 'test', operator: sign.startsWith('!') ? 'NOT LIKE' : 'LIKE', of, with: bare ?? pattern }
    }
    const comparison = sign === '<>' ? '!=' : sign
    if (kind === 'AEXPR_OP' && /^(=|!=|<|<=|>|>=)$/.test(comparison))
      return { kind: 'test', operator: comparison, of, with: this.#read(right) }
    return { kind: 'call', name: sign, of: [of, this.#read(right)], filter: null }
  }
}

function columnRef(body: TreeNode): ParsedExpression {
  const fields = nodesAt(body, 'fields')
  if (fields.some((one) => nodeAt(one, 'A_Star') !== null)) return { kind: 'star' }
  const names = fields.map((one) => textAt(nodeAt(one, 'String') ?? {}, 'sval') ?? '')
  return { kind: 'column', table: names.at(-2) ?? null, name: names.at(-1) ?? '' }
}

function constant(body: TreeNode): Cell {
  const text = nodeAt(body, 'sval')
  const whole = nodeAt(body, 'ival')
  const real = nodeAt(body, 'fval')
  const truth = nodeAt(body, 'boolval')
  if (text !== null) return textAt(text, 'sval') ?? ''
  if (whole !== null) return Number(whole['ival'] ?? 0)
  if (real !== null) return Number(real['fval'])
  if (truth !== null) return truth['boolval'] === true
  return null
}
