import type { Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { asBusiness, measured, mentionsOf, metricSlot, type Asked, type Measured } from './measured.ts'
import { homeOf } from '../business/moments.ts'
import { wayToPay } from './ways-to-pay.ts'

/**
 * "how much came in by card", "cash and card separately", "takings by payment method": what was paid in this way. Payments say it
 * where they have a way of payment, and otherwise the sales.
 */
export function paidBy({ scan, things, metric, ontology }: Asked): Measured | null {
  const values = mentionsOf(scan, 'value').filter((one) => isWay(one.values, ontology))
  const [revenue, received] = [metric('revenue'), metric('payments_received')]
  const isOther =
    (values.length === 0 && !scan.isMethod) ||
    values.some(({ mode }) => mode === 'not' || mode === 'without') ||
    scan.asks.some((ask) => ask === 'many' || ask === 'who' || ask === 'list') ||
    scan.rank !== null ||
    scan.isAverage ||
    scan.isShare ||
    scan.isRate ||
    scan.isGrowth
  if (isOther) return null
  const metrics = mentionsOf(scan, 'metric').filter(({ mode }) => mode !== 'by')
  const verbs = mentionsOf(scan, 'verb')
  const names = new Set([revenue?.name, received?.name])
  const rows = new Set([homeOf(received?.name ?? '', ontology), businessOf(ontology).trade?.header.name])
  const isAbout =
    metrics.every((one) => names.has(one.metric.name)) &&
    verbs.every(
      ({ verb, text, mode }) => incoming.has(verb) && mode === 'plain' && !/\bwe (?:pa|sp)/i.test(text),
    ) &&
    things.every(({ dataset }) => rows.has(dataset.name)) &&
    mentionsOf(scan, 'field').every(({ mode }) => mode === 'by') &&
    mentionsOf(scan, 'state').length === 0
  // A bare "card" says nothing about money.
  const isAsked =
    metrics.length + verbs.length > 0 || scan.asks.includes('much') || scan.isVersus || scan.isMethod
  if (!isAbout || !isAsked) return null
  const isOfSales = metrics.some((one) => one.metric === revenue) && salesHaveWay(ontology)
  const paid = received !== null && hasWay(homeOf(received.name, ontology), ontology) ? received : null
  const found = isOfSales || paid === null ? revenue : paid
  if (found === null || (found === revenue && !salesHaveWay(ontology))) return null
  return asBusiness(measured([metricSlot(found)], null, [...metrics, ...verbs, ...things]))
}

const incoming: ReadonlySet<string> = new Set(['earn', 'charge', 'pay', 'sell', 'spend'])

function hasWay(name: string | null, { datasets }: Ontology): boolean {
  const dataset = datasets.find((one) => one.name === name)
  return dataset !== undefined && wayToPay(dataset) !== null
}

function salesHaveWay(ontology: Ontology): boolean {
  const { trade } = businessOf(ontology)
  return trade !== null && wayToPay(trade.header) !== null
}

/** Whether one of the values is a way in which sales or payments were paid. */
export function isWay(
  values: readonly { readonly dataset: string; readonly field: string }[],
  ontology: Ontology,
): boolean {
  return values.some((value) => {
    const dataset = ontology.datasets.find(({ name }) => name === value.dataset)
    return dataset !== undefined && wayToPay(dataset)?.name === value.field
  })
}
