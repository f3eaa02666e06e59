import type { Cell, Condition, Expression, FieldRef, Query } from '@quipu/query'
import { Random } from '../../../../test/environment/query/random.ts'

/** Random logical forms of every kind, including senseless ones and unknown names. */
export class RandomForm {
  readonly #random: Random
  readonly #fields: readonly FieldRef[]

  constructor(seed: number, fields: readonly FieldRef[]) {
    this.#random = new Random(seed)
    this.#fields = [...fields, { kind: 'field', dataset: 'gone', field: 'lost', as: 'ghost' }]
  }

  query(depth: number): Query {
    const random = this.#random
    return {
      subject: random.one(this.#fields).dataset,
      outputs: this.#some(3, () => ({ expression: this.expression(depth), label: this.#text() })),
      where: random.chance(60) ? this.condition(depth) : null,
      groupBy: this.#some(2, () => this.expression(depth - 1)),
      having: random.chance(20) ? this.condition(depth - 1) : null,
      orderBy: this.#some(2, () => ({
        expression: this.expression(depth - 1),
        direction: random.one(['asc', 'desc'] as const),
      })),
      limit: random.chance(30) ? random.below(20) : null,
      limitPer: random.chance(15) ? this.#some(2, () => this.expression(depth - 1)) : null,
      distinct: random.chance(20),
      combine:
        depth > 0 && random.chance(15)
          ? { how: random.one(['union', 'intersect', 'except'] as const), with: this.query(depth - 1) }
          : null,
      appearances: [],
      keepUnmatched: random.chance(10),
    }
  }

  expression(depth: number): Expression {
    const random = this.#random
    const inner = (): Expression => this.expression(depth - 1)
    const field = random.one(this.#fields)
    if (depth <= 0)
      return random.one<Expression>([
        field,
        { kind: 'literal', value: this.#cell() },
        { kind: 'now' },
        { kind: 'rows', dataset: field.dataset },
        { kind: 'metric', name: this.#text() },
      ])
    const makers: readonly (() => Expression)[] = [
      () => field,
      () => ({
        kind: 'aggregate',
        function: random.one(['count', 'sum', 'avg', 'min', 'max', 'median', 'stddev'] as const),
        of: inner(),
        distinct: random.chance(30),
        ...(random.chance(30) ? { where: this.condition(depth - 1) } : {}),
      }),
      () => ({
        kind: 'arithmetic',
        operator: random.one(['+', '-', '*', '/'] as const),
        left: inner(),
        right: inner(),
      }),
      () => ({
        kind: 'period',
        unit: random.one(['day', 'week', 'month', 'quarter', 'year'] as const),
        of: inner(),
        fiscal: random.chance(50),
      }),
      () => ({
        kind: 'part',
        part: random.one(['hour', 'weekday', 'day', 'week', 'month', 'quarter', 'year'] as const),
        of: inner(),
      }),
      () => ({
        kind: 'span',
        unit: random.one(['day', 'hour', 'minute', 'year'] as const),
        from: inner(),
        to: inner(),
      }),
      () => ({ kind: 'length', of: inner() }),
      () => ({ kind: 'join-text', of: this.#some(9, inner) }),
      () => ({ kind: 'share', of: inner(), within: this.#some(2, inner), percent: random.chance(50) }),
      () => ({
        kind: 'running',
        function: random.one(['total', 'previous', 'change', 'growth', 'mean', 'rank'] as const),
        of: inner(),
        along: inner(),
        within: this.#some(2, inner),
        steps: random.below(12),
      }),
      () => ({ kind: 'scalar', query: this.query(depth - 1) }),
    ]
    return random.one(makers)()
  }

  condition(depth: number): Condition {
    const random = this.#random
    const inner = (): Expression => this.expression(depth - 1)
    const comparison: Condition = {
      kind: 'compare',
      left: inner(),
      operator: random.one(['=', '!=', '<', '<=', '>', '>='] as const),
      right: inner(),
    }
    if (depth <= 0) return comparison
    const makers: readonly (() => Condition)[] = [
      () => comparison,
      () => ({
        kind: random.one(['and', 'or'] as const),
        of: this.#some(9, () => this.condition(depth - 1)),
      }),
      () => ({ kind: 'not', of: this.condition(depth - 1) }),
      () => ({ kind: 'between', of: inner(), low: inner(), high: inner() }),
      () => ({ kind: 'in', of: inner(), values: this.#some(40, () => this.#cell()) }),
      () => ({
        kind: 'like',
        of: inner(),
        how: random.one(['contains', 'begins', 'ends'] as const),
        text: this.#text(),
      }),
      () => ({ kind: 'null', of: inner() }),
      () => ({ kind: 'during', of: inner(), start: this.#moment(), end: this.#moment() }),
      () => ({ kind: 'member', of: inner(), query: this.query(depth - 1) }),
      () => ({ kind: 'related', of: random.one(this.#fields).dataset, query: this.query(depth - 1) }),
    ]
    return random.one(makers)()
  }

  #some<T>(most: number, make: () => T): readonly T[] {
    return Array.from({ length: this.#random.below(most + 1) }, make)
  }

  #cell(): Cell {
    return this.#random.one<Cell>([null, true, false, 0, -12.5, 1e21, Number.NaN, this.#text()])
  }

  #text(): string {
    return this.#random.one([
      '',
      'West',
      'a, b and c',
      'x'.repeat(900),
      'tab\tline\nend',
      '\u202Egnp\u0000',
      '“quoted” "twice"',
      '\u{1F950}\u200B',
    ])
  }

  #moment(): string | null {
    return this.#random.one([
      null,
      '2025-10-01',
      '2026-01-01',
      '2025-02-31',
      '',
      'soon',
      '2025-10-01T08:30:00',
      '9999-12-31',
    ])
  }
}
