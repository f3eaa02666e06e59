import type { JoinPlan, JoinTree } from '../model/join-plan.ts'
import type { Condition, Expression, Query } from '../model/logical-form.ts'
import type { Cell } from '../model/statement.ts'

type Row = Readonly<Record<string, Cell>>
/** One row, or null, for each node of a join tree. */
type Assignment = ReadonlyMap<string, Row | null>
type Data = ReadonlyMap<string, readonly Row[]>
type Aggregate = Extract<Expression, { kind: 'aggregate' }>

/**
 * Computes the meaning of a query by brute force over every combination of rows. The SQL is compared with this model.
 * It covers only what the random queries use.
 */
export function referenceRows(
  query: Query,
  plan: JoinPlan,
  data: Data,
  meetsOne: MeetsOne,
): readonly (readonly Cell[])[] {
  const tree = plan.trees.get(query)
  if (tree === undefined) throw new Error('The plan lacks the query.')
  const model = new Model(query, tree, data, meetsOne, plan)
  const isGrouped =
    query.groupBy.length > 0 || query.outputs.some((one) => one.expression.kind === 'aggregate')
  return isGrouped ? model.groups() : model.list()
}

/** Whether one row of a node is joined to at most one row of another, judged by the relationships alone. */
type MeetsOne = (tree: JoinTree, from: string, to: string) => boolean

class Model {
  readonly #query: Query
  readonly #tree: JoinTree
  readonly #data: Data
  readonly #meetsOne: (from: string, to: string) => boolean
  readonly #plan: JoinPlan
  readonly #whole: MeetsOne

  constructor(query: Query, tree: JoinTree, data: Data, meetsOne: MeetsOne, plan: JoinPlan) {
    this.#plan = plan
    this.#whole = meetsOne
    this.#query = query
    this.#tree = tree
    this.#data = data
    this.#meetsOne = (from, to) => meetsOne(tree, from, to)
  }

  list(): readonly (readonly Cell[])[] {
    const shown = this.#span([
      this.#query.subject,
      ...this.#query.outputs.flatMap((one) => nodesIn(one.expression)),
    ])
    const seen = new Map<string, readonly Cell[]>()
    for (const rows of this.#matches(shown, new Set(), () => true)) {
      const id = identity(rows, shown)
      if (!seen.has(id))
        seen.set(
          id,
          this.#query.outputs.map((one) => valueOf(one.expression, rows)),
        )
    }
    const rows = [...seen.values()]
    if (!this.#query.distinct) return rows
    return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]
  }

  groups(): readonly (readonly Cell[])[] {
    const keys = this.#query.groupBy
    const keyNodes = keys.flatMap(nodesIn)
    const measures = this.#query.outputs.flatMap(({ expression: of }) =>
      of.kind === 'aggregate' ? [of] : [],
    )
    const root = this.#query.keepUnmatched
      ? keyNodes.find((node) => keyNodes.every((other) => this.#meetsOne(node, other)))
      : undefined
    const mayLack = new Set(root === undefined ? [] : this.#span(keyNodes).filter((node) => node !== root))
    const groups = new Map<string, { key: readonly Cell[]; values: Map<Aggregate, Map<string, Cell>> }>()
    const groupAt = (rows: Assignment): { values: Map<Aggregate, Map<string, Cell>> } => {
      const key = keys.map((one) => valueOf(one, rows))
      const group = groups.get(JSON.stringify(key)) ?? {
        key,
        values: new Map<Aggregate, Map<string, Cell>>(),
      }
      groups.set(JSON.stringify(key), group)
      return group
    }
    if (keys.length === 0) groups.set('[]', { key: [], values: new Map() })
    if (root !== undefined) {
      const partners = new Set(
        this.#span([root, ...measures.flatMap(nodesIn)]).filter((node) => !this.#meetsOne(root, node)),
      )
      const own = (one: Condition): boolean => !nodesInCondition(one).some((node) => partners.has(node))
      for (const rows of this.#matches(this.#span([root, ...keyNodes]), mayLack, own, root)) groupAt(rows)
    }
    for (const measure of measures) {
      const nodes = this.#span([...nodesIn(measure), ...keyNodes])
      const taken = nodesIn(measure.of)
      const grain = taken.find((node) => taken.every((other) => this.#meetsOne(node, other)))
      for (const rows of this.#matches(nodes, mayLack, () => true, root)) {
        const values = groupAt(rows).values
        const list = values.get(measure) ?? new Map<string, Cell>()
        values.set(measure, list)
        if (measure.where !== undefined && this.#holds(measure.where, rows) !== true) continue
        if ((grain === undefined ? taken : [grain]).some((node) => rows.get(node) === null)) continue
        list.set(
          identity(rows, grain === undefined ? taken : [grain]),
          measure.of.kind === 'rows' ? 1 : valueOf(measure.of, rows),
        )
      }
    }
    const all = [...groups.values()].map(({ key, values }) => [
      ...key,
      ...measures.map((one) => aggregate(one, [...(values.get(one)?.values() ?? [])])),
    ])
    // Every random condition on groups is the same: the first measure is at least 1.
    return this.#query.having === null ? all : all.filter((row) => Number(row[keys.length] ?? -1) >= 1)
  }

  /** Yields every combination of rows along the tree that meets the conditions. It covers the wanted nodes and those the conditions need. */
  *#matches(
    wanted: readonly string[],
    mayLack: ReadonlySet<string>,
    counts: (condition: Condition) => boolean,
    root?: string,
  ): Generator<Assignment> {
    const conditions = conjuncts(this.#query.where).filter(counts)
    const nodes = new Set(this.#span([...wanted, ...conditions.flatMap(nodesInCondition)]))
    const start = root ?? [...nodes][0] ?? this.#tree.root
    const order = this.#order(start, nodes)
    for (const rows of this.#extend(new Map(), order, 0, mayLack)) {
      if (conditions.every((one) => this.#holds(one, rows) === true)) yield rows
    }
  }

  /** Nested conditions query the data themselves; the others look at the current rows. */
  #holds(of: Condition, rows: Assignment): boolean | null {
    return holds(of, rows, (nested) => this.#nested(nested, rows))
  }

  #nested(of: Condition, rows: Assignment): boolean | null {
    if (of.kind === 'member') {
      const value = valueOf(of.of, rows)
      const list = referenceRows(of.query, this.#plan, this.#data, this.#whole).map((row) => row[0] ?? null)
      if (list.some((one) => one !== null && one === value)) return true
      return value === null && list.length > 0 ? null : false
    }
    if (of.kind !== 'related') throw new Error(`The model does not know ${of.kind}.`)
    const tree = this.#plan.trees.get(of.query)
    const outer = rows.get(of.ofAs ?? of.of) ?? null
    if (tree === undefined || outer === null) return false
    const inner = new Model(of.query, tree, this.#data, this.#whole, this.#plan)
    const found = inner.relatedTo(outer, of.of)
    return of.query.having === null ? found > 0 : found > 1
  }

  /** Counts the rows of the subject that one outer row reaches. */
  relatedTo(outer: Row, dataset: string): number {
    const conditions = conjuncts(this.#query.where)
    const nodes = new Set(
      this.#span([this.#tree.root, this.#query.subject, ...conditions.flatMap(nodesInCondition)]),
    )
    const [, ...order] = this.#order(this.#tree.root, nodes, dataset)
    const found = new Set<string>()
    for (const rows of this.#extend(new Map([[this.#tree.root, outer]]), order, 0, new Set())) {
      if (conditions.every((one) => this.#holds(one, rows) === true))
        found.add(identity(rows, [this.#query.subject]))
    }
    return found.size
  }

  *#extend(
    rows: Assignment,
    order: readonly Step[],
    at: number,
    mayLack: ReadonlySet<string>,
  ): Generator<Assignment> {
    const step = order[at]
    if (step === undefined) {
      yield rows
      return
    }
    const candidates = this.#data.get(step.dataset) ?? []
    const fitting = candidates.filter((row) => step.on.every(([from, own, other]) => {
      const value = rows.get(from)?.[own] ?? null
      return value !== null && value === row[other]
    })) // prettier-ignore
    for (const row of fitting)
      yield* this.#extend(new Map([...rows, [step.node, row]]), order, at + 1, mayLack)
    if (fitting.length === 0 && mayLack.has(step.node)) {
      yield* this.#extend(new Map([...rows, [step.node, null]]), order, at + 1, mayLack)
    }
  }

  #order(start: string, nodes: ReadonlySet<string>, dataset = this.#datasetOf(start)): readonly Step[] {
    const steps: Step[] = [{ node: start, dataset, on: [] }]
    const reached = new Set([start])
    for (let grew = true; grew;) {
      grew = false
      for (const join of this.#tree.joins) {
        for (const [from, to, isForward] of [
          [join.left, join.right, true],
          [join.right, join.left, false],
        ] as const) {
          if (!reached.has(from) || reached.has(to) || !nodes.has(to)) continue
          const on = join.on.map(({ leftField, rightField }) =>
            isForward ? ([from, leftField, rightField] as const) : ([from, rightField, leftField] as const),
          )
          steps.push({ node: to, dataset: this.#datasetOf(to), on })
          reached.add(to)
          grew = true
        }
      }
    }
    return steps
  }

  #datasetOf(node: string): string {
    return this.#tree.joins.find((join) => join.right === node)?.rightDataset ?? node
  }

  #span(nodes: readonly string[]): readonly string[] {
    const unique = new Set(nodes)
    let kept = [this.#tree.root, ...this.#tree.joins.map((join) => join.right)]
    for (let shrank = true; shrank;) {
      const degree = (node: string): number =>
        this.#tree.joins.filter(
          (join) =>
            kept.includes(join.left) &&
            kept.includes(join.right) &&
            (join.left === node || join.right === node),
        ).length
      const next = kept.filter((node) => unique.has(node) || degree(node) > 1)
      shrank = next.length < kept.length
      kept = next
    }
    return kept
  }
}

interface Step {
  readonly node: string
  readonly dataset: string
  readonly on: readonly (readonly [string, string, string])[]
}

function identity(rows: Assignment, nodes: readonly string[]): string {
  return nodes.map((node) => rowId(rows.get(node) ?? null)).join()
}

const ids = new WeakMap<Row, number>()
let nextId = 1

function rowId(row: Row | null): number {
  if (row === null) return 0
  const id = ids.get(row) ?? nextId++
  ids.set(row, id)
  return id
}

function nodesIn(of: Expression): readonly string[] {
  if (of.kind === 'field' || of.kind === 'rows') return [of.as ?? of.dataset]
  if (of.kind !== 'aggregate') return []
  return [...nodesIn(of.of), ...(of.where === undefined ? [] : nodesInCondition(of.where))]
}

function nodesInCondition(of: Condition): readonly string[] {
  if (of.kind === 'and' || of.kind === 'or') return of.of.flatMap(nodesInCondition)
  if (of.kind === 'not') return nodesInCondition(of.of)
  if (of.kind === 'compare') return [...nodesIn(of.left), ...nodesIn(of.right)]
  if (of.kind === 'related') return [of.ofAs ?? of.of]
  if (of.kind === 'member') return nodesIn(of.of)
  if (of.kind === 'between' || of.kind === 'in' || of.kind === 'like' || of.kind === 'null')
    return nodesIn(of.of)
  return []
}

function conjuncts(of: Condition | null): readonly Condition[] {
  if (of === null) return []
  return of.kind === 'and' ? of.of.flatMap(conjuncts) : [of]
}

function valueOf(of: Expression, rows: Assignment): Cell {
  if (of.kind === 'literal') return of.value
  if (of.kind === 'field') return rows.get(of.as ?? of.dataset)?.[of.field] ?? null
  throw new Error(`The model does not know ${of.kind}.`)
}

/** True, false, or null where SQL gives unknown. */
function holds(of: Condition, rows: Assignment, nested: (of: Condition) => boolean | null): boolean | null {
  switch (of.kind) {
    case 'and':
    case 'or': {
      const all = of.of.map((one) => holds(one, rows, nested))
      const decisive = of.kind === 'or'
      return all.includes(decisive) ? decisive : all.includes(null) ? null : !decisive
    }
    case 'not': {
      const inner = holds(of.of, rows, nested)
      return inner === null ? null : !inner
    }
    case 'null':
      return valueOf(of.of, rows) === null
    case 'in': {
      const value = valueOf(of.of, rows)
      return value === null ? null : of.values.includes(value)
    }
    case 'like': {
      const value = valueOf(of.of, rows)
      return value === null ? null : String(value).toLowerCase().includes(of.text.toLowerCase())
    }
    case 'between': {
      const value = valueOf(of.of, rows)
      const low = valueOf(of.low, rows)
      const high = valueOf(of.high, rows)
      return value === null || low === null || high === null ? null : value >= low && value <= high
    }
    case 'compare': {
      const [left, right] = [valueOf(of.left, rows), valueOf(of.right, rows)]
      if (left === null || right === null) return null
      return {
        '=': left === right,
        '!=': left !== right,
        '<': left < right,
        '<=': left <= right,
        '>': left > right,
        '>=': left >= right,
      }[of.operator]
    }
    case 'during':
    case 'member':
    case 'related':
      return nested(of)
  }
}

function aggregate(of: Aggregate, all: readonly Cell[]): Cell {
  const there = all.filter((one): one is number => typeof one === 'number')
  const values = of.distinct ? [...new Set(there)] : there
  const sum = values.reduce((a, b) => a + b, 0)
  const mean = sum / values.length
  const sorted = values.toSorted((a, b) => a - b)
  switch (of.function) {
    case 'count':
      return values.length
    case 'sum':
      return values.length === 0 ? null : sum
    case 'avg':
      return values.length === 0 ? null : mean
    case 'min':
      return sorted[0] ?? null
    case 'max':
      return sorted.at(-1) ?? null
    case 'median':
      return values.length === 0
        ? null
        : ((sorted[(values.length - 1) >> 1] ?? 0) + (sorted[values.length >> 1] ?? 0)) / 2
    case 'stddev':
      return values.length < 2
        ? null
        : Math.sqrt(values.reduce((a, b) => a + (b - mean) ** 2, 0) / (values.length - 1))
  }
}
