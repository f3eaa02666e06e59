import type { Dataset, Ontology } from '../../ontology/ontology.ts'
import type { Roads } from './roads.ts'
import { mainMoment } from './time-condition.ts'

/** The nearest thing with a moment that each row belongs to: the order of an order line. */
export function datedBy(
  { ontology, roads }: { readonly ontology: Ontology; readonly roads: Roads },
  homes: readonly Dataset[],
): Dataset | undefined {
  const dated = ontology.datasets.filter((each) => !each.isHidden && mainMoment(each) !== null)
  const near = homes.flatMap((home) =>
    dated.flatMap((each) => {
      const road = roads.between(home.name, each.name)
      return road?.toOne === true ? [{ each, length: road.length }] : []
    }),
  )
  return near.toSorted((a, b) => a.length - b.length)[0]?.each
}
