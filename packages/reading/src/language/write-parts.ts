import type { Condition, Expression, FieldRef, Query } from '@quipu/query'
import { ignoringCase, runningWords } from './operators.ts'

export type QueryJson = Readonly<Record<string, unknown>>

/** What parts need of the level that they stand in. */
export interface Writer {
  readonly subject: string
  readonly query: (query: Query) => QueryJson
  readonly condition: (of: Condition, writer: Writer) => unknown
}

export function writeExpression(of: Expression, writer: Writer): string | number | QueryJson {
  const inner = (one: Expression): unknown => writeExpression(one, writer)
  switch (of.kind) {
    case 'field':
      return writeField(of)
    case 'literal':
      return typeof of.value === 'number' ? of.value : { value: of.value }
    case 'rows':
      return of.as ?? of.dataset
    case 'aggregate':
      return {
        [of.function]: inner(of.of),
        ...(of.distinct ? { distinct: true } : {}),
        ...(of.each === undefined ? {} : { each: of.each.as ?? of.each.dataset }),
        ...(of.where === undefined ? {} : { where: writer.condition(of.where, writer) }),
      }
    case 'metric':
      return { metric: of.name }
    case 'arithmetic':
      return { [of.operator]: [inner(of.left), inner(of.right)] }
    case 'period':
      return {
        [of.unit]: inner(of.of),
        ...(of.fiscal === true ? { fiscal: true } : {}),
        ...(of.fiscalStart === undefined ? {} : { fiscal_start: of.fiscalStart }),
      }
    case 'part':
      return { part: of.part, of: inner(of.of) }
    case 'span':
      return { span: of.unit, from: inner(of.from), to: inner(of.to) }
    case 'now':
      return { now: true }
    case 'length':
      return { length: inner(of.of) }
    case 'join-text':
      return { join_text: of.of.map(inner) }
    case 'share':
      return {
        share: inner(of.of),
        ...(of.within.length === 0 ? {} : { within: of.within.map(inner) }),
        ...(of.percent ? { percent: true } : {}),
      }
    case 'running': {
      const word = Object.entries(runningWords).find(([, name]) => name === of.function)?.[0] ?? of.function
      return {
        [word]: inner(of.of),
        along: inner(of.along),
        ...(of.within.length === 0 ? {} : { within: of.within.map(inner) }),
        ...(of.steps === undefined ? {} : { steps: of.steps }),
      }
    }
    case 'scalar':
      return { query: writer.query(of.query) }
  }
}

/** `dataset.field`; apart where the field's name itself has a dot. */
function writeField({ dataset, field, as = dataset }: FieldRef): string | QueryJson {
  return field.includes('.') ? { field, of: as } : `${as}.${field}`
}

/** Conditions that must hold altogether are a list. */
export function writeConditions(of: Condition, writer: Writer): readonly unknown[] {
  if (of.kind === 'and' && of.of.length > 1) return of.of.map((one) => writeCondition(one, writer))
  return [writeCondition(of, writer)]
}

export function writeCondition(of: Condition, writer: Writer): unknown {
  const left = (one: Expression): unknown => writeExpression(one, writer)
  switch (of.kind) {
    case 'and':
    case 'or':
      return { [of.kind]: of.of.map((one) => writeCondition(one, writer)) }
    case 'not':
      return writeNegated(of.of, writer)
    case 'compare':
      return [
        left(of.left),
        `${of.operator}${of.fold === true ? ignoringCase : ''}`,
        operand(of.right, writer),
      ]
    case 'between':
      return [left(of.of), 'between', [operand(of.low, writer), operand(of.high, writer)]]
    case 'in':
      return [left(of.of), of.fold === true ? `in${ignoringCase}` : 'in', of.values]
    case 'like':
      return [left(of.of), of.how, of.text]
    case 'null':
      return [left(of.of), 'is null']
    case 'during':
      return [
        left(of.of),
        'during',
        { ...(of.start === null ? {} : { start: of.start }), ...(of.end === null ? {} : { end: of.end }) },
      ]
    case 'member':
      return [left(of.of), 'in', { query: writer.query(of.query) }]
    case 'related':
      return related(of, 'exists', writer)
  }
}

function writeNegated(of: Condition, writer: Writer): unknown {
  const written = writeCondition(of, writer)
  if (of.kind === 'related') return related(of, 'not_exists', writer)
  if (of.kind === 'null') return [writeExpression(of.of, writer), 'is not null']
  if (Array.isArray(written) && (of.kind === 'in' || of.kind === 'member' || of.kind === 'like'))
    return [written[0], `not ${String(written[1])}`, written[2]]
  return { not: written }
}

function related(
  { of, ofAs, query }: Extract<Condition, { kind: 'related' }>,
  word: 'exists' | 'not_exists',
  writer: Writer,
): QueryJson {
  const start = ofAs ?? of
  return { [word]: writer.query(query), ...(start === writer.subject ? {} : { of: start }) }
}

/** A plain value stands for itself; an expression is an object. */
function operand(of: Expression, writer: Writer): unknown {
  if (of.kind === 'literal') return of.value
  const written = writeExpression(of, writer)
  return typeof written === 'string' ? { field: written } : written
}
