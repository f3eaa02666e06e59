import type { Dataset, FieldRef, Ontology } from '@quipu/query'
import { field as fieldRef } from '../interpret/builder.ts'
import { childrenOf } from '../metrics/field-finder.ts'
import { isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { businessOf } from '../business/business.ts'
import { reachesOne } from '../business/nearest.ts'
import { isPast } from '../words/verbal.ts'
import { asBusiness, measured, type Asked, type Measured } from './measured.ts'
import type { Mention } from './scan.ts'

/** "which court gets booked the most", "which tool gets damaged most often": the rows of the event, counted for each of the things. */
export function doneMost({ scan, ontology }: Asked): Measured | null {
  const { rank, mentions } = scan
  if (rank?.by !== 'most' || scan.asks[0] !== 'which' || scan.asks.length > 1) return null
  if (scan.isAverage || scan.isShare || scan.isRate) return null
  const [head, event, ...others] = mentions.filter(({ kind }) => kind !== 'time' && kind !== 'unit')
  if (head === undefined || event === undefined || others.length > 0 || event.at > rank.at) return null
  if ((head.kind !== 'thing' && head.kind !== 'field') || head.mode !== 'plain' || head.at > event.at)
    return null
  const done = eventOf(event)
  if (done === null || done.dataset === (head.kind === 'thing' ? head.dataset : null)) return null
  const rows = rowsOf(done.dataset, head, ontology)
  if (rows === null) return null
  const moment = done.moment !== null && rows === done.dataset ? { moment: done.moment } : {}
  const thing = head.kind === 'thing' ? head.dataset : null
  return asBusiness({ ...measured([{ kind: 'count', dataset: rows.name }], thing, [event]), ...moment })
}

/** What a verb in the past tells of: the rows with its date, or those that are called so. */
function eventOf(one: Mention): { readonly dataset: Dataset; readonly moment: FieldRef | null } | null {
  if (one.mode !== 'plain' || !isPast(one.text.toLowerCase())) return null
  if (one.kind === 'thing') return { dataset: one.dataset, moment: null }
  if (one.kind !== 'value' || one.values.length + one.parts.length > 0) return null
  const [event, ...more] = one.events
  if (event === undefined || more.some(({ dataset }) => dataset !== event.dataset)) return null
  return {
    dataset: event.dataset,
    moment: more.length === 0 && isMoment(event.field) ? fieldRef(event.dataset, event.field) : null,
  }
}

/** The rows of the event, or the lines of a sale where only these name the thing. People do, and are not done. */
function rowsOf(dataset: Dataset, head: Mention, ontology: Ontology): Dataset | null {
  const { trade } = businessOf(ontology)
  // `return lines` name the product that was returned.
  const lines = childrenOf(dataset, ontology).filter((each) => !visible(each).some(isMoment))
  const sold = trade?.header === dataset && trade.lines !== null ? [trade.lines.dataset] : []
  const rows = [dataset, ...sold, ...lines]
  if (head.kind === 'thing')
    return isPeople(head.dataset)
      ? null
      : (rows.find(({ name }) => reachesOne(name, head.dataset.name, ontology)) ?? null)
  return head.kind === 'field'
    ? (rows.find((each) => head.nouns.some((noun) => noun.kind === 'field' && noun.dataset === each)) ?? null)
    : null
}
