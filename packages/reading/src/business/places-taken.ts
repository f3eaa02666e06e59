import type { Condition, Dataset, Ontology } from '@quipu/query'
import { aggregate, and, compare, emptyQuery, field as fieldOf, rows } from '../interpret/builder.ts'
import { childrenOf, parentsOf } from '../metrics/field-finder.ts'
import { unsoldStates } from '../metrics/not-sold.ts'
import { bookedPlaces, headsOf, placesOf } from '../metrics/occupancy.ts'
import { businessOf } from './business.ts'
import { notDead } from './not-dead.ts'

/** As many places are taken as there are. */
export function isFull(dataset: Dataset): Condition | null {
  const places = placesOf(dataset)
  const taken = bookedPlaces(dataset)
  return places === null || taken === null || places === taken
    ? null
    : compare(fieldOf(dataset, taken), '>=', fieldOf(dataset, places))
}

/** As many tickets were sold as the room has seats: the rows of a stream of income that belong to it are counted, or the people in them. */
export function isBookedOut(dataset: Dataset, ontology: Ontology): Condition | null {
  const { streams, trade } = businessOf(ontology)
  const sold = [...streams.map((stream) => stream.trade), ...(trade === null ? [] : [trade])].map(
    ({ header }) => header,
  )
  const [taken, ...more] = new Set(childrenOf(dataset, ontology).filter((child) => sold.includes(child)))
  const found = [dataset, ...parentsOf(dataset, ontology)].flatMap((owner) => {
    const field = placesOf(owner)
    return field === null ? [] : [{ owner, field }]
  })
  const [places, ...others] = found
  if (taken === undefined || more.length > 0 || places === undefined || others.length > 0) return null
  const seats = fieldOf(places.owner, places.field)
  const heads = headsOf(taken)
  // The rows that are counted belong to one thing: its own places need no aggregate.
  const most = places.owner === dataset ? seats : aggregate('max', seats)
  return {
    kind: 'related',
    of: dataset.name,
    query: {
      ...emptyQuery(taken),
      where: and(notDead(taken, ontology, unsoldStates)),
      having: compare(
        heads === null ? aggregate('count', rows(taken)) : aggregate('sum', fieldOf(taken, heads)),
        '>=',
        most,
      ),
    },
  }
}
