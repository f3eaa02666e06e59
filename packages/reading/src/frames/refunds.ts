import { field as fieldRef } from '../interpret/builder.ts'
import { kindsOf } from '../metrics/kinds.ts'
import { saleRows } from '../metrics/trade.ts'
import type { MeasureSlot } from '../plan/frame.ts'
import { businessOf } from '../business/business.ts'
import { notDead } from '../business/not-dead.ts'
import { asBusiness, measured, mentionsOf, type Asked, type Measured } from './measured.ts'
import { amountOfSales, refundOf } from './stream-rules.ts'

/**
 * "how many refunds did we give and how much": the rows of the sales that are refunds, where refunds have no rows of their own.
 * Without a question for one of them, both are shown.
 */
export function refundsGiven({ scan, metric, ontology }: Asked): Measured | null {
  const { trade } = businessOf(ontology)
  if (trade === null || metric('refunded_amount') !== null || metric('revenue') === null) return null
  if (scan.rank !== null || scan.isAverage || scan.isShare || scan.isRate) return null
  const rows = saleRows(trade)
  const kinds = kindsOf(rows, ontology)
  // Those that suppliers send are no rows of the sales.
  const refund =
    (kinds?.back.length ?? 0) > 0 ? /^(?:refunds?|credit notes?|credit memos?|credits)$/i : /^refunds?$/i
  const named = scan.mentions.filter(({ text, mode }) => refund.test(text) && mode !== 'not')
  const verbs = mentionsOf(scan, 'verb').filter((one) => one.verb === 'refund' || one.verb === 'pay')
  const isOther = scan.mentions.some(
    (one) =>
      !named.includes(one) &&
      (one.kind === 'metric' ||
        one.kind === 'state' ||
        (one.kind === 'verb' && !verbs.includes(one)) ||
        ((one.kind === 'thing' || one.kind === 'field') && one.mode !== 'by')),
  )
  if (named.length === 0 || isOther) return null
  const filter =
    kinds === null || kinds.back.length === 0
      ? refundOf(trade.header, rows, trade.lines?.quantity ?? null, ontology)
      : {
          key: 'state refunded',
          condition: {
            kind: 'in',
            of: fieldRef(kinds.dataset, kinds.field),
            values: [...kinds.back],
          } as const,
        }
  const amount = amountOfSales(trade)
  if (filter === null || amount === null) return null
  const count: MeasureSlot = { kind: 'count', dataset: rows.name }
  const [isMany, isMuch] = [scan.asks.includes('many'), scan.asks.includes('much')]
  const measures = isMany === isMuch ? [count, amount] : isMany ? [count] : [amount]
  // What was void was given back to nobody.
  const valid = kinds === null ? [] : notDead(trade.header, ontology)
  const filters = [filter, ...valid.map((condition) => ({ key: `valid ${trade.header.name}`, condition }))]
  return asBusiness({ ...measured(measures, null, [...named, ...verbs]), filters })
}
