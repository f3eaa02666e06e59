import type { Ontology } from '@quipu/query'
import { homeOf } from '../business/moments.ts'
import { reachesOne } from '../business/nearest.ts'
import { isPeople } from '../lexicon/dataset-fields.ts'
import { hoursWorked } from '../metrics/work-metrics.ts'
import type { Frame } from '../plan/frame.ts'
import { buyerOf, mentionsOf, staffOf } from './measured.ts'
import type { Scan } from './scan.ts'

/** "who worked the most?", "which one sold the most?": a ranking of the groups that were shown, by what was measured. */
export function rankOfGroups(scan: Scan, { groups, measures }: Frame): Scan | null {
  const [slot] = measures
  const isDivided = groups.some(({ kind }) => kind === 'thing' || kind === 'field')
  if (!isDivided || slot?.kind !== 'metric') return null
  return isSaidAgain(scan, slot.name) ? { ...scan, asks: [], mentions: [] } : null
}

/** "who worked the most?" after figures of each shop: the people who did it, in the same period. */
export function rankOfDoers(
  scan: Scan,
  frame: Frame,
  ontology: Ontology,
): { readonly scan: Scan; readonly frame: Frame } | null {
  const [slot, ...more] = frame.measures
  if (scan.asks[0] !== 'who' || slot?.kind !== 'metric' || more.length > 0) return null
  if (!isSaidAgain(scan, slot.name)) return null
  const shown = frame.groups.map((one) => (one.kind === 'thing' ? one.dataset : null))
  const areThings = ontology.datasets.some((each) => shown.includes(each.name) && !isPeople(each))
  const isBuying = mentionsOf(scan, 'verb').some(({ verb }) => verb === 'buy' || verb === 'spend')
  const people = isBuying ? buyerOf(ontology) : staffOf(ontology)
  const home = homeOf(slot.name, ontology)
  if (!areThings || people === null || home === null || !reachesOne(home, people.name, ontology)) return null
  return {
    scan: { ...scan, asks: [], mentions: [] },
    frame: { ...frame, groups: [{ kind: 'thing', dataset: people.name }] },
  }
}

/** Whether a ranking names nothing but what was measured before. */
function isSaidAgain({ rank, asks, mentions }: Scan, metric: string): boolean {
  const isAsked = rank?.by === 'most' && (asks[0] === 'who' || asks[0] === 'which')
  const isHours = metric === hoursWorked
  return (
    isAsked &&
    mentions.length > 0 &&
    mentions.every(
      (one) =>
        one.kind === 'verb' && one.mode !== 'not' && isHours === (one.verb === 'work') && one.verb !== 'owe',
    )
  )
}
