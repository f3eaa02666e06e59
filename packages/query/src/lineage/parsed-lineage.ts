import type { Dataset, Ontology } from '../model/ontology.ts'
import type { Lineage } from '../model/built-query.ts'
import type { FoundLineage } from './lineage.ts'
import type { ParsedExpression, ParsedSelect } from './parsed-sql.ts'

/** Finds the tables, joins and filters of a statement by resolving its names as a database would. */
export function readParsed(select: ParsedSelect, ontology: Ontology): FoundLineage {
  const reader = new ParsedReader(ontology)
  reader.select(select, null)
  return { ...reader.found(), grain: reader.grain(select) }
}

type Target = { readonly dataset: Dataset } | { readonly select: ParsedSelect; readonly scope: NameScope }

/** The names that one SELECT can use, and those of the SELECT around it. */
interface NameScope {
  readonly outer: NameScope | null
  readonly parts: Map<string, { select: ParsedSelect; scope: NameScope }>
  readonly tables: Map<string, { target: Target; id: number }>
}

const aggregates: readonly string[] = ['count', 'sum', 'avg', 'min', 'max', 'median', 'stddev']

class ParsedReader {
  readonly #ontology: Ontology
  readonly #datasets: string[] = []
  readonly #links: FoundLineage['links'][number][] = []
  readonly #filters: Lineage['filters'][number][] = []
  #nextId = 0

  constructor(ontology: Ontology) {
    this.#ontology = ontology
  }

  found(): Omit<FoundLineage, 'grain'> {
    return { datasets: this.#datasets, links: this.#links, filters: this.#filters }
  }

  grain(select: ParsedSelect): string {
    const scope = this.#open(select, null, false)
    const keys = select.groupBy.flatMap((one) => this.#describe(one, scope))
    return keys.length > 0 ? [...new Set(keys)].join(', ') : 'row'
  }

  select(select: ParsedSelect, outer: NameScope | null): void {
    const scope = this.#open(select, outer, true)
    for (const heading of select.headings) this.#look(heading.of, false, scope)
    for (const condition of select.conditions) this.#look(condition, false, scope)
    for (const other of select.others) this.select(other, { ...scope, tables: new Map() })
  }

  #open(select: ParsedSelect, outer: NameScope | null, isNoted: boolean): NameScope {
    const scope: NameScope = { outer, parts: new Map(), tables: new Map() }
    for (const part of select.with) {
      if (isNoted) this.select(part.select, scope)
      scope.parts.set(fold(part.name), { select: part.select, scope })
    }
    for (const table of select.tables) {
      const name = table.alias ?? table.path?.at(-1) ?? ''
      const target = this.#target(table, scope, isNoted)
      if (target === null) continue
      this.#nextId += 1
      scope.tables.set(fold(name), { target, id: this.#nextId })
    }
    return scope
  }

  #target(table: ParsedSelect['tables'][number], scope: NameScope, isNoted: boolean): Target | null {
    if (table.select !== null) {
      if (isNoted) this.select(table.select, scope)
      return { select: table.select, scope: this.#open(table.select, scope, false) }
    }
    const path = table.path ?? []
    if (path.length === 1) {
      const part = findPart(fold(path[0] ?? ''), scope)
      if (part !== null) return { select: part.select, scope: this.#open(part.select, part.scope, false) }
    }
    const dataset = this.#ontology.datasets.find((one) => samePath(one.path, path)) ??
      this.#ontology.datasets.find((one) => path.length === 1 && fold(one.path.at(-1) ?? '') === fold(path[0] ?? '')) // prettier-ignore
    if (isNoted) this.#datasets.push(dataset?.name ?? path.join('.'))
    return dataset === undefined ? null : { dataset }
  }

  #look(of: ParsedExpression, isNegated: boolean, scope: NameScope): void {
    switch (of.kind) {
      case 'not':
        this.#look(of.of, !isNegated, scope)
        return
      case 'both':
        for (const one of of.of) this.#look(one, isNegated, scope)
        return
      case 'query':
        this.select(of.select, scope)
        return
      case 'exists':
        this.select(of.select, scope)
        if (isNegated) this.#noteAbsence(of.select, scope)
        return
      case 'call':
        for (const one of of.of) this.#look(one, false, scope)
        if (of.filter !== null) this.#look(of.filter, false, scope)
        return
      case 'case':
        for (const one of [...of.when, ...of.gives]) this.#look(one, false, scope)
        return
      case 'test':
        this.#test(of, isNegated, scope)
        for (const one of [of.of, ...withOf(of)]) this.#look(one, false, scope)
        return
      case 'column':
      case 'star':
      case 'value':
        return
    }
  }

  #noteAbsence(select: ParsedSelect, scope: NameScope): void {
    const [table] = select.tables
    const target = table === undefined ? null : this.#target(table, this.#open(select, scope, false), false)
    if (target === null || !('dataset' in target)) return
    this.#filters.push({ field: target.dataset.name, operator: 'NOT EXISTS', value: null })
  }

  #test(of: Extract<ParsedExpression, { kind: 'test' }>, isNegated: boolean, scope: NameScope): void {
    const [left, right] = [this.#column(of.of, scope), isOne(of.with) ? this.#column(of.with, scope) : null]
    if (of.of.kind === 'column' && isOne(of.with) && of.with.kind === 'column') {
      if (left === null || right === null) return
      if (left.table !== right.table && of.operator === '=') {
        const between = [left.table, right.table].toSorted((a, b) => a - b).join()
        this.#links.push({ left: right.path, right: left.path, between })
        return
      }
    }
    const field = this.#describe(of.of, scope).join(', ')
    if (field === '' || field === 'row_number()') return
    const operator = isNegated ? `NOT ${of.operator}` : of.operator
    const value =
      of.with === null
        ? null
        : isOne(of.with)
          ? this.#value(of.with, scope)
          : of.with.map((one) => this.#value(one, scope))
    this.#filters.push({ field, operator, value })
  }

  #value(of: ParsedExpression, scope: NameScope): unknown {
    return of.kind === 'value' ? of.value : this.#describe(of, scope).join(', ')
  }

  #describe(of: ParsedExpression, scope: NameScope): readonly string[] {
    switch (of.kind) {
      case 'column': {
        const found = findTable(of, scope, this.#holds)
        if (found === null) return [of.name]
        if ('dataset' in found.target) return [this.#pathOf(found.target.dataset, of.name)]
        return this.#describeHeading(found.target, of.name)
      }
      case 'star':
        return ['*']
      case 'query': {
        const inner = this.#open(of.select, scope, false)
        return [of.select.headings.flatMap((one) => this.#describe(one.of, inner)).join(', ')]
      }
      case 'call': {
        if (of.name === 'row_number' || of.name === 'rank') return [`${of.name}()`]
        const inner = [...new Set(of.of.flatMap((one) => this.#describe(one, scope)))]
        return aggregates.includes(of.name) ? [`${of.name}(${inner.join(', ')})`] : inner
      }
      case 'case':
        return of.gives.flatMap((one) => this.#describe(one, scope))
      case 'test':
        return [...new Set([of.of, ...withOf(of)].flatMap((one) => this.#describe(one, scope)))]
      case 'both':
        return [...new Set(of.of.flatMap((one) => this.#describe(one, scope)))]
      case 'not':
        return this.#describe(of.of, scope)
      case 'exists':
      case 'value':
        return []
    }
  }

  #describeHeading(
    { select, scope }: { select: ParsedSelect; scope: NameScope },
    name: string,
  ): readonly string[] {
    const heading = headingNamed(select, name)
    if (heading !== null) return this.#describe(heading, scope)
    return this.#describe({ kind: 'column', table: null, name }, scope)
  }

  #column(of: ParsedExpression, scope: NameScope): { readonly path: string; readonly table: number } | null {
    if (of.kind !== 'column') return null
    const found = findTable(of, scope, this.#holds)
    if (found === null) return null
    if ('dataset' in found.target)
      return { path: this.#pathOf(found.target.dataset, of.name), table: found.id }
    if (headingNamed(found.target.select, of.name) !== null) return null
    // SELECT * passes the table's own column on.
    const inner = this.#column({ kind: 'column', table: null, name: of.name }, found.target.scope)
    return inner === null ? null : { path: inner.path, table: found.id }
  }

  #pathOf(dataset: Dataset, column: string): string {
    const field =
      dataset.fields.find((one) => one.column === column) ??
      dataset.fields.find((one) => fold(one.column) === fold(column))
    return `${dataset.name}.${field?.name ?? column}`
  }

  readonly #holds = (target: Target, column: string): boolean => {
    if ('dataset' in target) return target.dataset.fields.some((one) => fold(one.column) === fold(column))
    if (headingNamed(target.select, column) !== null) return true
    const passesOn = target.select.headings.some((one) => one.of.kind === 'star')
    return (
      passesOn &&
      findTable({ table: null, name: column }, { ...target.scope, outer: null }, this.#holds) !== null
    )
  }
}

function headingNamed(select: ParsedSelect, name: string): ParsedExpression | null {
  const found = select.headings.find(
    (one) =>
      (one.as !== null && fold(one.as) === fold(name)) ||
      (one.as === null && one.of.kind === 'column' && fold(one.of.name) === fold(name)),
  )
  return found?.of ?? null
}

function findPart(name: string, scope: NameScope | null): { select: ParsedSelect; scope: NameScope } | null {
  if (scope === null) return null
  return scope.parts.get(name) ?? findPart(name, scope.outer)
}

/** The table of a column: the one it names, or the only visible one that has it. */
function findTable(
  column: { readonly table: string | null; readonly name: string },
  scope: NameScope | null,
  holds: (target: Target, column: string) => boolean,
): { target: Target; id: number } | null {
  if (scope === null) return null
  if (column.table !== null)
    return scope.tables.get(fold(column.table)) ?? findTable(column, scope.outer, holds)
  for (const table of scope.tables.values()) if (holds(table.target, column.name)) return table
  return findTable(column, scope.outer, holds)
}

function withOf(of: Extract<ParsedExpression, { kind: 'test' }>): readonly ParsedExpression[] {
  if (of.with === null) return []
  return isOne(of.with) ? [of.with] : of.with
}

function isOne(of: ParsedExpression | readonly ParsedExpression[] | null): of is ParsedExpression {
  return of !== null && !Array.isArray(of)
}

function samePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((part, index) => fold(part) === fold(b[index] ?? ''))
}

function fold(name: string): string {
  return name.toLowerCase()
}
