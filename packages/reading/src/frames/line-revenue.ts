import type { Ontology } from '@quipu/query'
import { businessOf, revenueOf } from '../business/business.ts'
import { homeOf } from '../business/moments.ts'
import { distance, reachesOne } from '../business/nearest.ts'
import { billedLines, billedName } from '../metrics/billed-lines.ts'
import { lineRevenue } from '../metrics/trade-metrics.ts'
import type { FrameDraft } from './frame-draft.ts'
import { linesOfHire } from './hire-lines.ts'

interface LineRevenue {
  readonly name: string
  readonly home: string
  /** The lines are those of what was billed: bills may be for more or less. */
  readonly isBilled: boolean
}

/** What the lines came to, where revenue is that of whole orders or bills. */
export function revenueOfLines(ontology: Ontology): readonly LineRevenue[] {
  const { metric, trade } = businessOf(ontology)
  const beside = trade === null ? [] : billedLines(trade, ontology)
  return [lineRevenue, ...beside.map(({ name }) => name)].flatMap((name) => {
    const found = metric(name)
    const home = found === null ? null : homeOf(found.name, ontology)
    return found === null || home === null ? [] : [{ name: found.name, home, isBilled: name !== lineRevenue }]
  })
}

/** Where a report by item stands beside the sales that are measured, its rows: these belong to none of the sales. */
export function reportBeside({ measures: [slot, ...rest], ontology, home }: FrameDraft): string | null {
  const { trade } = businessOf(ontology)
  const isRevenue = slot?.kind === 'metric' && slot.name === revenueOf(ontology) && rest.length === 0
  return isRevenue && trade?.header.name === home && trade.lines?.isApart === true
    ? trade.lines.dataset.name
    : null
}

/** Revenue of whole orders becomes that of their lines where only the lines know this dataset. */
export function measureLines(draft: FrameDraft, name: string): void {
  const {
    measures: [slot, ...rest],
    ontology,
    home,
  } = draft
  const goods = slot === undefined || rest.length > 0 ? null : linesOfHire(slot, name, ontology)
  if (goods !== null) {
    draft.measures = [{ kind: 'metric', name: goods.metric }]
    draft.home = goods.home
    return
  }
  if (slot?.kind !== 'metric' || rest.length > 0) return
  const all = revenueOfLines(ontology)
  // What was billed of one kind is known only by the lines of this kind.
  const own =
    slot.name === revenueOf(ontology) ? all : all.filter((one) => billedName(one.name) === slot.name)
  const isKnown = reachesOne(home, name, ontology)
  const found = own.find((lines) => {
    // A claim for an order names a product too, but the lines are nearer to it.
    const isNear = distance(home, name, ontology) <= distance(lines.home, name, ontology)
    return !(isNear && isKnown) && reachesOne(lines.home, name, ontology) && !(lines.isBilled && isKnown)
  })
  if (found === undefined) return
  draft.measures = [{ kind: 'metric', name: found.name }]
  draft.home = found.home
  if (!found.isBilled) return
  const label = ontology.datasets.find((each) => each.name === found.home)?.label ?? found.home
  const says = `Revenue is what ${label} came to here, and not what was billed.`
  draft.notes.push({ about: 'meaning of revenue', says, changesNumbers: true })
}
