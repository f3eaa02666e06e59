import type { Dataset, Field, Ontology } from '@quipu/query'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { mainMoment } from '../interpret/time-condition.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'

export interface NamedMoment {
  readonly dataset: Dataset
  readonly field: Field
}

const empty = new Set(
  'the a an its their his her of being date day time moment timestamp when at on it'.split(' '),
)

/** Every time field that words such as "delivery", "being closed" or "the order" may mean, the closest name first. */
export function momentsNamed(words: string, { datasets }: Ontology): readonly NamedMoment[] {
  const content = nameWords(words).filter((word) => !empty.has(word))
  if (content.length === 0) return []
  const open = datasets.filter(({ isHidden }) => !isHidden)
  const byField = open.flatMap((dataset) =>
    visible(dataset)
      .filter((field) => isMoment(field) && content.every((word) => isIn(word, nameWords(field.label))))
      .map((field) => ({ dataset, field })),
  )
  const byThing = open.flatMap((dataset) => {
    const field = mainMoment(dataset)
    const own = nameWords(dataset.label)
    return field !== null && content.length === own.length && content.every((word) => own.includes(word))
      ? [{ dataset, field }]
      : []
  })
  return [...byField, ...byThing.filter((one) => !byField.some(({ field }) => field === one.field))]
}

function isIn(word: string, names: readonly string[]): boolean {
  return names.some((name) => !empty.has(name) && isAkin(word, name))
}

/** closed, closing, close; delivery, delivered. */
function isAkin(one: string, other: string): boolean {
  const stems = stemsOf(other)
  return [...stemsOf(one)].some((stem) => stems.has(stem))
}

/** The time field for the start of what the other one ends. */
export function momentBefore({ dataset, field }: NamedMoment): NamedMoment | null {
  const main = mainMoment(dataset)
  const others = visible(dataset).filter(
    (each) =>
      isMoment(each) && each !== field && each.type === field.type && !/\b(?:birth|due)\b/i.test(each.label),
  )
  const start = main !== null && others.includes(main) ? main : others.length === 1 ? others[0] : undefined
  return start === undefined ? null : { dataset, field: start }
}
