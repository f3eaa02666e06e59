import {
  days,
  isRearranged,
  metricExpression,
  type Cell,
  type Expression,
  type Field,
  type Ontology,
} from '@quipu/query'
import { fieldOf } from '../restate/fields.ts'
import { QueryError } from './query-error.ts'
import { quoted } from './resolve-name.ts'

type Kind = 'number' | 'text' | 'time' | 'flag' | 'unknown'

/** Refuses a value of the wrong type: text where a number belongs, a day that does not exist. */
export function checkValue(value: Cell, beside: Expression, ontology: Ontology, path: string): void {
  if (value === null) return
  const kind = kindOf(beside, ontology)
  if (kind === 'number' && typeof value === 'string' && !isNumber(value) && isStrict(beside, ontology))
    throw new QueryError(path, `${quoted(value)} is text, but ${nameOf(beside)} is a number.`)
  if (kind === 'time' && isMoment(beside, ontology)) checkMoment(value, nameOf(beside), path)
}

/** The expression is a moment, so that periods, parts and ranges of it make sense. */
export function checkIsTime(of: Expression, ontology: Ontology, path: string): void {
  const kind = kindOf(of, ontology)
  if (kind === 'time' || kind === 'unknown') return
  throw new QueryError(path, `${nameOf(of)} is no date or time, so it has no period.`)
}

/** The expression can be added up. */
export function checkIsNumber(of: Expression, ontology: Ontology, path: string, what: string): void {
  if (of.kind === 'field' && fieldOf(ontology, of)?.type === 'number') return
  const kind = kindOf(of, ontology)
  if (kind === 'number' || kind === 'unknown' || kind === 'flag') return
  const hint =
    kind === 'time' ? ' Use {"span": "day", "from": …, "to": …} for the time between two moments.' : ''
  throw new QueryError(path, `${what} needs a number, but ${nameOf(of)} is ${kind === 'time' ? 'a time' : 'text'}.${hint}`) // prettier-ignore
}

export function checkDay(text: string, path: string): void {
  checkMoment(text, 'a bound', path)
}

function checkMoment(value: Cell, name: string, path: string): void {
  const match =
    typeof value === 'string'
      ? /^(\d{4})-(\d\d)-(\d\d)(?:[T ]([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/.exec(
          value,
        )
      : null
  if (match === null)
    throw new QueryError(path, `${JSON.stringify(value)} is no date; write ${name} as YYYY-MM-DD.`)
  const [, year, month, day] = match.map(Number)
  if (days.dayFrom(year ?? 0, month ?? 0, day ?? 0) === null)
    throw new QueryError(path, `The day ${quoted(String(value))} does not exist.`)
}

function kindOf(of: Expression, ontology: Ontology): Kind {
  switch (of.kind) {
    case 'field': {
      const field = fieldOf(ontology, of)
      return field === null ? 'unknown' : kindOfField(field)
    }
    case 'literal':
      return typeof of.value === 'number' ? 'number' : typeof of.value === 'string' ? 'text' : 'unknown'
    case 'aggregate':
      return of.function === 'min' || of.function === 'max' ? kindOf(of.of, ontology) : 'number'
    case 'metric':
      return kindOf(metricExpression(of.name, ontology), ontology)
    case 'period':
    case 'now':
      return 'time'
    case 'join-text':
      return 'text'
    case 'scalar': {
      const [output] = of.query.outputs
      return output === undefined ? 'unknown' : kindOf(output.expression, ontology)
    }
    case 'arithmetic':
    case 'length':
    case 'part':
    case 'rows':
    case 'running':
    case 'share':
    case 'span':
      return 'number'
  }
}

function kindOfField({ type, timeFormat, role }: Field): Kind {
  if (type === 'date' || type === 'timestamp') return 'time'
  if (timeFormat !== null && timeFormat !== 'year') return 'time'
  if (type === 'boolean') return 'flag'
  if (type === 'number' || role === 'measure') return 'number'
  // A year is counted and compared as a number, and is a time as well.
  if (timeFormat === 'year') return 'unknown'
  return type === 'text' ? 'text' : 'unknown'
}

/** Its values are days or moments that are written as ISO text. */
function isMoment(of: Expression, ontology: Ontology): boolean {
  if (of.kind === 'aggregate') return isMoment(of.of, ontology)
  if (of.kind === 'period') return true
  const field = of.kind === 'field' ? fieldOf(ontology, of) : null
  if (field === null) return false
  if (field.timeFormat === null) return field.type === 'date' || field.type === 'timestamp'
  return field.timeFormat === 'iso-date' || field.timeFormat === 'iso-timestamp' || isRearranged(field)
}

/** SQLite keeps text in columns that are declared as numbers. */
function isStrict(of: Expression, ontology: Ontology): boolean {
  const field = of.kind === 'field' ? fieldOf(ontology, of) : null
  return field === null || field.type === 'number'
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text))
}

function nameOf(of: Expression): string {
  if (of.kind === 'field') return `${of.as ?? of.dataset}.${of.field}`
  return of.kind === 'metric' ? of.name : `the ${of.kind}`
}
