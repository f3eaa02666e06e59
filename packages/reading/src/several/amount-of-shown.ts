import type { Ontology, Query } from '@quipu/query'
import { figuresIn } from '../doubt/query-parts.ts'
import type { Plan } from '../plan/plan.ts'
import type { Assumption, Reading } from '../plan/reading.ts'
import { amountOf, owedAmount } from '../frames/amount-of.ts'
import { renewed } from './renewed.ts'

const they = '(?:it|that|this|they|those|these)'
const inAll = '(?: (?:altogether|all together|in total|in all|together|overall|in money))?'
const asked = new RegExp(
  `^\\W*(?:(?:and|so|but|ok) )*(?:(?:how much(?: money)?|what)(?:'s| is| are| was| were| does| do| did)? ${they}(?: all)?(?: worth| come to| add up to| amount to| cost| make)?${inAll}|how much(?: money)?${inAll}|(?:what(?:'s| is) )?the (?:total|sum|total amount|total value)|what are they (?:all )?worth|in total|altogether)\\W*$`,
  'iu',
)

/** "how much is that altogether": what the rows that were listed or counted come to. Null for another question, or where they have no amount. */
export function amountOfShown(question: string, previous: Reading, ontology: Ontology): Plan | null {
  if (!asked.test(question)) return null
  const { query } = previous
  const dataset = ontology.datasets.find(({ name }) => name === query.subject)
  if (dataset === undefined || query.combine !== null || query.having !== null || query.limit !== null)
    return null
  const isOwed = /\b(?:due|overdue|unpaid|paid|outstanding|owed?)\b/i.test(previous.restatement)
  const amount = (isOwed ? owedAmount(dataset) : null) ?? amountOf(dataset, ontology, false)
  if (amount === null) return null
  const groups = groupsOf(query)
  if (groups === null) return null
  const { expression } = amount
  const says = `“How much” is read as ${amount.label} of ${dataset.label}.`
  const notes: readonly Assumption[] = [
    { about: 'follow-up', says: `Continued from: ${previous.restatement}.`, changesNumbers: false },
    { about: 'meaning of how much', says, changesNumbers: false },
  ]
  const { frame: _, ...rest } = previous
  const made = renewed(
    rest,
    { ...query, outputs: [...groups, { expression, label: '' }], orderBy: [], distinct: false },
    notes,
    ontology,
  )
  return made === null ? null : { status: 'readings', readings: [made] }
}

/** The groups stay. Null where an amount is shown already. */
function groupsOf({ outputs, groupBy }: Query): Query['outputs'] | null {
  const figures = outputs.filter(({ expression }) => figuresIn(expression).length > 0)
  const isOfAmount = figures.some(
    ({ expression }) => expression.kind !== 'aggregate' || expression.function !== 'count',
  )
  if (isOfAmount) return null
  return groupBy.length === 0 ? [] : outputs.filter((one) => !figures.includes(one))
}
