import { reachesOne } from '../business/nearest.ts'
import { isLasting } from '../metrics/plans.ts'
import type { FrameDraft } from './frame-draft.ts'
import { active } from './states.ts'

/** "customers on each plan": those whose contract has ended are on none, where only contracts lead from people to plans. */
export function addRunning({ measures, groups, filters, notes, ontology, base, time }: FrameDraft): void {
  const [slot, ...more] = measures
  if (slot?.kind !== 'count' || more.length > 0 || base !== null || time !== null) return
  if (filters.some(({ key }) => key.startsWith('state '))) return
  const leadsTo = (from: string, to: string): boolean =>
    ontology.relationships.some((one) => one.from === from && one.to === to)
  const [between, ...others] = ontology.datasets.filter(
    (each) =>
      isLasting(each) &&
      leadsTo(each.name, slot.dataset) &&
      groups.some(
        (one) =>
          one.kind === 'thing' &&
          one.dataset !== slot.dataset &&
          leadsTo(each.name, one.dataset) &&
          !reachesOne(slot.dataset, one.dataset, ontology),
      ),
  )
  if (between === undefined || others.length > 0) return
  if (filters.some(({ key }) => key.includes(`${between.name}.`))) return
  const condition = active(between, ontology)
  if (condition === null) return
  filters.push({ key: `state running ${between.name}`, condition })
  const says = `Only those whose ${between.label} run now.`
  notes.push({ about: 'what counts', says, changesNumbers: true })
}
