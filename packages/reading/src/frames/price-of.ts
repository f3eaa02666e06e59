import type { Dataset, Field, Ontology } from '@quipu/query'
import { compare, field as fieldRef, literal } from '../interpret/builder.ts'
import { valuesOf } from '../interpret/whole-phrase.ts'
import { isSoldThing } from '../business/goods.ts'
import { nameFields } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { singular } from '../words/word-forms.ts'
import { emptyFrame, type Frame } from '../plan/frame.ts'
import { priceOf } from './sold-rules.ts'

const asked = [
  /^(?:what|how much) (?:do|does|did|would|will) (?:we|you|it) (?:charge|ask|take) for (?:an? |the |one |our )?(.+)$/iu,
  /^how much (?:is|are) (?:an? |the |one |our )?(.+)$/iu,
  /^(?:what|how much) (?:does|do|did) (?:an? |the |one |our )?(.+) cost$/iu,
  /^(?:what(?:'s| is| are) )?(?:the |our )?(?:price|prices|fee|rate|charge)s? (?:of|for) (?:an? |the |one |our )?(.+)$/iu,
]

/** "what do we charge for a heat pack": the price that the thing has, and not what was taken for it. Null for another question. */
export function readPrice(question: string, ontology: Ontology): Frame | null {
  const text = question.trim().replace(/[\s?.!]+$/u, '')
  const name = asked.map((one) => one.exec(text)?.[1]).find((found) => found !== undefined)
  if (name === undefined) return null
  const found = valuesOf(name, ontology).flatMap((value) => {
    const dataset = ontology.datasets.find((each) => each.name === value.dataset)
    const field = dataset?.fields.find((each) => each.name === value.field)
    if (dataset === undefined || field === undefined || !isSoldThing(dataset, ontology)) return []
    const price = nameFields(dataset).includes(field) ? priceOf(dataset) : null
    return price === null ? [] : [{ dataset, field, price, value: value.value }]
  })
  const [only, ...more] = found
  if (only === undefined) return pricesOfPart(name, ontology)
  return more.length > 0 ? null : shown(only, [only.value])
}

interface Priced {
  readonly dataset: Dataset
  readonly field: Field
  readonly price: Field
}

function shown({ dataset, field, price }: Priced, values: readonly string[]): Frame {
  const of = fieldRef(dataset, field)
  const [value = '', ...more] = values
  return {
    ...emptyFrame,
    subject: dataset.name,
    filters: [
      {
        key: `${dataset.name}.${field.name}`,
        condition: more.length === 0 ? compare(of, '=', literal(value)) : { kind: 'in', of, values },
      },
    ],
    also: [fieldRef(dataset, price)],
  }
}

/** "how much is oat milk" where there are Oat Milk 1L and Oat Milk Barista: each of them with its name. The answer says which. */
function pricesOfPart(name: string, ontology: Ontology): Frame | null {
  const said = name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  // Other words than a name ask for more than a price.
  if (said.length === 0 || said.length > 3 || said.some((word) => isNamedIn(word, ontology))) return null
  const found = ontology.datasets.flatMap((dataset) => {
    const price = dataset.isHidden || !isSoldThing(dataset, ontology) ? null : priceOf(dataset)
    if (price === null) return []
    return nameFields(dataset).flatMap((field) => {
      const values = ontology.values
        .near(name, mostNear)
        .filter((one) => one.dataset === dataset.name && one.field === field.name)
        .map(({ value }) => value)
        .filter((value) => holdsInTurn(value, said))
      return values.length === 0 ? [] : [{ dataset, field, price, values: [...new Set(values)] }]
    })
  })
  const [only, ...more] = found
  if (only === undefined || more.length > 0 || only.values.length > mostShown) return null
  const says = `"${name}" is read as all of: ${only.values.join(', ')}.`
  return {
    ...shown(only, only.values),
    notes: [{ about: `meaning of ${name}`, says, changesNumbers: true }],
  }
}

const mostNear = 60
const mostShown = 12

/** Whether the words of a value have these beside each other. */
function holdsInTurn(value: string, said: readonly string[]): boolean {
  const words = value.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return words.some((_, from) =>
    said.every((word, at) => {
      const own = words[from + at] ?? ''
      return own === word || singular(own) === singular(word)
    }),
  )
}

/** A word that names rows or a column. */
function isNamedIn(word: string, { datasets }: Ontology): boolean {
  const [base] = nameWords(word)
  return datasets.some(
    ({ label, fields, isHidden }) =>
      !isHidden &&
      [label, ...fields.map((field) => field.label)].some((one) => nameWords(one).includes(base ?? word)),
  )
}
