import type { Field, TimeFormat } from '../model/ontology.ts'
import type { Expression } from '../model/logical-form.ts'
import type { ColumnType } from '../model/statement.ts'
import type { Level } from './level.ts'
import { metricExpression } from '../metrics/metric-expression.ts'
import { isRearranged } from './written-dates.ts'

/** What is known about the values of an expression before it runs. */
export interface ValueType {
  readonly type: ColumnType
  /** The database would truncate a division of such values. */
  readonly mayBeWhole: boolean
  readonly canBeNull: boolean
  readonly timeFormat: TimeFormat | null
  /** An absolute moment, which must be converted to a time zone. */
  readonly isZoned: boolean
  readonly field: Field | null
}

const number: ValueType = {
  type: 'number',
  mayBeWhole: true,
  canBeNull: true,
  timeFormat: null,
  isZoned: false,
  field: null,
}
const text: ValueType = { ...number, type: 'text', mayBeWhole: false }

export function valueType(of: Expression, level: Level): ValueType {
  switch (of.kind) {
    case 'field':
      return fieldType(level.field(of))
    case 'literal':
      return {
        ...text,
        type: literalType(of.value),
        mayBeWhole: Number.isInteger(of.value),
        canBeNull: of.value === null,
      }
    case 'aggregate':
      return aggregateType(of, level)
    case 'metric':
      return valueType(metricExpression(of.name, level.build.ontology), level)
    case 'arithmetic': {
      const [left, right] = [valueType(of.left, level), valueType(of.right, level)]
      const mayBeWhole = of.operator !== '/' && left.mayBeWhole && right.mayBeWhole
      return { ...number, mayBeWhole, canBeNull: of.operator === '/' || left.canBeNull || right.canBeNull }
    }
    case 'period':
      return { ...text, type: 'date', canBeNull: valueType(of.of, level).canBeNull }
    case 'now':
      return { ...text, type: 'timestamp', canBeNull: false }
    case 'join-text':
      return text
    case 'scalar': {
      const output = of.query.outputs[0]
      if (output === undefined) return number
      return scalarType(output.expression, level)
    }
    case 'part':
    case 'length':
      return { ...number, canBeNull: valueType(of.of, level).canBeNull }
    case 'share':
      return { ...number, mayBeWhole: false }
    case 'running':
      return { ...number, mayBeWhole: of.function !== 'growth' && of.function !== 'mean' }
    case 'span':
    case 'rows':
      return number
  }
}

/** A nested query has its own appearances, so only the field itself is looked at here. */
function scalarType(of: Expression, level: Level): ValueType {
  if (of.kind === 'aggregate' && of.function !== 'count') {
    return of.function === 'min' || of.function === 'max'
      ? scalarType(of.of, level)
      : { ...number, mayBeWhole: of.function === 'sum' }
  }
  if (of.kind !== 'field') return number
  const dataset = level.build.ontology.datasets.find((one) => one.name === of.dataset)
  const field = dataset?.fields.find((one) => one.name === of.field)
  return field === undefined ? number : { ...fieldType(field), canBeNull: true }
}

function aggregateType(of: Extract<Expression, { kind: 'aggregate' }>, level: Level): ValueType {
  if (of.function === 'count') return { ...number, canBeNull: false }
  const inner = of.of.kind === 'rows' ? number : valueType(of.of, level)
  if (of.function === 'min' || of.function === 'max') return { ...inner, canBeNull: true }
  return { ...number, mayBeWhole: of.function === 'sum' && inner.mayBeWhole }
}

function fieldType(field: Field): ValueType {
  const isFloat = /real|doub|floa/i.test(field.nativeType)
  return {
    type: field.type,
    mayBeWhole: (field.type !== 'number' || !isFloat) && field.statistics.isHundredths !== true,
    canBeNull: field.isNullable && !field.isPrimaryKey,
    timeFormat: isRearranged(field) ? 'iso-date' : field.timeFormat,
    isZoned:
      /time zone|timestamptz|timetz/i.test(field.nativeType) && !/without time zone/i.test(field.nativeType),
    field,
  }
}

function literalType(value: string | number | boolean | null): ColumnType {
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'text'
}
