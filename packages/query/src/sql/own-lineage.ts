import type { Lineage } from '../model/built-query.ts'
import type { Ontology } from '../model/ontology.ts'
import type { Cell, Dialect } from '../model/statement.ts'
import type { Column, Place, Relation, Select, SqlExpression } from './ast.ts'
import { toLineage, type FoundLineage } from '../lineage/lineage.ts'
import { partsOf } from './render.ts'

/** Computes the lineage from the syntax tree that the SQL was rendered from. */
export function lineageOf(query: Select, grain: string, ontology: Ontology, timeZone: string): Lineage {
  const reader = new TreeReader(ontology.dialect)
  reader.select(query)
  return toLineage({ ...reader.found(), grain }, ontology, timeZone)
}

class TreeReader {
  readonly #datasets: string[] = []
  readonly #links: FoundLineage['links'][number][] = []
  readonly #filters: Lineage['filters'][number][] = []
  readonly #selects = new Map<string | Place, Select>()
  readonly #numbers = new Map<Place, number>()
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  found(): Omit<FoundLineage, 'grain'> {
    return { datasets: this.#datasets, links: this.#links, filters: this.#filters }
  }

  select(query: Select): void {
    for (const part of query.with) {
      this.#selects.set(part.name, part.select)
      this.select(part.select)
    }
    for (const relation of [query.from, ...query.joins.map((join) => join.relation)]) {
      if (relation !== null) this.#relation(relation)
    }
    for (const heading of query.headings) this.#look(heading.of, false)
    for (const join of query.joins) if (join.on !== null) this.#look(join.on, false)
    for (const clause of [query.where, query.having]) if (clause !== null) this.#look(clause, false)
    if (query.combine !== null) this.select(query.combine.right)
  }

  #relation(relation: Relation): void {
    if (relation.kind === 'table' && relation.place.dataset !== null)
      this.#datasets.push(relation.place.dataset)
    if (relation.kind === 'part') {
      const part = this.#selects.get(relation.part)
      if (part !== undefined) this.#selects.set(relation.place, part)
    }
    if (relation.kind !== 'derived') return
    this.#selects.set(relation.place, relation.select)
    this.select(relation.select)
  }

  /** Visits every comparison in an expression, and the queries inside it. */
  #look(of: SqlExpression, isNegated: boolean): void {
    switch (of.kind) {
      case 'not':
        this.#look(of.of, !isNegated)
        return
      case 'and':
      case 'or':
        for (const one of of.of) this.#look(one, isNegated)
        return
      case 'exists':
        this.#inner(of.select)
        if (of.negated !== isNegated) {
          const first = of.select.from?.place.dataset
          if (first !== undefined && first !== null)
            this.#filters.push({ field: first, operator: 'NOT EXISTS', value: null })
        }
        return
      case 'select':
        this.#inner(of.select)
        return
      case 'call':
        for (const one of of.of) this.#look(one, false)
        if (of.filter !== undefined && of.filter !== null) this.#look(of.filter, false)
        return
      case 'in':
        if ('kind' in of.values) this.#inner(of.values)
        break
      case 'at-zone':
      case 'between':
      case 'binary':
      case 'case':
      case 'cast':
      case 'column':
      case 'extract':
      case 'heading':
      case 'interval':
      case 'is-null':
      case 'like':
      case 'literal':
      case 'row':
      case 'star':
        break
    }
    this.#test(of, isNegated)
    for (const one of partsOf(of)) this.#look(one, false)
  }

  #inner(query: Select): void {
    this.select(query)
  }

  #test(of: SqlExpression, isNegated: boolean): void {
    const note = (tested: SqlExpression, operator: string, value: unknown): void => {
      const field = this.#describe(tested).join(', ')
      if (field === '' || field === 'row_number()') return
      this.#filters.push({ field, operator: isNegated ? `NOT ${operator}` : operator, value })
    }
    switch (of.kind) {
      case 'binary':
        if (/^(=|!=|<|<=|>|>=|IS NOT DISTINCT FROM)$/.test(of.operator))
          this.#compare(of.left, of.operator, of.right, note)
        return
      case 'is-null':
        note(of.of, of.negated ? 'IS NOT NULL' : 'IS NULL', null)
        return
      case 'like':
        note(of.of, of.negated ? 'NOT LIKE' : 'LIKE', this.#value(of.pattern))
        return
      case 'between':
        note(of.of, 'BETWEEN', [this.#value(of.low), this.#value(of.high)])
        return
      case 'in': {
        const value =
          'kind' in of.values ? this.#describeQuery(of.values) : of.values.map((one) => this.#value(one))
        note(of.of, of.negated ? 'NOT IN' : 'IN', value)
        return
      }
      case 'and':
      case 'at-zone':
      case 'call':
      case 'case':
      case 'cast':
      case 'column':
      case 'exists':
      case 'extract':
      case 'heading':
      case 'interval':
      case 'literal':
      case 'not':
      case 'or':
      case 'row':
      case 'select':
      case 'star':
        return
    }
  }

  #compare(
    left: SqlExpression,
    operator: string,
    right: SqlExpression,
    note: (tested: SqlExpression, operator: string, value: unknown) => void,
  ): void {
    if (left.kind !== 'column' || right.kind !== 'column') {
      note(left, operator, this.#value(right))
      return
    }
    const areTables = left.place.dataset !== null && right.place.dataset !== null
    if (areTables && left.place !== right.place && operator === '=') {
      const between = [this.#number(left.place), this.#number(right.place)].toSorted((a, b) => a - b).join()
      this.#links.push({ left: nameOf(right), right: nameOf(left), between })
      return
    }
    if (areTables) note(left, operator, nameOf(right))
  }

  #number(place: Place): number {
    const known = this.#numbers.get(place) ?? this.#numbers.size
    this.#numbers.set(place, known)
    return known
  }

  #value(of: SqlExpression): unknown {
    if (of.kind === 'literal') return this.#literal(of.value)
    return this.#describe(of).join(', ')
  }

  #literal(value: Cell): Cell {
    if (typeof value === 'boolean' && this.#dialect === 'sqlite') return value ? 1 : 0
    if (typeof value === 'string' && (this.#dialect === 'postgres' || this.#dialect === 'mysql'))
      return value.replaceAll('\0', '\uFFFD')
    return value
  }

  #describeQuery(query: Select): string {
    return query.headings.flatMap((one) => this.#describe(one.of)).join(', ')
  }

  /** The columns of an expression, with the aggregates around them. */
  #describe(of: SqlExpression): readonly string[] {
    if (of.kind === 'column') return this.#describeColumn(of)
    if (of.kind === 'select') return [this.#describeQuery(of.select)]
    if (of.kind === 'star') return ['*']
    if (of.kind === 'call') {
      const name = aggregateNames[of.name]
      if (of.name === 'row_number' || of.name === 'rank') return [`${of.name}()`]
      const inner = unique(
        [...of.of, ...(of.within === undefined ? [] : [of.within])].flatMap((one) => this.#describe(one)),
      )
      return name === undefined ? inner : [`${name}(${inner.join(', ')})`]
    }
    if (of.kind === 'case') return this.#describe(of.gives)
    return unique(partsOf(of).flatMap((one) => this.#describe(one)))
  }

  #describeColumn(column: Column): readonly string[] {
    const source = this.#selects.get(column.place)
    if (source === undefined) return [nameOf(column)]
    const heading = source.headings.find(
      (one) =>
        one.as === column.name ||
        (one.as === null && one.of.kind === 'column' && one.of.name === column.name),
    )
    return heading === undefined ? [nameOf(column)] : this.#describe(heading.of)
  }
}

const aggregateNames: Readonly<Record<string, string>> = {
  count: 'count',
  sum: 'sum',
  avg: 'avg',
  min: 'min',
  max: 'max',
  median: 'median',
  percentile_cont: 'median',
  stddev_samp: 'stddev',
}

function nameOf(column: Column): string {
  return `${column.place.dataset ?? ''}.${column.field ?? column.name}`
}

function unique(list: readonly string[]): readonly string[] {
  return [...new Set(list)]
}
