import type { Dataset, Field, Metric } from '@quipu/query'
import { isMeasure, isMoment, visible } from '../lexicon/dataset-fields.ts'
import { isAmong, measureNamed, parentsOf, pathText, type Place, type Schema } from './field-finder.ts'
import { settlementsOf } from './kinds.ts'
import { soldConditions } from './not-sold.ts'
import { outstanding, outstandingNames } from './owed.ts'
import { aggregated, propose } from './proposal.ts'

/** A cash book or ledger: dated amounts, and a field of theirs or of their account that says what came in and what went out. */
interface Ledger {
  readonly amount: Place
  readonly kind: Place
  readonly comesIn: readonly string[]
  readonly goesOut: readonly string[]
}

const list = (text: string): readonly string[] => text.split(', ')
const incoming = list(
  'income, revenue, sales, sale, in, money in, cash in, inflow, earnings, receipts, takings',
)
const outgoing = list(
  'expense, expenses, expenditure, out, money out, cash out, outflow, cost, costs, spending, outgoings, overheads, cost of sales',
)
const amounts = list('amount, value, total, sum, net').map((word) => [word])

/** What came in, what went out, and what is left. Empty where no field tells them apart. */
export function ledgerMetrics(schema: Schema): readonly Metric[] {
  const [only, ...more] = schema.datasets.flatMap((dataset) => ledgerOf(dataset, schema) ?? [])
  if (only === undefined || more.length > 0) return []
  const { amount, kind, comesIn, goesOut } = only
  const counted = soldConditions([amount.dataset], schema)
  const sum = (values: readonly string[]): string =>
    aggregated('sum', pathText(amount), [...counted, isAmong(kind, values)])
  const isSigned = Number(amount.field.statistics.min) < 0
  const [income, spent] = [sum(comesIn), `${isSigned ? '0 - ' : ''}${sum(goesOut)}`]
  const says = (values: readonly string[]): string =>
    `${amount.field.label} of ${amount.dataset.label} where ${kind.field.label} is ${values.join(' or ')}`
  const made = (name: string, synonyms: string, expression: string, text: string): Metric =>
    propose({ name, label: name, synonyms, expression, unit: amount.field.unit, says: text })
  return [
    made('revenue', 'sales, turnover, takings, income, total sales, money in', income, says(comesIn)),
    made('spending', 'expenses, expenditure, costs, total costs, money out', spent, says(goesOut)),
    made('profit', 'profits, earnings, surplus, what is left', `${income} - (${spent})`, 'income − expenses'),
  ]
}

/** What customers paid, and what they owe, where a ledger has both what they were charged and what they paid, with opposite signs. */
export function accountMetrics(schema: Schema): readonly Metric[] {
  const [only, ...more] = schema.datasets.flatMap((dataset) => {
    const kinds = dataset.isHidden ? null : settlementsOf(dataset, schema)
    const field = measureNamed(dataset, amounts) ?? onlyMeasure(dataset)
    return kinds === null || field === null ? [] : [{ amount: { dataset, field }, kinds }]
  })
  if (only === undefined || more.length > 0) return []
  const { amount, kinds } = only
  const path = pathText(amount)
  const isPaid = isAmong(kinds, kinds.payments)
  const of = `${amount.field.label} of ${amount.dataset.label}`
  const { unit } = amount.field
  return [
    propose({
      name: 'payments_received',
      label: 'payments received',
      synonyms: 'cash received, money received, amount paid, paid amount, collected amount',
      expression: `0 - ${aggregated('sum', path, [isPaid])}`,
      unit,
      says: `${of} where ${kinds.field.label} is ${kinds.payments.join(' or ')}`,
    }),
    propose({
      name: outstanding,
      label: 'outstanding amount',
      synonyms: outstandingNames,
      expression: aggregated('sum', path, []),
      unit,
      says: `${of}: what was charged less what was paid`,
    }),
  ]
}

function ledgerOf(dataset: Dataset, schema: Schema): Ledger | null {
  if (dataset.isHidden || !visible(dataset).some(isMoment)) return null
  const field = measureNamed(dataset, amounts) ?? onlyMeasure(dataset)
  if (field === null) return null
  for (const owner of [dataset, ...parentsOf(dataset, schema)])
    for (const kind of visible(owner)) {
      const [comesIn, goesOut] = [among(incoming, owner, kind, schema), among(outgoing, owner, kind, schema)]
      if (comesIn.length > 0 && goesOut.length > 0 && kind.statistics.distinct <= mostKinds)
        return { amount: { dataset, field }, kind: { dataset: owner, field: kind }, comesIn, goesOut }
    }
  return null
}

/** More different values than this are categories, and no kinds. */
const mostKinds = 12

function onlyMeasure(dataset: Dataset): Field | null {
  const [only, ...more] = visible(dataset).filter(isMeasure)
  return only === undefined || more.length > 0 ? null : only
}

function among(
  words: readonly string[],
  dataset: Dataset,
  field: Field,
  { values }: Pick<Schema, 'values'>,
): readonly string[] {
  const found = words
    .flatMap((word) => values.exact(word))
    .filter((each) => each.dataset === dataset.name && each.field === field.name)
  return [...new Set(found.map(({ value }) => value))].sort()
}
