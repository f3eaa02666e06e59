import type { Dataset, Ontology } from '@quipu/query'
import { isPeople } from '../lexicon/dataset-fields.ts'
import type { JoinPaths } from './join-paths.ts'
import { mainMoment } from './time-condition.ts'

/** The nearest thing with a time field that each row belongs to: the order of an order line. */
export function datedBy(
  { ontology, joinPaths }: { readonly ontology: Ontology; readonly joinPaths: JoinPaths },
  homes: readonly Dataset[],
): Dataset | undefined {
  const dated = ontology.datasets.filter((each) => !each.isHidden && mainMoment(each) !== null)
  const near = homes.flatMap((home) =>
    dated.flatMap((each) => {
      const path = joinPaths.between(home.name, each.name)
      // The day on which somebody was hired does not date their work.
      const isOther = each !== home && isPeople(each)
      return path?.toOne === true ? [{ each, length: path.length + (isOther ? 10 : 0) }] : []
    }),
  )
  return near.toSorted((a, b) => a.length - b.length)[0]?.each
}

/** A dated thing that joins two others, one of each: the loans between members and books. */
export function datedBetween(
  { ontology, joinPaths }: { readonly ontology: Ontology; readonly joinPaths: JoinPaths },
  one: Dataset,
  other: Dataset,
): readonly Dataset[] {
  const whole = joinPaths.between(one.name, other.name)?.length ?? 0
  return ontology.datasets.filter((each) => {
    if (each === one || each === other || each.isHidden || mainMoment(each) === null) return false
    const ways = [one, other].map((end) => joinPaths.between(each.name, end.name))
    const length = ways.reduce((sum, way) => sum + (way?.length ?? Infinity), 0)
    return ways.every((way) => way?.toOne === true) && length <= whole + 0.001
  })
}
