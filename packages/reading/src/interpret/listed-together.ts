import type { Dataset, Field, Query } from '@quipu/query'
import type { Draft, Mention } from '../grammar/draft.ts'
import { isEntity } from '../grammar/chunk-kind.ts'
import { isPeople, nameFields } from '../lexicon/dataset-fields.ts'
import { singular } from '../words/word-forms.ts'
import { emptyQuery, field } from './builder.ts'
import type { Resolution } from './resolve.ts'

/** "the phone numbers of all customers and all suppliers": one list of both. Null where the question asks for something else. */
export function listedTogether(draft: Draft, { nouns }: Resolution, question: string): Query | null {
  const [shown, other, ...more] = draft.outputs
  const isBare =
    draft.conditions.length + draft.groups.length + draft.orders.length === 0 && draft.limit === null
  if (shown === undefined || other === undefined || more.length > 0 || !isBare || draft.asks === 'count')
    return null
  const [noun, owner, second] = [shown.noun, shown.noun?.of ?? null, other.noun]
  if (noun === null || owner === null || second === null || second.of !== null) return null
  if (shown.aggregate !== null || other.aggregate !== null || !areListed(owner, second, question)) return null
  const [one, two] = [nouns.get(owner), nouns.get(second)]
  if (one?.kind !== 'dataset' || two?.kind !== 'dataset' || one.dataset === two.dataset) return null
  const [left, right] = [propertyOf(noun, one.dataset), propertyOf(noun, two.dataset)]
  if (left === null || right === null || left.type !== right.type) return null
  const listOf = (dataset: Dataset, property: Field): Query => ({
    ...emptyQuery(dataset),
    outputs: [{ expression: field(dataset, property), label: property.label }],
  })
  return { ...listOf(one.dataset, left), combine: { how: 'union', with: listOf(two.dataset, right) } }
}

/** "customers and suppliers", side by side and both in the plural. */
function areListed({ chunk: one }: Mention, { chunk: other }: Mention, question: string): boolean {
  const isMany = ({ text }: Mention['chunk']): boolean => singular(text.toLowerCase()) !== text.toLowerCase()
  const between = question.slice(one.end, other.start)
  // What is said of them after that may say how they belong together.
  if (/[\p{L}\d]/u.test(question.slice(other.end))) return false
  return (
    /^,? (?:and|&)(?: (?:of|all|the|our))* $/i.test(between) &&
    isEntity(one) &&
    isEntity(other) &&
    isMany(one) &&
    isMany(other)
  )
}

/** The only field of the dataset that the word names, or its name. */
function propertyOf({ chunk }: Mention, dataset: Dataset): Field | null {
  const found = chunk.nouns.flatMap((each) =>
    each.kind === 'field' && each.dataset === dataset && each.score >= 0.9 ? [each.field] : [],
  )
  const [only] = found
  if (only !== undefined) return only
  const [name, ...others] = nameFields(dataset)
  return /^(?:full )?names?$/i.test(chunk.text) && others.length === 0 && isPeople(dataset)
    ? (name ?? null)
    : null
}
