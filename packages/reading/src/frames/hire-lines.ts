import type { Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { homeOf } from '../business/moments.ts'
import { reachesOne } from '../business/nearest.ts'
import { lineRevenue } from '../metrics/trade-metrics.ts'
import type { MeasureSlot } from '../plan/frame.ts'

/** "hire income by group of items": what a whole order came to for its goods is the sum of its lines, which name them. */
export function linesOfHire(
  slot: MeasureSlot,
  name: string,
  ontology: Ontology,
): { readonly metric: string; readonly home: string } | null {
  const { trade, metric } = businessOf(ontology)
  if (slot.kind !== 'field' || slot.function !== 'sum' || slot.field.dataset !== trade?.header.name)
    return null
  const label = trade.header.fields.find((field) => field.name === slot.field.field)?.label ?? ''
  const found = metric(lineRevenue) ?? metric('revenue')
  const home = found === null ? null : homeOf(found.name, ontology)
  if (found === null || home === null || home === trade.header.name) return null
  const isOfGoods = /^(?:hire|rental|rent|goods|items|merchandise|sub ?total)$/i.test(label)
  const isOfLines = !reachesOne(trade.header.name, name, ontology) && reachesOne(home, name, ontology)
  return isOfGoods && isOfLines ? { metric: found.name, home } : null
}
