import type { Field, Ontology } from '@quipu/query'
import { fillers, nameWords } from '../lexicon/name-words.ts'
import type { Token } from '../words/tokens.ts'

/**
 * Whether a value only says to which dataset a row belongs: `workshop` of `used for`, beside `studio` and `ware`. In a question that
 * names neither these rows nor the field, the word means the workshops.
 */
export function namesDataset(
  value: { readonly dataset: string; readonly field: string },
  tokens: readonly Token[],
  ontology: Ontology,
): boolean {
  const own = namingFields(ontology).get(`${value.dataset}.${value.field}`)
  return own !== undefined && !tokens.some(({ forms }) => forms.some((form) => own.has(form)))
}

const known = new WeakMap<Ontology, ReadonlyMap<string, ReadonlySet<string>>>()

/** The fields whose values name datasets, each with the words of its own dataset and name. */
function namingFields(ontology: Ontology): ReadonlyMap<string, ReadonlySet<string>> {
  const found = known.get(ontology) ?? findNamingFields(ontology)
  known.set(ontology, found)
  return found
}

function findNamingFields(ontology: Ontology): ReadonlyMap<string, ReadonlySet<string>> {
  const { datasets, values } = ontology
  const words = new Set(datasets.flatMap(({ isHidden, label }) => (isHidden ? [] : nameWords(label))))
  const named = new Map<string, Set<string>>()
  for (const word of words)
    for (const { dataset, field, value } of values.exact(word)) {
      const key = `${dataset}.${field}`
      named.set(key, (named.get(key) ?? new Set()).add(value))
    }
  return new Map(
    datasets.flatMap((dataset) =>
      dataset.fields.flatMap((field) => {
        const key = `${dataset.name}.${field.name}`
        const names = [...nameWords(dataset.label), ...nameWords(field.label)]
        const own = new Set(names.filter((word) => !fillers.has(word)))
        return isNaming(field, named.get(key) ?? new Set(), own) ? [[key, own] as const] : []
      }),
    ),
  )
}

/** One value may equal a name by chance. Half of few values, and at least two, do not. */
function isNaming(
  { statistics: { distinct } }: Field,
  named: ReadonlySet<string>,
  own: ReadonlySet<string>,
): boolean {
  const others = [...named].filter((value) => !own.has(value.toLowerCase()))
  return others.length >= 2 && others.length * 2 >= distinct
}
