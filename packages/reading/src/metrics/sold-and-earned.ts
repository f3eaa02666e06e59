import { singularLabel, type Metric } from '@quipu/query'
import { plural } from '../words/word-forms.ts'
import { propose } from './proposal.ts'

/** "tickets sold": how many, where each counted row is one of the things. */
export function thingsSold(thing: string, expression: string, says: string): Metric {
  const one = singularLabel(thing).toLowerCase()
  const many = plural(one)
  return propose({
    name: 'units_sold',
    label: `${many} sold`,
    synonyms: [
      `${one} sold, sold ${many}, number of ${many} sold, units sold, pieces sold`,
      `${many} we sold, ${many} we have sold, amount of ${many} sold`,
    ].join(', '),
    expression,
    says,
  })
}

interface Earned {
  /** The expressions of what came in and of what it cost. */
  readonly revenue: string
  readonly spent: string
  readonly costSays: string
  /** What does not count. */
  readonly left: string
  readonly unit: string | null
}

/** What the sold things cost, and what is left of the revenue. */
export function earned({ revenue, spent, costSays, left, unit }: Earned): readonly Metric[] {
  return [
    propose({
      name: 'cost_of_goods',
      label: 'cost of goods sold',
      synonyms: 'cogs, cost of goods, cost of sales, goods cost',
      expression: spent,
      unit,
      says: `${costSays}${left}`,
    }),
    propose({
      name: 'profit',
      label: 'profit',
      synonyms: 'gross profit, profits, earnings',
      expression: `${revenue} - ${spent}`,
      unit,
      says: `revenue − ${costSays}${left}`,
    }),
    propose({
      name: 'margin',
      label: 'profit margin',
      synonyms: 'margin, gross margin, margins, profitability',
      expression: `100 * (${revenue} - ${spent}) / (${revenue})`,
      unit: 'percent',
      says: `profit in percent of revenue, with cost = ${costSays}${left}`,
    }),
  ]
}
