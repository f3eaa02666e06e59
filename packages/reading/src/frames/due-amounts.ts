import { field as fieldOf } from '../interpret/builder.ts'
import { outstanding } from '../metrics/owed.ts'
import {
  asBusiness,
  measured,
  mentionsOf,
  metricSlot,
  owedSum,
  type Asked,
  type Measured,
} from './measured.ts'
import { debtOf, stateMeaning } from './states.ts'

/** "how much is due in the next two weeks": what is left to pay of the bills that are due then. */
export function dueAmount({ scan, things, metric, ontology }: Asked): Measured | null {
  const [one, ...more] = mentionsOf(scan, 'state').filter(({ state }) => state === 'due')
  const [event] = one?.events ?? []
  if (one === undefined || event === undefined || more.length > 0 || scan.rank !== null) return null
  if (!scan.asks.includes('much') || scan.asks.includes('many') || scan.isAverage || scan.isShare) return null
  const { dataset, field } = event
  const isOther = things.some((thing) => thing.dataset !== dataset)
  if (isOther || scan.mentions.some(({ kind }) => kind === 'metric' || kind === 'verb')) return null
  const open = debtOf(ontology)?.dataset === dataset ? metric(outstanding) : null
  const unpaid = stateMeaning('unpaid', dataset, ontology, '')?.condition ?? null
  const slot = open === null ? owedSum(dataset) : metricSlot(open)
  if (unpaid === null || slot === null) return null
  return asBusiness({
    ...measured([slot], null, [one, ...things]),
    moment: fieldOf(dataset, field),
    filters: open === null ? [{ key: 'state unpaid', condition: unpaid }] : [],
  })
}
