import type { Dataset, Expression, Ontology, Output } from '@quipu/query'
import { metricExpression } from '@quipu/query'
import { isReadingDoubt } from '../dialogue/reading-doubt.ts'
import { figuresIn, homeOfFigure } from '../doubt/query-parts.ts'
import { amountOf } from '../frames/amount-of.ts'
import type { Plan } from '../plan/plan.ts'
import type { Reading } from '../plan/reading.ts'

/** A question that was read as one number, perhaps for each group. */
export interface Figure {
  readonly reading: Reading
  readonly amount: Expression
  readonly groups: readonly Output[]
  readonly kind: 'count' | 'sum' | 'other'
  /** The dataset whose rows it counts or adds up. */
  readonly home: string
}

/** Null where a word was lost, or where something else than one number is shown. */
export function figureOf(plan: Plan, ontology: Ontology): Figure | null {
  const isOpen = plan.status === 'clarification' && isReadingDoubt(plan)
  const reading = plan.status === 'readings' ? plan.readings[0] : isOpen ? plan.readings[0] : undefined
  if (reading === undefined || (isOpen && plan.readings.length > 1)) return null
  if (plan.status === 'clarification' || reading.confidence < leastSure) return null
  if (reading.unmatched.length > 0 || reading.assumptions.some(({ about }) => about === lost)) return null
  return figureIn(reading, ontology)
}

const lost = 'words not understood'
const leastSure = 0.35

export function figureIn(reading: Reading, ontology: Ontology): Figure | null {
  const { outputs, groupBy, limit, combine, having } = reading.query
  const measured = outputs.filter(({ expression }) => figuresIn(expression).length > 0)
  const [only, ...more] = measured
  if (only === undefined || more.length > 0 || limit !== null || combine !== null || having !== null)
    return null
  const groups = outputs.filter((one) => one !== only)
  if (groups.length > 0 && groupBy.length === 0) return null
  const home = homeOfFigure(figuresIn(only.expression)[0] ?? only.expression, ontology)
  if (home === null) return null
  return { reading, amount: only.expression, groups, kind: kindOf(only.expression, ontology), home }
}

function kindOf(expression: Expression, ontology: Ontology): Figure['kind'] {
  if (expression.kind === 'metric') return kindOf(metricExpression(expression.name, ontology), ontology)
  if (expression.kind === 'aggregate')
    return expression.function === 'count' ? 'count' : expression.function === 'sum' ? 'sum' : 'other'
  if (expression.kind !== 'arithmetic' || expression.operator === '/' || expression.operator === '*')
    return 'other'
  const [left, right] = [kindOf(expression.left, ontology), kindOf(expression.right, ontology)]
  return left === right ? left : 'other'
}

/** What counted rows come to in money, where they do. */
export function inMoney(figure: Figure, ontology: Ontology): Figure | null {
  const { amount } = figure
  if (amount.kind !== 'aggregate' || amount.function !== 'count') return null
  const dataset = ontology.datasets.find(({ name }) => name === figure.home)
  const found = dataset === undefined ? null : amountOf(dataset, ontology, false)
  if (found === null || found.expression.kind !== 'aggregate') return null
  const expression =
    amount.where === undefined ? found.expression : { ...found.expression, where: amount.where }
  return withAmount(figure, expression)
}

export function withAmount(figure: Figure, amount: Expression): Figure {
  return { ...figure, amount, kind: 'sum' }
}

/** The dataset that a number of rows is counted of. */
export function countedRows({ amount, home }: Figure, { datasets }: Ontology): Dataset | null {
  const isCount = amount.kind === 'aggregate' && amount.function === 'count' && amount.of.kind === 'rows'
  return isCount ? (datasets.find(({ name }) => name === home) ?? null) : null
}
