import type { Field, Ontology } from '@quipu/query'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isPast } from '../words/verbal.ts'
import { singular } from '../words/word-forms.ts'

interface StoredCount {
  readonly field: Field
  /** What is counted: `enrolled` of `num_enrolled`, `reference` of `reference_count`. */
  readonly of: string
}

/** "number of pupils enrolled" where the rows have `num_enrolled`, "number of references cited" where they have `reference_count`. */
export function withStoredCounts(question: string, ontology: Ontology): string {
  return storedCounts(ontology).reduce((text, { field, of }) => {
    const label = field.label.toLowerCase()
    if (!isPast(of))
      return text.replaceAll(
        /\b((?:number|count) of (\p{L}+)) \p{L}+ed\b( by\b)?/giu,
        (all, said: string, thing: string, by: string | undefined) =>
          singular(thing.toLowerCase()) === of ? `${said}${by === undefined ? '' : ' of'}` : all,
      )
    return text
      .replaceAll(new RegExp(String.raw`\b(?:number|count) of (?:\p{L}+ ${of}|${of} \p{L}+)\b`, 'giu'), label)
      .replaceAll(new RegExp(String.raw`(?<=\bratio of (?:the )?)${of} \p{L}+(?= to\b)`, 'giu'), label)
  }, question)
}

const known = new WeakMap<Ontology, readonly StoredCount[]>()

/** Found once for each ontology: counts that rows keep of something that has no rows of its own by that name. */
function storedCounts(ontology: Ontology): readonly StoredCount[] {
  const before = known.get(ontology)
  if (before !== undefined) return before
  const shown = ontology.datasets.filter(({ isHidden }) => !isHidden)
  const names = new Set(shown.map(({ label }) => nameWords(label).join(' ')))
  const found = shown.flatMap((dataset) =>
    visible(dataset)
      .filter(isMeasure)
      .flatMap((field): readonly StoredCount[] => {
        const words = nameWords(field.label)
        const [of, ...more] = words.filter((word) => word !== 'number' && word !== 'count')
        const isCount = of !== undefined && more.length === 0 && words.length === 2
        return isCount && of.length > 3 && !names.has(of) ? [{ field, of }] : []
      }),
  )
  const made = found.filter(({ of }) => found.filter((other) => other.of === of).length === 1)
  known.set(ontology, made)
  return made
}
