import type { Dataset, Ontology } from '@quipu/query'
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

/** What joins two things, one of each, and happened at a moment: the loans between members and books. */
export function datedBetween(
  { ontology, roads }: { readonly ontology: Ontology; readonly roads: Roads },
  one: Dataset,
  other: Dataset,
): readonly Dataset[] {
  const whole = roads.between(one.name, other.name)?.length ?? 0
  return ontology.datasets.filter((each) => {
    if (each === one || each === other || each.isHidden || mainMoment(each) === null) return false
    const ways = [one, other].map((end) => roads.between(each.name, end.name))
    const length = ways.reduce((sum, way) => sum + (way?.length ?? Infinity), 0)
    return ways.every((way) => way?.toOne === true) && length <= whole + 0.001
  })
}
