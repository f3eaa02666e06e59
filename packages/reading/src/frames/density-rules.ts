import type { Dataset, Ontology } from '@quipu/query'
import { isPeople } from '../lexicon/dataset-fields.ts'
import type { MeasureSlot } from '../plan/frame.ts'
import { asBusiness, measured, mentionsOf, type Asked, type Measured, type Of } from './measured.ts'
import { eventMoment } from '../lexicon/event-moment.ts'
import { reachesOne } from '../business/nearest.ts'

/** "complaints per 100 orders", "complaints per order by shop": rows of one kind for each row of another that they belong to. */
export function rowsPerRows({ scan, things, ontology }: Asked): Measured | null {
  const isOther = scan.mentions.some(({ kind }) => kind === 'metric' || kind === 'verb')
  if (isOther || scan.isShare || scan.isRate || scan.asks.includes('much')) return null
  const all = mentionsOf(scan, 'thing')
  const pairs = all.flatMap((of) => all.filter((per) => isPer(of, per, ontology)).map((per) => ({ of, per })))
  const [pair, ...more] = pairs
  if (pair === undefined || more.length > 0) return null
  const { of, per } = pair
  const head = headOf(things, pair)
  if (head === undefined) return null
  // "orders per customer" is a number for each customer, unless something else divides them.
  const isDivided =
    scan.perNumber !== null ||
    mentionsOf(scan, 'thing').some((one) => one.mode === 'by' && one !== per) ||
    mentionsOf(scan, 'field').some((one) => one.mode === 'by')
  // Of people and places, only those that have such rows are told of; an order without a complaint is an order.
  const isEvent = eventMoment(per.dataset) !== null && !isPeople(per.dataset)
  if (!isDivided || (scan.perNumber === null && !isEvent) || (scan.rank !== null && head === null))
    return null
  const slot: MeasureSlot = {
    kind: 'density',
    dataset: of.dataset.name,
    per: per.dataset.name,
    times: scan.perNumber ?? 1,
  }
  return asBusiness(measured([slot], head, [of, per]))
}

/** The thing that is ranked. Undefined where more than one is named. */
function headOf(
  things: Asked['things'],
  { of, per }: { readonly of: Of<'thing'>; readonly per: Of<'thing'> },
): Dataset | null | undefined {
  const [head, ...more] = things.filter((one) => one !== of && one !== per)
  return more.length > 0 ? undefined : (head?.dataset ?? null)
}

function isPer(of: Of<'thing'>, per: Of<'thing'>, ontology: Ontology): boolean {
  const isBeside =
    per.mode === 'by' && !per.isEach && of.mode !== 'by' && per.at > of.at && per.at - of.at <= 3
  return isBeside && of.dataset !== per.dataset && reachesOne(of.dataset.name, per.dataset.name, ontology)
}
