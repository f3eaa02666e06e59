import type { Cell, Dataset, Field, Ontology } from '@quipu/query'
import { fillers, nameWords } from './name-words.ts'

/** A yes/no field and its values in the data. */
export interface Flag {
  readonly dataset: Dataset
  readonly field: Field
  /** The letters of the property: `billable`, `instock` for `in_stock`, `parking` for `has_parking`. */
  readonly name: string
  readonly words: readonly string[]
}

export interface FlagValues {
  readonly yes: Cell
  readonly no: Cell
}

/** Null for a field that is not a flag. A value that no row has is null. */
export function flagValues({ type, role, sample }: Field): FlagValues | null {
  if (type === 'boolean') return { yes: true, no: false }
  if (role !== 'flag') return null
  if (type === 'number') return { yes: 1, no: 0 }
  const found = (words: ReadonlySet<string>): string | null =>
    sample.find((each) => words.has(each.trim().toLowerCase())) ?? null
  const values = { yes: found(yes), no: found(no) }
  return type !== 'text' || (values.yes === null && values.no === null) ? null : values
}

const yes: ReadonlySet<string> = new Set(['y', 'yes', 'true', 't', '1', 'x', '✓'])
const no: ReadonlySet<string> = new Set(['n', 'no', 'false', 'f', '0', ''])
const opening: ReadonlySet<string> = new Set(
  'is has was are can did does should had have be allows allow includes include'.split(' '),
)
const closing: ReadonlySet<string> = new Set(['flag', 'yn', 'indicator', 'ind'])

const known = new WeakMap<Ontology, readonly Flag[]>()

/** Made once for each ontology. */
export function flagsOf(ontology: Ontology): readonly Flag[] {
  const found = known.get(ontology)
  if (found !== undefined) return found
  const made = ontology.datasets
    .filter((each) => !each.isHidden)
    .flatMap((dataset) => dataset.fields.flatMap((field) => flagOf(dataset, field)))
  known.set(ontology, made)
  return made
}

function flagOf(dataset: Dataset, field: Field): readonly Flag[] {
  if (field.isHidden || flagValues(field) === null) return []
  const own = nameWords(dataset.label)
  const all = field.label.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const from = opening.has(all[0] ?? '') && all.length > 1 ? 1 : 0
  const to = closing.has(all.at(-1) ?? '') && all.length - from > 1 ? -1 : undefined
  const kept = all.slice(from, to)
  const [first, ...rest] = kept
  const words = first !== undefined && own.includes(first) && rest.length > 0 ? rest : kept
  const name = words.join('')
  return name.length < 3 || words.every((word) => fillers.has(word)) ? [] : [{ dataset, field, name, words }]
}
