import {
  isRearranged,
  type Cell,
  type Condition,
  type Expression,
  type Field,
  type FieldRef,
  type Ontology,
  type Statement,
} from '@quipu/query'
import { appearanceOf } from '../query-facts.ts'
import type { Level } from './level.ts'

/** A condition that probes cannot write. */
export class CannotWrite extends Error {
  override readonly name = 'CannotWrite'
}

/** The rows of one appearance that a query uses. */
export interface Scope {
  /** A condition; empty if all rows are used. */
  readonly sql: string
  /** Whether every filter could be written. */
  readonly isExact: boolean
}

/**
 * Writes the verifier's own statements. It shares no code with the builder of the answer's SQL, so that a fault in
 * either of them shows as a difference.
 */
export class ProbeSql {
  readonly #level: Level
  readonly #parameters: Cell[] = []

  constructor(level: Level) {
    this.#level = level
  }

  statement(sql: string): Statement {
    return { sql, parameters: this.#parameters }
  }

  table(appearance: string): string {
    return `${this.#level.dataset(appearance).path.map(quote).join('.')} AS ${quote(appearance)}`
  }

  column(appearance: string, field: string): string {
    return `${quote(appearance)}.${quote(this.#level.field(appearance, field).column)}`
  }

  /** The rows of an appearance that satisfy the filters; filters on other appearances are applied through the joins. */
  scope(appearance: string, filters: readonly Condition[]): Scope {
    const level = this.#level
    const written: { sql: string; needs: ReadonlySet<string> }[] = []
    for (const filter of filters) {
      const sql = this.#tryCondition(filter)
      if (sql !== null) written.push({ sql, needs: level.needs(filter) })
    }
    const isExact = written.length === filters.length
    const [own, foreign] = split(written, ({ needs }) => [...needs].every((need) => need === appearance))
    const parts = own.map(({ sql }) => sql)
    if (foreign.length > 0) parts.push(this.#reached(appearance, foreign))
    return { sql: parts.length === 0 ? '' : ` WHERE ${parts.join(' AND ')}`, isExact }
  }

  expression(expression: Expression): string {
    if (expression.kind === 'field') return this.#field(expression)
    if (expression.kind === 'literal') return this.#parameter(expression.value)
    if (expression.kind !== 'arithmetic' || expression.operator === '/')
      throw new CannotWrite(expression.kind)
    return `(${this.expression(expression.left)} ${expression.operator} ${this.expression(expression.right)})`
  }

  condition(condition: Condition): string {
    switch (condition.kind) {
      case 'and':
      case 'or':
        return `(${condition.of.map((one) => this.condition(one)).join(` ${condition.kind.toUpperCase()} `)})`
      case 'not':
        return `NOT ${this.condition(condition.of)}`
      case 'compare':
        return this.#compare(condition)
      case 'between': {
        const [of, low, high] = [condition.of, condition.low, condition.high].map((one) =>
          this.expression(one),
        )
        return `(${of} BETWEEN ${low} AND ${high})`
      }
      case 'in':
        return this.#in(condition)
      case 'like':
        return this.#like(condition)
      case 'null':
        return `(${this.expression(condition.of)} IS NULL)`
      case 'during':
        return this.#during(condition)
      case 'member':
      case 'related':
        throw new CannotWrite(condition.kind)
    }
  }

  #tryCondition(filter: Condition): string | null {
    const before = this.#parameters.length
    try {
      return this.condition(filter)
    } catch (error) {
      if (!(error instanceof CannotWrite)) throw error
      this.#parameters.length = before
      return null
    }
  }

  /** A joined row exists for which all of them hold. */
  #reached(start: string, filters: readonly { sql: string; needs: ReadonlySet<string> }[]): string {
    const wanted = new Set(filters.flatMap(({ needs }) => [...needs]))
    const path = this.#level.joinPathTo(start, wanted)
    const beyond = new Set(path.flatMap(({ left, right }) => [left, right]))
    beyond.delete(start)
    const on = path.flatMap((join) =>
      join.on.map(
        ({ leftField, rightField }) =>
          `${this.column(join.left, leftField)} = ${this.column(join.right, rightField)}`,
      ),
    )
    const from = [...beyond].map((appearance) => this.table(appearance)).join(', ')
    return `EXISTS (SELECT 1 FROM ${from} WHERE ${[...on, ...filters.map(({ sql }) => sql)].join(' AND ')})`
  }

  #compare({ left, operator, right, fold }: Condition & { kind: 'compare' }): string {
    const sign = operator === '!=' ? '<>' : operator
    if (fold === true) return `(lower(${this.expression(left)}) ${sign} lower(${this.expression(right)}))`
    if (left.kind === 'field' && right.kind === 'literal') {
      return `(${this.#field(left)} ${sign} ${this.#typed(right.value, this.#fieldOf(left))})`
    }
    return `(${this.expression(left)} ${sign} ${this.expression(right)})`
  }

  #in({ of, values, fold }: Condition & { kind: 'in' }): string {
    if (values.length === 0) return '(1 = 0)'
    const folded = (sql: string) => (fold === true ? `lower(${sql})` : sql)
    return `(${folded(this.expression(of))} IN (${values.map((value) => folded(this.#parameter(value))).join(', ')}))`
  }

  #like({ of, how, text }: Condition & { kind: 'like' }): string {
    const safe = text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)
    const pattern = `${how === 'begins' ? '' : '%'}${safe}${how === 'ends' ? '' : '%'}`
    return `(lower(${this.expression(of)}) LIKE ${this.#parameter(pattern)} ESCAPE '\\')`
  }

  #during({ of, start, end }: Condition & { kind: 'during' }): string {
    if (of.kind !== 'field') throw new CannotWrite('during')
    const field = this.#fieldOf(of)
    const parts: string[] = []
    if (start !== null) parts.push(`${this.#field(of)} >= ${this.#typed(boundary(start, field), field)}`)
    if (end !== null) parts.push(`${this.#field(of)} < ${this.#typed(boundary(end, field), field)}`)
    return parts.length === 0 ? '(1 = 1)' : `(${parts.join(' AND ')})`
  }

  #field(ref: FieldRef): string {
    if (isRearranged(this.#fieldOf(ref))) throw new CannotWrite('dates that are not stored in order')
    const column = this.column(appearanceOf(ref), ref.field)
    return this.#fieldOf(ref).statistics.isHundredths === true ? `(${column} / 100.0)` : column
  }

  #fieldOf(ref: FieldRef): Field {
    return this.#level.field(appearanceOf(ref), ref.field)
  }

  #typed(value: Cell, field: Field): string {
    const parameter = this.#parameter(value)
    const isMoment = field.type === 'date' || field.type === 'timestamp'
    if (!isMoment || this.#level.ontology.dialect === 'sqlite') return parameter
    const isMysqlMoment = field.type === 'timestamp' && this.#level.ontology.dialect === 'mysql'
    return `CAST(${parameter} AS ${isMysqlMoment ? 'datetime' : field.type})`
  }

  #parameter(value: Cell): string {
    this.#parameters.push(value)
    return `${markOf(this.#level.ontology)}${this.#parameters.length}`
  }
}

function boundary(moment: string, { timeFormat }: Field): Cell {
  if (timeFormat === 'epoch-seconds') return Date.parse(moment) / 1000
  if (timeFormat === 'epoch-milliseconds') return Date.parse(moment)
  if (timeFormat === 'other-text') throw new CannotWrite('text that is no date')
  if (timeFormat === 'year') {
    if (!/^\d{4}-01-01$/.test(moment)) throw new CannotWrite('part of a year')
    return Number(moment.slice(0, 4))
  }
  if (moment.length > 10) throw new CannotWrite('moment within a day')
  return moment
}

function markOf(ontology: Ontology): string {
  return ontology.dialect === 'sqlite' || ontology.dialect === 'mysql' ? '?' : '$'
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function split<T>(all: readonly T[], isLeft: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(isLeft), all.filter((one) => !isLeft(one))]
}
