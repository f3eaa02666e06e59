import type { Dataset, Field, Metric } from '@quipu/query'
import { isMeasure, isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { parentsOf, pathText, type Schema } from './field-finder.ts'
import { deadStates, soldConditions } from './not-sold.ts'
import { aggregated, propose } from './proposal.ts'

/** What was taken in for somebody, what was kept of it, and what was paid on: a statement to an owner or to a maker. */
interface Settlement {
  readonly dataset: Dataset
  readonly fee: Field
  readonly paidOut: Field
}

/** Rows that settle an account with those for whom money was taken in: they sum up other rows, and are no sales. */
export function settlementOf(dataset: Dataset, schema: Schema): Settlement | null {
  const measures = visible(dataset).filter(isMeasure)
  const only = (name: RegExp): Field | null => {
    const found = measures.filter(({ label }) => name.test(label) && !/\b(?:percent|pct|rate)\b/i.test(label))
    return found.length === 1 ? (found[0] ?? null) : null
  }
  const [fee, paidOut] = [only(kept), only(passedOn)]
  const isOfSomebody = parentsOf(dataset, schema).some(isPeople)
  const isDated = visible(dataset).some(isMoment)
  // What came in, the fee and what is left of it.
  return fee === null ||
    paidOut === null ||
    fee === paidOut ||
    measures.length < 3 ||
    !isDated ||
    !isOfSomebody
    ? null
    : { dataset, fee, paidOut }
}

const kept = /\b(?:fees?|commission|our (?:share|cut))\b/i
const passedOn =
  /\b(?:net paid|net pay ?out|paid out|pay ?outs?|net to \w+|paid to \w+|net due|amount due to \w+)\b/i

/** What was kept for the own work, and what was paid on to others. */
export function settlementMetrics(schema: Schema): readonly Metric[] {
  const found = schema.datasets.flatMap((each) => (each.isHidden ? [] : (settlementOf(each, schema) ?? [])))
  const [only, ...more] = found
  if (only === undefined || more.length > 0) return []
  const { dataset, fee, paidOut } = only
  const sum = (field: Field): string =>
    aggregated('sum', pathText({ dataset, field }), soldConditions([dataset], schema, deadStates))
  const party = parentsOf(dataset, schema).find(isPeople)
  const one = nameWords(party?.label ?? '').join(' ')
  const names =
    one === '' ? [] : [`paid out to ${one}s`, `paid to ${one}s`, `${one} payouts`, `payouts to ${one}s`]
  const isCommission = /commission/i.test(fee.label)
  return [
    propose({
      name: 'fees_earned',
      label: isCommission ? 'commission earned' : 'fees earned',
      synonyms: [
        'our fees, fee income, fees charged, management fees, management fee, our management fees, agency fees, service fees, our commission, commission income',
        ...(isCommission ? ['commission', 'commissions'] : ['fees']),
      ].join(', '),
      expression: sum(fee),
      unit: fee.unit,
      says: `${fee.label} of ${dataset.label}`,
    }),
    propose({
      name: 'paid_out',
      label: 'amount paid out',
      synonyms: ['paid out, payouts, payout, money paid out', ...names].join(', '),
      expression: sum(paidOut),
      unit: paidOut.unit,
      says: `${paidOut.label} of ${dataset.label}`,
    }),
  ]
}
