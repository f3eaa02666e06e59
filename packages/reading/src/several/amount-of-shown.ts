import type { Expression, Ontology, Query } from '@quipu/query'
import { homeOf } from '../business/moments.ts'
import { figuresIn } from '../doubt/query-parts.ts'
import type { Plan } from '../plan/plan.ts'
import type { Assumption, Reading } from '../plan/reading.ts'
import { amountOf, owedAmount } from '../frames/amount-of.ts'
import { debtsOf } from '../frames/states.ts'
import { emptyQuery } from '../interpret/builder.ts'
import { outstanding } from '../metrics/owed.ts'
import { conjuncts } from '../restate/fields.ts'
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

/** "how much is that altogether", where people were listed who have bills in some state: what is left to pay of these bills. */
export function debtsOfShown(question: string, previous: Reading, ontology: Ontology): Plan | null {
  const { query } = previous
  if (!asked.test(question)) return null
  const [only, ...more] = conjuncts(query.where)
  if (only?.kind !== 'related' || more.length > 0 || query.combine !== null || query.groupBy.length > 0)
    return null
  const bills = debtsOf(ontology).find(({ dataset }) => dataset.name === only.query.subject)?.dataset
  if (bills === undefined || only.query.where === null || query.having !== null || query.limit !== null)
    return null
  const isOwed =
    ontology.metrics.some(({ name }) => name === outstanding) && homeOf(outstanding, ontology) === bills.name
  const amount = isOwed ? null : (owedAmount(bills) ?? amountOf(bills, ontology, false))
  const expression: Expression | null = isOwed
    ? { kind: 'metric', name: outstanding }
    : (amount?.expression ?? null)
  if (expression === null) return null
  const { frame: _, ...rest } = previous
  const says = `“How much” is read as what is to be paid of these ${bills.label}.`
  const made = renewed(
    rest,
    { ...emptyQuery(bills), outputs: [{ expression, label: '' }], where: only.query.where },
    [
      { about: 'follow-up', says: `Continued from: ${previous.restatement}.`, changesNumbers: false },
      { about: 'meaning of how much', says, changesNumbers: false },
    ],
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
