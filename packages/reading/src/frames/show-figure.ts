import type { Expression, Ontology } from '@quipu/query'
import { isSame } from '../restate/fields.ts'
import type { Reading } from '../plan/reading.ts'
import { headed, restate } from '../restate/restate.ts'
import { businessOf } from '../business/business.ts'

/** The best thing of a business or of a period, with the figure that ranks it: without it nobody can check the answer. */
export function showFigure(reading: Reading, ontology: Ontology): Reading {
  const { query, frame } = reading
  const [order] = query.orderBy
  const isOfBusiness =
    frame !== undefined && frame.rank !== null && (frame.time !== null || businessOf(ontology).trade !== null)
  if (!isOfBusiness || order === undefined || query.limit === null || query.groupBy.length === 0)
    return reading
  const { expression } = order
  const isShown = query.outputs.some((one) => isSame(one.expression, expression) || isFigure(one.expression))
  if (isShown || !isFigure(expression)) return reading
  const whole = headed({ ...query, outputs: [...query.outputs, { expression, label: '' }] }, ontology)
  return { ...reading, query: whole, restatement: restate(whole, ontology) }
}

function isFigure(expression: Expression): boolean {
  if (expression.kind === 'arithmetic') return isFigure(expression.left) || isFigure(expression.right)
  return ['aggregate', 'metric', 'share', 'running'].includes(expression.kind)
}
