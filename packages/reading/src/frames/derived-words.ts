import type { Ontology } from '@quipu/query'
import type { ValueCandidate } from '../annotate/chunk.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { isStateTable } from '../metrics/not-sold.ts'
import { singular } from '../words/word-forms.ts'

/** The states whose verb a noun is made of: `cancelled` for "cancellation". */
export function statesNamed(noun: string, ontology: Ontology): readonly ValueCandidate[] {
  const isSame = statesOf(ontology).filter(({ value }) => letters(value) === letters(noun))
  if (isSame.length > 0) return isSame
  // A sample holds a few states only.
  const exact = withStates(noun, ontology)
  if (exact.length > 0) return exact
  const participles = [...stemsOf(noun)].flatMap((stem) => [`${stem}ed`, `${stem}${stem.at(-1) ?? ''}ed`])
  return participles.flatMap((word) => withStates(word, ontology))
}

function withStates(text: string, ontology: Ontology): readonly ValueCandidate[] {
  return ontology.values
    .exact(text)
    .filter(({ dataset, field }) => isState(dataset, field, ontology))
    .map(({ dataset, field, value }) => ({ dataset, field, value, score: 0.9 }))
}

/** The states that say that a row waits, for what the words say: `Waiting parts`, `On hold`. */
export function statesOfWaiting(
  words: readonly { readonly lower: string; readonly forms: readonly string[] }[],
  ontology: Ontology,
): readonly ValueCandidate[] {
  const forms =
    words.length === 0 ? ['hold', 'on hold'] : words.flatMap(({ lower, forms: own }) => [lower, ...own])
  const near = [...new Set(forms)].flatMap((form) => ontology.values.near(form, 20))
  const waits = words.length === 0 ? /\bhold\b|onhold/i : /\b(?:a?wait|hold|on order|need)/i
  const found = near.filter(({ dataset, field, value }) => {
    const own = value
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .map(singular)
    const isSaid = words.every((one) =>
      [one.lower, ...one.forms].some((form) => own.includes(singular(form))),
    )
    return waits.test(value) && isSaid && isState(dataset, field, ontology)
  })
  const different = new Map(found.map((one) => [JSON.stringify([one.dataset, one.field, one.value]), one]))
  return [...different.values()].map(({ dataset, field, value }) => ({ dataset, field, value, score: 0.9 }))
}

/** `NoShow` and "no-shows" are the same word. */
function letters(text: string): string {
  return singular(text.toLowerCase().replaceAll(/[^\p{L}]/gu, ''))
}

const known = new WeakMap<Ontology, readonly ValueCandidate[]>()

/** The values of the fields that hold a state. */
function statesOf(ontology: Ontology): readonly ValueCandidate[] {
  const found = known.get(ontology)
  if (found !== undefined) return found
  const made = ontology.datasets.flatMap((dataset) =>
    dataset.isHidden
      ? []
      : dataset.fields
          .filter((field) => field.type === 'text' && isState(dataset.name, field.name, ontology))
          .flatMap((field) =>
            field.sample.map((value) => ({ dataset: dataset.name, field: field.name, value, score: 0.9 })),
          ),
  )
  known.set(ontology, made)
  return made
}

function isState(name: string, of: string, { datasets }: Ontology): boolean {
  const dataset = datasets.find((each) => each.name === name)
  const field = dataset?.fields.find((each) => each.name === of && !each.isHidden)
  if (dataset === undefined || field === undefined) return false
  return isStateTable(dataset) || /\b(?:status|state|stage|outcome|result)\b/i.test(field.label)
}
