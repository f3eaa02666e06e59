import type { Condition } from '@quipu/query'
import { endMoment } from '../business/end-moment.ts'
import { homeOf } from '../business/moments.ts'
import { reachesOne } from '../business/nearest.ts'
import { field as fieldOf } from '../interpret/builder.ts'
import { endedStates, stateField } from '../metrics/not-sold.ts'
import { isLasting } from '../metrics/plans.ts'
import type { FrameDraft } from './frame-draft.ts'
import { active } from './states.ts'

/** "what is our MRR": of what runs for a time, only what runs now brings something each month. */
export function addRunningMonthly(draft: FrameDraft): void {
  const { measures, filters, notes, ontology, time, today } = draft
  const [slot, ...more] = measures
  if (slot?.kind !== 'metric' || !monthly.has(slot.name) || more.length > 0 || time !== null) return
  const home = homeOf(slot.name, ontology)
  const lasting = ontology.datasets.find(({ name }) => name === home)
  if (lasting === undefined || filters.some(({ key }) => key.startsWith('state '))) return
  // The metric leaves out states that bring nothing; dates it cannot know.
  const end = stateField(lasting, endedStates, ontology) === null ? endMoment(lasting) : null
  if (end === null) return
  const of = fieldOf(lasting, end)
  const isOpen: Condition = { kind: 'null', of }
  const condition: Condition = {
    kind: 'or',
    of: [isOpen, { kind: 'during', of, start: today, end: null }],
  }
  filters.push({ key: `state running ${lasting.name}`, condition })
  const says = `Only ${lasting.label} that run now: without those whose ${end.label} has passed.`
  notes.push({ about: 'what counts', says, changesNumbers: false })
}

const monthly: ReadonlySet<string> = new Set(['mrr', 'arr'])

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
