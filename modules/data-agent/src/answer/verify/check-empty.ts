import {
  capital,
  cutText,
  visibleText,
  type Cell,
  type Condition,
  type Expression,
  type FieldRef,
} from '@quipu/query'
import type { ResultSet } from '../../sources/source.ts'
import { countOf } from '../explain/numbers.ts'
import { windowName } from '../explain/periods.ts'
import { appearanceOf, fieldsIn, isAggregated } from '../query-facts.ts'
import type { Level } from './level.ts'
import { ProbeSql } from './probe-sql.ts'
import { notRun, passed, wrong } from './prober.ts'
import type { Finding, Prober } from './prober.ts'

const mostFilters = 8
/** A placeholder for a count that a condition prevented. */
const notKnown = '-1'

/** For an empty result: the condition that causes it, and similar values. */
export async function checkEmpty(
  level: Level,
  result: ResultSet,
  prober: Prober,
): Promise<readonly Finding[]> {
  const kind = emptiness(level, result)
  if (kind === null) return [passed('empty', 'There are rows that fit the question.')]
  const { filters } = level
  const subject = [...level.measured()][0] ?? level.tree.root
  const name = visibleText(level.dataset(subject).label)
  if (filters.length === 0) {
    const says = `No rows: ${await whyWithoutFilters(level, subject, prober)}`
    return [level.query.having === null ? wrong('empty', 'warning', says) : passed('empty', says)]
  }
  const tried = filters.slice(0, mostFilters)
  const numbers = await prober.numbers(dropProbe(level, subject, tried))
  if ('trouble' in numbers) return [notRun('empty', 'Which condition leaves nothing over', numbers.trouble)]
  const [fitting = 0, ...counts] = numbers
  if (fitting > 0 && kind === 'rows') return [beyondFilters(level, name, fitting)]
  const outcomes = tried.map((filter, at) => ({
    filter,
    without: counts[2 * at] ?? 0,
    alone: counts[2 * at + 1] ?? 0,
  }))
  const unknown = outcomes.filter(({ filter, alone }) => alone === 0 && isPositive(filter))
  const guilty = outcomes.filter(({ without }) => without > 0)
  if (kind === 'zero' && unknown.length === 0) {
    return [passed('empty', `No row of ${name} fits all the conditions, though some fit each of them.`)]
  }
  const says = sentence(level, name, unknown, guilty)
  const isAsked = guilty.length > 0 && guilty.every(({ filter }) => !isPositive(filter))
  return [isAsked ? passed('empty', says) : wrong('empty', 'warning', says)]
}

interface Outcome {
  readonly filter: Condition
  /** Rows without this condition. */
  readonly without: number
  /** Rows with only this condition. */
  readonly alone: number
}

function sentence(
  level: Level,
  name: string,
  unknown: readonly Outcome[],
  guilty: readonly Outcome[],
): string {
  const [first] = unknown
  if (first !== undefined) {
    const near = nearby(first.filter, level)
    return `Nothing found: no row of ${name} has ${wordsFor(first.filter, level)}.${near === '' ? '' : ` ${near}`}`
  }
  if (guilty.length > 0) {
    const parts = guilty.map(
      ({ filter, without }) =>
        `without ${wordsFor(filter, level)} there ${without === 1 ? 'is' : 'are'} ${without.toLocaleString('en-US')}`,
    )
    return `Nothing found: no row of ${name} fits all the conditions; ${parts.join('; ')}.`
  }
  return `Nothing found: no row of ${name} fits the conditions, and none does when one of them is dropped.`
}

function emptiness({ query }: Level, result: ResultSet): 'rows' | 'zero' | null {
  if (result.rows.length === 0) return 'rows'
  const isTotal =
    query.groupBy.length === 0 && query.outputs.every(({ expression }) => isAggregated(expression))
  if (!isTotal || result.rows.length !== 1) return null
  const cells = result.rows[0] ?? []
  if (cells.every((cell) => cell === null)) return 'rows'
  return cells.every((cell) => cell === null || cell === 0) ? 'zero' : null
}

/** The matching rows; and for each condition the rows without it, and with only it. */
function dropProbe(level: Level, subject: string, filters: readonly Condition[]) {
  const sql = new ProbeSql(level)
  const counts = filters.flatMap((filter) => {
    const without = sql.scope(
      subject,
      level.filters.filter((one) => one !== filter),
    )
    const alone = sql.scope(subject, [filter])
    return [without, alone].map((scope) =>
      scope.isExact ? `(SELECT COUNT(*) FROM ${sql.table(subject)}${scope.sql})` : notKnown,
    )
  })
  const together = sql.scope(subject, level.filters)
  const fitting = together.isExact ? `(SELECT COUNT(*) FROM ${sql.table(subject)}${together.sql})` : notKnown
  return sql.statement(`SELECT ${[fitting, ...counts].join(', ')}`)
}

/** The filters match rows, but a condition on groups or a join does not. */
function beyondFilters(level: Level, name: string, fitting: number): Finding {
  const fits = fitting === 1 ? 'fits' : 'fit'
  const says = `${countOf(fitting, 'row')} of ${name} ${fits} the conditions, but nothing is left over in the end.`
  return level.query.having === null ? wrong('empty', 'warning', says) : passed('empty', says)
}

async function whyWithoutFilters(level: Level, subject: string, prober: Prober): Promise<string> {
  const sql = new ProbeSql(level)
  const name = visibleText(level.dataset(subject).label)
  const numbers = await prober.numbers(sql.statement(`SELECT COUNT(*) FROM ${sql.table(subject)}`))
  if ('trouble' in numbers) return `why could not be checked, ${numbers.trouble}.`
  const rows = numbers[0] ?? 0
  if (rows === 0) return `${name} is empty.`
  return `${name} has ${rows.toLocaleString('en-US')} rows, but none fits the question.`
}

/** A condition that requires a value, not its absence. */
function isPositive(filter: Condition): boolean {
  return ['compare', 'between', 'in', 'like', 'during'].includes(filter.kind)
}

/** Existing values: similar to the requested one, or their range. */
function nearby(filter: Condition, level: Level): string {
  const [ref] = fieldsIn(filter)
  if (ref === undefined) return ''
  const field = level.field(appearanceOf(ref), ref.field)
  const label = visibleText(field.label)
  const text = textIn(filter)
  if (text !== null) {
    const dataset = level.dataset(appearanceOf(ref)).name
    const near = level.ontology.values
      .near(text, 20)
      .filter((match) => match.dataset === dataset && match.field === field.name && match.value !== text)
      .slice(0, 3)
      .map(({ value }) => `"${cutText(visibleText(value), 40)}"`)
    if (near.length > 0) return `Near it there is ${near.join(', ')}.`
  }
  const { min, max } = field.statistics
  const isRange = field.type === 'number' || field.role === 'time' || field.timeFormat !== null
  return isRange && min !== null && max !== null
    ? `${capital(label)} runs from ${short(min)} to ${short(max)}.`
    : ''
}

function textIn(filter: Condition): string | null {
  if (filter.kind === 'like') return filter.text
  if (filter.kind === 'in') return filter.values.find((value) => typeof value === 'string') ?? null
  if (filter.kind !== 'compare' || filter.right.kind !== 'literal') return null
  return typeof filter.right.value === 'string' ? filter.right.value : null
}

function wordsFor(filter: Condition, level: Level): string {
  const name = (expression: Expression): string => {
    const [ref] = fieldsIn(expression)
    return ref === undefined ? 'a value' : labelOf(ref, level)
  }
  if (filter.kind === 'compare' && filter.right.kind === 'literal') {
    const sign = filter.operator === '=' ? '' : `${filter.operator} `
    return `${name(filter.left)} ${sign}${short(filter.right.value)}`
  }
  if (filter.kind === 'in') return `${name(filter.of)} ${filter.values.slice(0, 5).map(short).join(' or ')}`
  if (filter.kind === 'like') return `${name(filter.of)} with "${cutText(visibleText(filter.text), 40)}"`
  if (filter.kind === 'during') return `${name(filter.of)} ${windowName(filter.start, filter.end)}`.trim()
  const [ref] = fieldsIn(filter)
  return ref === undefined ? 'one of the conditions' : `the condition on ${labelOf(ref, level)}`
}

function labelOf(ref: FieldRef, level: Level): string {
  return visibleText(level.field(appearanceOf(ref), ref.field).label)
}

function short(cell: Cell): string {
  return typeof cell === 'string' && !/^\d{4}-\d{2}/.test(cell)
    ? `"${cutText(visibleText(cell), 40)}"`
    : String(cell)
}
