import type { Dataset, Metric, Ontology } from '@quipu/query'
import { field as fieldRef } from '../interpret/builder.ts'
import { isMeasure } from '../lexicon/dataset-fields.ts'
import type { MeasureSlot } from '../plan/frame.ts'
import { businessOf } from '../business/business.ts'
import { reachesOne } from '../business/nearest.ts'
import {
  asBusiness,
  isRate,
  mainAmount,
  measured,
  mentionsOf,
  metricSlot,
  type Asked,
  type Measured,
  type Of,
} from './measured.ts'

/** "top 5 oils by litres sold", "oils by litres", "which oil do we sell the most litres of": each thing with the sum of what its rows say. */
export function thingsByMeasure({ scan, things, ontology, metric: metricOf }: Asked): Measured | null {
  const [head, ...more] = things
  if (head === undefined || more.length > 0 || scan.isAverage || scan.isShare || scan.isGrowth) return null
  if (scan.asks.includes('many') || scan.asks.includes('much')) return null
  if (mentionsOf(scan, 'thing').some((one) => one !== head) || mentionsOf(scan, 'unit').length > 0)
    return null
  const isRanked = scan.rank !== null && ['top', 'most', 'best', 'size'].includes(scan.rank.by)
  if (scan.rank !== null && !isRanked) return null
  const isMeant = ({ mode }: { readonly mode: string }): boolean =>
    mode === 'by' || (isRanked && mode === 'rank')
  const verbs = mentionsOf(scan, 'verb').filter(({ verb, mode }) => verb === 'sell' && mode !== 'not')
  if (verbs.length < mentionsOf(scan, 'verb').length) return null
  const metrics = mentionsOf(scan, 'metric')
  const fields = mentionsOf(scan, 'field')
  const [metric, ...others] = metrics
  if (metric !== undefined)
    // A ranking by a metric is read elsewhere.
    return scan.rank === null && metric.mode === 'by' && others.length + fields.length === 0
      ? asBusiness(measured([metricSlot(metric.metric)], head.dataset, [metric, ...verbs]))
      : null
  const [field, ...rest] = fields
  if (field === undefined || rest.length > 0 || !isMeant(field)) return null
  const slot =
    sumOf(field, head.dataset, ontology) ?? billedTo(field, head.dataset, metricOf('revenue'), ontology)
  return slot === null ? null : asBusiness(measured([slot], head.dataset, [field, ...verbs]))
}

/** "by invoiced amount": what the rows come to, though they have a net, a tax and a gross amount. */
function billedTo(
  { nouns, text }: Of<'field'>,
  head: Dataset,
  revenue: Metric | null,
  ontology: Ontology,
): MeasureSlot | null {
  if (!/(?:amounts?|values?|totals?|sums?|volumes?)$/i.test(text)) return null
  const found = nouns.flatMap((noun) =>
    noun.kind === 'field' &&
    isMeasure(noun.field) &&
    noun.dataset !== head &&
    reachesOne(noun.dataset.name, head.name, ontology)
      ? [noun.dataset]
      : [],
  )
  const [rows, ...more] = new Set(found)
  if (rows === undefined || more.length > 0) return null
  const isSold = revenue !== null && businessOf(ontology).trade?.header === rows
  return isSold ? metricSlot(revenue) : mainAmount(rows)
}

/** The only amount of this name in rows that belong to the thing. What one piece costs is not added up. */
function sumOf({ nouns }: Of<'field'>, head: Dataset, ontology: Ontology): MeasureSlot | null {
  const found = nouns.flatMap((noun) =>
    noun.kind === 'field' &&
    isMeasure(noun.field) &&
    !isRate(noun.field.label) &&
    noun.dataset !== head &&
    reachesOne(noun.dataset.name, head.name, ontology)
      ? [noun]
      : [],
  )
  const [only, ...more] = found.filter(({ score }) => score >= (found[0]?.score ?? 0) - 0.02)
  return only === undefined || more.length > 0
    ? null
    : { kind: 'field', field: fieldRef(only.dataset, only.field), function: 'sum' }
}
