import type { Dialect } from '../model/statement.ts'
import type { ParsedExpression, ParsedSelect, ParsedTable } from './parsed-sql.ts'

/** Of each table that may be read, where it is and which columns it has. */
export interface ColumnNames {
  readonly dialect: Dialect
  readonly datasets: readonly Table[]
}

interface Table {
  readonly path: readonly string[]
  readonly fields: readonly { readonly column: string }[]
}

/** Of each output column, whether it comes from a column of a dataset or counts rows of one. */
export function derivedColumns(select: ParsedSelect, { datasets }: ColumnNames): readonly boolean[] {
  return new Derivation(datasets).columns(select, null)
}

type Target = { readonly dataset: Table } | { readonly select: ParsedSelect; readonly scope: Scope | null }

/** The names that one SELECT can use, and those of the one around it. */
interface Scope {
  readonly outer: Scope | null
  readonly parts: ReadonlyMap<string, ParsedSelect>
  readonly tables: readonly { readonly name: string; readonly target: Target }[]
}

/** Functions that tell of rows without naming a column. */
const ofRows: ReadonlySet<string> = new Set([
  'count',
  'row_number',
  'rank',
  'dense_rank',
  'percent_rank',
  'cume_dist',
  'ntile',
  'n_tile',
])

/** The operators of arithmetic, by the names that the parsers give them. */
const arithmetic: Readonly<Record<string, '*' | '-' | '/'>> = {
  '*': '*',
  mul: '*',
  '-': '-',
  sub: '-',
  '/': '/',
  div: '/',
}

/** `x * 0`, `x - x` and `x / x` are the same whatever x is, and so is `iif(x, 5, 5)`. */
function isConstant({
  name,
  of,
}: {
  readonly name: string
  readonly of: readonly ParsedExpression[]
}): boolean {
  if (choices.has(name.toLowerCase())) return of.length === 3 && isSame(of[1], of[2])
  const operator = arithmetic[name.toLowerCase()]
  if (operator === undefined || of.length !== 2) return false
  if (operator === '*') return of.some((one) => one.kind === 'value' && one.value === 0)
  return isSame(of[0], of[1])
}

const choices: ReadonlySet<string> = new Set(['if_func', 'iif', 'if'])

function isSame(one: ParsedExpression | undefined, other: ParsedExpression | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

class Derivation {
  readonly #datasets: readonly Table[]
  /** Null while it is being found: a recursive part of WITH is as good as what it begins with. */
  readonly #known = new Map<ParsedSelect, readonly boolean[] | null>()

  constructor(datasets: readonly Table[]) {
    this.#datasets = datasets
  }

  columns(select: ParsedSelect, outer: Scope | null): readonly boolean[] {
    const known = this.#known.get(select)
    if (known !== undefined) return known ?? select.headings.map(() => true)
    this.#known.set(select, null)
    const scope = this.#open(select, outer)
    const own = select.headings.map(({ of }) => this.#derives(of, scope))
    const others = select.others.map((other) => this.columns(other, { ...scope, tables: [] }))
    const found = own.map((isDerived, place) => isDerived && others.every((other) => isAt(other, own, place)))
    this.#known.set(select, found)
    return found
  }

  #open(select: ParsedSelect, outer: Scope | null): Scope {
    const parts = new Map(select.with.map((part) => [fold(part.name), part.select]))
    const around: Scope = { outer, parts, tables: [] }
    const tables = select.tables.flatMap((table) => {
      const target = this.#target(table, around)
      return target === null ? [] : [{ name: fold(table.alias ?? table.path?.at(-1) ?? ''), target }]
    })
    return { outer, parts, tables }
  }

  #target({ path, select }: ParsedTable, scope: Scope): Target | null {
    if (select !== null) return { select, scope }
    const [name = ''] = path?.slice(-1) ?? []
    const part = path?.length === 1 ? findPart(fold(name), scope) : null
    if (part !== null) return part
    const dataset = this.#datasets.find((one) => fold(one.path.at(-1) ?? '') === fold(name))
    return dataset === undefined ? null : { dataset }
  }

  #derives(of: ParsedExpression, scope: Scope): boolean {
    const some = (all: readonly ParsedExpression[]) => all.some((one) => this.#derives(one, scope))
    switch (of.kind) {
      case 'value':
        return false
      case 'column':
        return this.#column(of, scope)
      case 'star':
        return scope.tables.length > 0 && scope.tables.every(({ target }) => this.#isWhole(target))
      case 'call': {
        if (isConstant(of)) return false
        const named = of.of.filter(({ kind }) => kind !== 'star')
        return some(named) || (ofRows.has(of.name.toLowerCase()) && this.#hasRows(scope, new Set()))
      }
      case 'case':
        if (some([...of.gives, ...(of.otherwise === null ? [] : [of.otherwise])])) return true
        // Constants are as good as the conditions that choose among them. If all are the same, nothing is chosen.
        return (
          !of.gives.every((one) => isSame(one, of.otherwise ?? undefined)) &&
          some([...of.when, ...(of.of === null ? [] : [of.of])])
        )
      case 'query':
        return all(this.columns(of.select, scope))
      case 'exists':
        return this.#hasRows(this.#open(of.select, scope), new Set())
      case 'both':
        return some(of.of)
      case 'not':
        return this.#derives(of.of, scope)
      case 'test':
        return some([of.of, ...[of.with ?? []].flat()])
    }
  }

  #isWhole(target: Target): boolean {
    return 'dataset' in target || all(this.columns(target.select, target.scope))
  }

  /** A name that no table has is a text to SQLite, so it comes from nowhere. */
  #column({ table, name }: { table: string | null; name: string }, scope: Scope | null): boolean {
    if (scope === null) return false
    const found = scope.tables.find((one) =>
      table === null ? this.#holds(one.target, name, new Set()) : one.name === fold(table),
    )
    if (found === undefined) return this.#column({ table, name }, scope.outer)
    const { target } = found
    if (!this.#holds(target, name, new Set())) return false
    if ('dataset' in target) return true
    const columns = this.columns(target.select, target.scope)
    const place = placeOf(target.select, name)
    return place === -1 ? all(columns) : columns[place] === true
  }

  #holds(target: Target, name: string, seen: Set<ParsedSelect>): boolean {
    if ('dataset' in target) return target.dataset.fields.some(({ column }) => fold(column) === fold(name))
    const { select, scope } = target
    if (placeOf(select, name) !== -1) return true
    if (seen.has(select) || !select.headings.some(({ of }) => of.kind === 'star')) return false
    seen.add(select)
    return this.#open(select, scope).tables.some((one) => this.#holds(one.target, name, seen))
  }

  #hasRows({ tables }: Scope, seen: Set<ParsedSelect>): boolean {
    return tables.some(({ target }) => {
      if ('dataset' in target) return true
      if (seen.has(target.select)) return false
      seen.add(target.select)
      return this.#hasRows(this.#open(target.select, target.scope), seen)
    })
  }
}

function isAt(other: readonly boolean[], own: readonly boolean[], place: number): boolean {
  return other.length === own.length ? other[place] === true : all(other)
}

function all(columns: readonly boolean[]): boolean {
  return columns.length > 0 && columns.every(Boolean)
}

function placeOf({ headings }: ParsedSelect, name: string): number {
  return headings.findIndex(
    ({ of, as }) => fold(as ?? (of.kind === 'column' ? of.name : '')) === fold(name) && name !== '',
  )
}

function findPart(name: string, scope: Scope | null): Target | null {
  if (scope === null) return null
  const select = scope.parts.get(name)
  return select === undefined ? findPart(name, scope.outer) : { select, scope }
}

function fold(name: string): string {
  return name.toLowerCase()
}
