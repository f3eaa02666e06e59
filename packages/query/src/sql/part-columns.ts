import type { Expression } from '../model/logical-form.ts'
import type { Heading, Place, SqlExpression } from './ast.ts'
import { keyOf, type Environment } from './environment.ts'
import { headingFrom } from '../names/names.ts'

export function columnOf(place: Place, name: string): SqlExpression {
  return { kind: 'column', place, name, field: null }
}

export function named(of: SqlExpression, as: string): Heading {
  return { of, as: of.kind === 'column' && of.name === as ? null : as }
}

/** A short name for a column of a part. */
export function headingOf(of: Expression, env: Environment): string {
  if (of.kind === 'field') return env.level.field(of).column
  const output = env.level.query.outputs.find((one) => keyOf(one.expression) === keyOf(of))
  if (output !== undefined) return headingFrom(output.label)
  if (of.kind === 'aggregate') {
    const inner = of.of.kind === 'rows' ? of.of.dataset : of.of.kind === 'field' ? of.of.field : 'value'
    return headingFrom(`${of.function} ${inner}`)
  }
  return of.kind === 'period' ? of.unit : 'value'
}
