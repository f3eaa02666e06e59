import { Refused } from './refused.ts'
import type { TaskRow } from './rows.ts'
import { never } from './world.ts'

export interface FilterOptions {
  readonly timeZone: string
  readonly includeNulls: boolean
  readonly now: number
  readonly userNames: ReadonlyMap<number, string>
}

type Test = (task: TaskRow) => boolean

/** Vikunja's filter language, as far as people use it: comparisons, lists, date arithmetic, && || and brackets. */
export function filterOf(text: string, options: FilterOptions): Test {
  const parser = new Parser(tokensOf(text), options)
  return parser.parse()
}

const token =
  /\s*(?:(&&|\|\||[()])|(not in|in|like)(?=\s)|(>=|<=|!=|=|>|<)|("(?:\\.|[^"])*"|'(?:\\.|[^'])*')|([^\s&|()<>=!]+))/y

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  token.lastIndex = 0
  while (token.lastIndex < text.trimEnd().length) {
    const at = token.lastIndex
    const found = token.exec(text)
    if (found === null) throw new Refused(400, 4024, `The filter expression is invalid at ${at}`)
    tokens.push(found[0].trim())
  }
  return tokens
}

class Parser {
  readonly #tokens: string[]
  readonly #options: FilterOptions

  constructor(tokens: string[], options: FilterOptions) {
    this.#tokens = tokens
    this.#options = options
  }

  parse(): Test {
    const test = this.#either()
    if (this.#tokens.length > 0) throw new Refused(400, 4024, 'The filter expression is invalid')
    return test
  }

  #either(): Test {
    let test = this.#both()
    while (this.#tokens[0] === '||') {
      this.#tokens.shift()
      const [left, right] = [test, this.#both()]
      test = (task) => left(task) || right(task)
    }
    return test
  }

  #both(): Test {
    let test = this.#one()
    while (this.#tokens[0] === '&&') {
      this.#tokens.shift()
      const [left, right] = [test, this.#one()]
      test = (task) => left(task) && right(task)
    }
    return test
  }

  #one(): Test {
    const first = this.#tokens.shift()
    if (first === '(') {
      const test = this.#either()
      if (this.#tokens.shift() !== ')') throw new Refused(400, 4024, 'The filter expression is invalid')
      return test
    }
    const operator = this.#tokens.shift()
    if (first === undefined || operator === undefined) throw new Refused(400, 4024, 'The filter is invalid')
    const values: string[] = []
    while (this.#tokens.length > 0 && !['&&', '||', ')'].includes(this.#tokens[0] ?? ''))
      values.push(this.#tokens.shift() ?? '')
    if (values.length === 0) throw new Refused(400, 4024, 'The filter expression is invalid')
    return comparison(first, operator, values.map(unquoted).join(' '), this.#options)
  }
}

function unquoted(text: string): string {
  return /^(["']).*\1$/s.test(text) ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text
}

const dates = new Set(['due_date', 'start_date', 'end_date', 'done_at', 'created', 'updated', 'reminders'])
const numbers = new Set(['id', 'index', 'priority', 'percent_done', 'project_id', 'repeat_after'])
const texts = new Set(['title', 'description', 'hex_color'])

function comparison(name: string, operator: string, value: string, options: FilterOptions): Test {
  const field = name === 'project' ? 'project_id' : name
  const values = operator.endsWith('in') ? value.split(',').map((one) => one.trim()) : [value]
  const bad = () => new Refused(400, 4019, `The value of ${field} is invalid`)
  const compare = (
    of: (task: TaskRow) => readonly (string | number | boolean)[],
    wanted: readonly Comparable[],
  ) => {
    return (task: TaskRow) => {
      const own = of(task)
      if (own.length === 0) return options.includeNulls || operator === '!=' || operator === 'not in'
      const isMet = own.some((one) => wanted.some((other) => matches(one, operator, other)))
      return operator === '!=' || operator === 'not in'
        ? own.every((one) => wanted.every((other) => one !== other))
        : isMet
    }
  }
  if (field === 'done') return compare((task) => [task.done], [value === 'true'])
  if (field === 'labels') return compare((task) => task.labels, values.map(numberOf(bad)))
  if (field === 'assignees')
    return compare((task) => task.assignees.map((id) => options.userNames.get(id) ?? ''), values)
  if (dates.has(field)) {
    const wanted = values.map((one) => momentOf(one, options) ?? Number.NaN)
    if (wanted.some(Number.isNaN)) throw bad()
    return compare((task) => momentsOf(task, field), wanted)
  }
  if (numbers.has(field))
    return compare((task) => [Number(Reflect.get(task, field))], values.map(numberOf(bad)))
  if (texts.has(field)) return compare((task) => [String(Reflect.get(task, field))], values)
  throw new Refused(400, 4016, `The task field '${field}' is invalid.`)
}

type Comparable = string | number | boolean

function matches(one: Comparable, operator: string, other: Comparable): boolean {
  switch (operator) {
    case '=':
    case 'in':
      return one === other
    case '>':
      return one > other
    case '>=':
      return one >= other
    case '<':
      return one < other
    case '<=':
      return one <= other
    case 'like':
      return String(one).toLowerCase().includes(String(other).replaceAll('%', '').toLowerCase())
    case '!=':
    case 'not in':
      return one !== other
    default:
      throw new Refused(400, 4017, `The comparator ${operator} is invalid`)
  }
}

function numberOf(bad: () => Refused): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (text === '' || Number.isNaN(number)) throw bad()
    return number
  }
}

function momentsOf(task: TaskRow, field: string): number[] {
  const found: unknown = Reflect.get(task, field)
  const all = Array.isArray(found) ? task.reminders.map(({ reminder }) => reminder) : [String(found)]
  return all.filter((date) => date !== never).map((date) => Date.parse(date))
}

const unitMs: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
}

/** `now+7d/d`, `2026-11-16`, `2026-11-16||+1w` or a whole moment. */
function momentOf(text: string, { now, timeZone }: FilterOptions): number | undefined {
  const [, start = '', steps = ''] = /^(now|.*?\|\|)((?:[+-]\d+[smhdw]|\/[smhdw])*)$/.exec(text) ?? [
    '',
    text,
    '',
  ]
  let ms = start === 'now' ? now : dateOf(start.replace('||', ''), timeZone)
  if (ms === undefined) return undefined
  for (const [, sign, count, unit, round] of steps.matchAll(/([+-])(\d+)([smhdw])|\/([smhdw])/g)) {
    if (round !== undefined) ms = startOfDay(ms, timeZone)
    else ms += (sign === '-' ? -1 : 1) * Number(count) * (unitMs[unit ?? ''] ?? 0)
  }
  return ms
}

function dateOf(text: string, timeZone: string): number | undefined {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) {
    const utc = Date.parse(`${text}T00:00:00Z`)
    return utc - offsetMs(utc, timeZone)
  }
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? undefined : ms
}

function startOfDay(ms: number, timeZone: string): number {
  const local = ms + offsetMs(ms, timeZone)
  return Math.floor(local / 86_400_000) * 86_400_000 - offsetMs(ms, timeZone)
}

function offsetMs(ms: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(ms)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return local - Math.floor(ms / 1000) * 1000
}
