import type { Dataset, Field } from '@quipu/query'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
/** Words for people whom a field counts. */
const people = words(
  'guests people persons pax attendees participants visitors passengers delegates students pupils players diners covers heads children adults kids members spectators walkers riders campers residents travellers travelers swimmers runners volunteers candidates',
)
/** How sure a number of people is, the surest first. */
const kinds: readonly ReadonlySet<string>[] = [
  words('final actual attended served came arrived present seated'),
  words('confirmed booked total registered count number no'),
  words('estimated expected planned estimate forecast approx'),
]

/** `guests final` beside `guests estimated`: who says only “guests” means the number that is surest. */
export function withHeadcounts(datasets: readonly Dataset[]): Dataset[] {
  return datasets.map((dataset) => {
    const surest = new Map<string, { readonly field: Field; readonly rank: number }>()
    const plain = new Set(dataset.fields.flatMap(({ label, synonyms }) => [label, ...synonyms]))
    for (const field of dataset.fields) {
      const found = countOf(field)
      if (found === null || plain.has(found.of)) continue
      const known = surest.get(found.of)
      if (known === undefined || found.rank < known.rank) surest.set(found.of, { field, rank: found.rank })
    }
    if (surest.size === 0) return dataset
    const named = (field: Field): string[] =>
      [...surest].flatMap(([of, one]) => (one.field === field ? [of] : []))
    const fields = dataset.fields.map((field) =>
      named(field).length === 0 ? field : { ...field, synonyms: [...field.synonyms, ...named(field)] },
    )
    return { ...dataset, fields }
  })
}

function countOf({ label, role, isInteger }: Field): { readonly of: string; readonly rank: number } | null {
  const [one = '', other = '', ...more] = label.split(' ')
  if (role !== 'measure' || !isInteger || more.length > 0) return null
  const of = people.has(one) ? one : people.has(other) ? other : null
  const rank = kinds.findIndex((kind) => kind.has(of === one ? other : one))
  return of === null || rank < 0 ? null : { of, rank }
}
