import type { Dataset } from '../model/ontology.ts'
import type { AggregateFunction, Comparison, Condition, Expression } from '../model/logical-form.ts'
import type { Cell } from '../model/statement.ts'
import { MetricError } from './metric-error.ts'

interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'sign' | 'end'
  readonly text: string
  readonly at: number
}

const aggregates: readonly string[] = ['count', 'sum', 'avg', 'min', 'max', 'median', 'stddev']
const mostDepth = 50
const comparisons: readonly string[] = ['=', '!=', '<>', '<', '<=', '>', '>=']

/** Recursive descent parser for `sum(a.b * a.c) / count(distinct d.e) filter (where a.f = 'x')`. */
export class MetricParser {
  readonly #text: string
  readonly #datasets: readonly Dataset[]
  readonly #tokens: readonly Token[]
  #next = 0
  /** Fields are allowed only inside a function: outside they have many values instead of one figure. */
  #isInside = false
  #depth = 0

  constructor(text: string, datasets: readonly Dataset[]) {
    this.#text = text
    this.#datasets = datasets
    this.#tokens = this.#split()
  }

  parse(): Expression {
    const expression = this.#sum()
    if (this.#peek().kind !== 'end') throw this.#wrong(`"${this.#peek().text}" is not expected here`)
    return expression
  }

  #sum(): Expression {
    let left = this.#product()
    for (let sign = this.#accept('+', '-'); sign !== null; sign = this.#accept('+', '-')) {
      left = { kind: 'arithmetic', operator: sign === '+' ? '+' : '-', left, right: this.#product() }
    }
    return left
  }

  #product(): Expression {
    let left = this.#factor()
    for (let sign = this.#accept('*', '/'); sign !== null; sign = this.#accept('*', '/')) {
      left = { kind: 'arithmetic', operator: sign === '*' ? '*' : '/', left, right: this.#factor() }
    }
    return left
  }

  #factor(): Expression {
    if (this.#accept('(') !== null) {
      const inner = this.#nested(() => this.#sum())
      this.#expect(')')
      return inner
    }
    if (this.#accept('-') !== null) {
      const right = this.#nested(() => this.#factor())
      return { kind: 'arithmetic', operator: '-', left: { kind: 'literal', value: 0 }, right }
    }
    const token = this.#take()
    if (token.kind === 'number') return { kind: 'literal', value: Number(token.text) }
    if (token.kind === 'text') return { kind: 'literal', value: token.text }
    if (token.kind !== 'name') throw this.#wrong(`a field, a number or a function is missing`, token)
    if (this.#peek().text === '(' && this.#peek().kind === 'sign') return this.#aggregate(token)
    if (this.#peek().text !== '.' && /^(?:true|false)$/i.test(token.text))
      return { kind: 'literal', value: token.text.toLowerCase() === 'true' }
    return this.#field(token)
  }

  #aggregate(name: Token): Expression {
    if (this.#isInside && name.text.toLowerCase() === 'hours') return this.#hours()
    const known = aggregates.find((one) => one === name.text.toLowerCase())
    if (known === undefined)
      throw this.#wrong(`there is no function ${name.text}; known are ${aggregates.join(', ')}`, name)
    if (this.#isInside) throw this.#wrong(`${known} stands inside another function`, name)
    this.#isInside = true
    this.#expect('(')
    const distinct = this.#acceptWord('distinct')
    const of = this.#ofAggregate(known)
    const each = this.#each()
    this.#expect(')')
    const where = this.#filter()
    this.#isInside = false
    // Safe: `known` comes from the list of aggregate functions.
    const aggregate = {
      kind: 'aggregate',
      function: known as AggregateFunction,
      of,
      distinct,
      ...each,
    } as const
    return where === null ? aggregate : { ...aggregate, where }
  }

  /** `sum(plans.price each subscriptions)`: the price once for each subscription, and not once for each plan. */
  #each(): { readonly each?: { readonly dataset: string } } {
    const word = this.#peek()
    if (!this.#acceptWord('each')) return {}
    const dataset = this.#datasetRows()
    if (dataset === null) throw this.#wrong('a dataset is missing after "each"', word)
    return { each: { dataset } }
  }

  /** `hours(shifts.start, shifts.end)`: the time between two moments. */
  #hours(): Expression {
    this.#expect('(')
    const from = this.#nested(() => this.#sum())
    this.#expect(',')
    const to = this.#nested(() => this.#sum())
    this.#expect(')')
    const minutes: Expression = { kind: 'span', unit: 'minute', from, to }
    return { kind: 'arithmetic', operator: '/', left: minutes, right: { kind: 'literal', value: 60 } }
  }

  #ofAggregate(name: string): Expression {
    if (name === 'count') {
      const start = this.#next
      const dataset = this.#datasetRows()
      if (dataset !== null) return { kind: 'rows', dataset }
      this.#next = start
    }
    return this.#sum()
  }

  /** `count(orders)`, `count(orders.*)`. */
  #datasetRows(): string | null {
    const parts: string[] = []
    for (;;) {
      const token = this.#take()
      if (token.kind === 'sign' && token.text === '*' && parts.length > 0) break
      if (token.kind !== 'name') return null
      parts.push(token.text)
      if (this.#accept('.') === null) break
    }
    if (this.#peek().text !== ')') return null
    const name = parts.join('.')
    return this.#datasets.find((one) => one.name === name)?.name ?? null
  }

  #filter(): Condition | null {
    if (!this.#acceptWord('filter')) return null
    this.#expect('(')
    if (!this.#acceptWord('where')) throw this.#wrong('"where" is missing after "filter ("')
    const condition = this.#either()
    this.#expect(')')
    return condition
  }

  #either(): Condition {
    const of = [this.#both()]
    while (this.#acceptWord('or')) of.push(this.#both())
    return of.length === 1 && of[0] !== undefined ? of[0] : { kind: 'or', of }
  }

  #both(): Condition {
    const of = [this.#condition()]
    while (this.#acceptWord('and')) of.push(this.#condition())
    return of.length === 1 && of[0] !== undefined ? of[0] : { kind: 'and', of }
  }

  #condition(): Condition {
    if (this.#acceptWord('not')) return { kind: 'not', of: this.#nested(() => this.#condition()) }
    const grouped = this.#groupedCondition()
    if (grouped !== null) return grouped
    const left = this.#sum()
    if (this.#acceptWord('is')) {
      const isNot = this.#acceptWord('not')
      if (!this.#acceptWord('null')) throw this.#wrong('"null" is missing after "is"')
      return isNot ? { kind: 'not', of: { kind: 'null', of: left } } : { kind: 'null', of: left }
    }
    if (this.#acceptWord('in')) return { kind: 'in', of: left, values: this.#values() }
    const sign = this.#take()
    if (!comparisons.includes(sign.text)) throw this.#wrong('a comparison such as = or > is missing', sign)
    // Safe: the line above checked it. `<>` is SQL's other spelling of `!=`.
    const operator = (sign.text === '<>' ? '!=' : sign.text) as Comparison
    return { kind: 'compare', left, operator, right: this.#sum() }
  }

  /** `(a.b is null or a.b > 3)`. Null where the parenthesis opens a calculation. */
  #groupedCondition(): Condition | null {
    const start = this.#next
    if (this.#accept('(') === null) return null
    try {
      const inner = this.#nested(() => this.#either())
      if (this.#accept(')') !== null) return inner
    } catch (error) {
      if (!(error instanceof MetricError)) throw error
      this.#depth -= 1
    }
    this.#next = start
    return null
  }

  #values(): readonly Cell[] {
    this.#expect('(')
    const values: Cell[] = []
    do {
      const token = this.#take()
      if (token.kind !== 'number' && token.kind !== 'text')
        throw this.#wrong('a value is missing in the list', token)
      values.push(token.kind === 'number' ? Number(token.text) : token.text)
    } while (this.#accept(',') !== null)
    this.#expect(')')
    return values
  }

  #field(first: Token): Expression {
    const parts = [first.text]
    while (this.#accept('.') !== null) parts.push(this.#take().text)
    const field = parts.pop() ?? ''
    const dataset = this.#datasets.find((one) => one.name === parts.join('.'))
    if (parts.length === 0) throw this.#wrong(`write ${field} with its dataset, as dataset.${field}`, first)
    if (dataset === undefined) throw this.#wrong(`there is no dataset ${parts.join('.')}`, first)
    if (!dataset.fields.some((one) => one.name === field)) {
      throw this.#wrong(`the dataset ${dataset.name} has no field ${field}`, first)
    }
    if (!this.#isInside) {
      const path = `${dataset.name}.${field}`
      throw this.#wrong(`${path} has many values; say which figure is meant, as sum(${path})`, first)
    }
    return { kind: 'field', dataset: dataset.name, field }
  }

  #nested<Part>(read: () => Part): Part {
    this.#depth += 1
    if (this.#depth > mostDepth) throw this.#wrong('it is nested too deeply')
    const part = read()
    this.#depth -= 1
    return part
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', text: 'end', at: this.#text.length }
  }

  #take(): Token {
    const token = this.#peek()
    this.#next += 1
    return token
  }

  #accept(...signs: readonly string[]): string | null {
    const token = this.#peek()
    if (token.kind !== 'sign' || !signs.includes(token.text)) return null
    this.#next += 1
    return token.text
  }

  #acceptWord(word: string): boolean {
    const token = this.#peek()
    if (token.kind !== 'name' || token.text.toLowerCase() !== word) return false
    this.#next += 1
    return true
  }

  #expect(sign: string): void {
    if (this.#accept(sign) === null) throw this.#wrong(`"${sign}" is missing`)
  }

  #wrong(what: string, token: Token = this.#peek()): MetricError {
    return new MetricError(`In the metric "${this.#text}", at character ${token.at + 1}: ${what}.`)
  }

  #split(): readonly Token[] {
    const pattern =
      /\s*(?:(\d+(?:\.\d+)?)|'((?:[^']|'')*)'|"((?:[^"]|"")*)"|([\p{L}_][\p{L}\p{N}_$]*)|(<=|>=|<>|!=|[-+*/().,=<>]))/uy
    const tokens: Token[] = []
    const end = this.#text.trimEnd().length
    while (pattern.lastIndex < end) {
      const at = pattern.lastIndex
      const match = pattern.exec(this.#text)
      if (match === null) {
        const rest = this.#text.slice(at).trimStart()
        throw new MetricError(
          `In the metric "${this.#text}", at character ${at + 1}: "${rest.slice(0, 10)}" cannot be read.`,
        )
      }
      const [, number, text, quoted, name, sign] = match
      if (number !== undefined) tokens.push({ kind: 'number', text: number, at })
      else if (text !== undefined) tokens.push({ kind: 'text', text: text.replaceAll("''", "'"), at })
      else if (quoted !== undefined) tokens.push({ kind: 'name', text: quoted.replaceAll('""', '"'), at })
      else if (name !== undefined) tokens.push({ kind: 'name', text: name, at })
      else tokens.push({ kind: 'sign', text: sign ?? '', at })
    }
    return tokens
  }
}
