import type { Ontology } from '@quipu/query'
import { compare, field as fieldRef, literal } from '../interpret/builder.ts'
import { valuesOf } from '../interpret/whole-phrase.ts'
import { isSoldThing } from '../business/goods.ts'
import { nameFields } from '../lexicon/dataset-fields.ts'
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
  if (only === undefined || more.length > 0) return null
  const of = fieldRef(only.dataset, only.field)
  return {
    ...emptyFrame,
    subject: only.dataset.name,
    filters: [
      {
        key: `${only.dataset.name}.${only.field.name}`,
        condition: compare(of, '=', literal(only.value)),
      },
    ],
    also: [fieldRef(only.dataset, only.price)],
  }
}
