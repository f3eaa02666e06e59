import type { FieldRef, Ontology, Query } from '@quipu/query'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Objection } from './objections.ts'

/** "the biggest jobs" by an amount of the quotes that they came from, which the question does not name. */
export function sizeElsewhere(
  { subject, orderBy: [first], limit }: Query,
  { datasets }: Ontology,
  said: ReadonlySet<string>,
): readonly Objection[] {
  const key = first?.expression
  if (limit === null || key?.kind !== 'field' || key.dataset === subject) return []
  if (!sizes.some((word) => said.has(word))) return []
  const ranked = datasets.find(({ name }) => name === subject)
  const other = datasets.find(({ name }) => name === key.dataset)
  const field = other?.fields.find(({ name }) => name === key.field)
  if (ranked === undefined || other === undefined || field === undefined || !isMeasure(field)) return []
  const isNamed = [...nameWords(field.label), ...nameWords(other.label)].some((word) => said.has(word))
  // What has no amount of its own is as big as what it belongs to.
  if (isNamed || !visible(ranked).some(isMeasure)) return []
  return [
    {
      kind: 'size-elsewhere',
      says: `“${field.label}” is of ${other.label}, and ${ranked.label} have amounts of their own.`,
    },
  ]
}

/** The sum and the mean of one field for a kind of other rows ("a patio"), of which each has several: it is not said of what the mean is. */
export function sumBesideMean({ outputs, where }: Query, said: ReadonlySet<string>): readonly Objection[] {
  const of = (name: string): readonly FieldRef[] =>
    outputs.flatMap(({ expression: each }) =>
      each.kind === 'aggregate' && each.function === name && each.of.kind === 'field' ? [each.of] : [],
    )
  const sums = of('sum').map((one) => JSON.stringify(one))
  const both = of('avg').find((one) => sums.includes(JSON.stringify(one)))
  const conditions = where === null ? [] : where.kind === 'and' ? where.of : [where]
  const isOfOthers = conditions.some(
    (each) =>
      each.kind === 'compare' &&
      each.operator === '=' &&
      each.left.kind === 'field' &&
      each.left.dataset !== both?.dataset,
  )
  const isAsked = ['total', 'sum', 'altogether', 'overall', 'all'].some((word) => said.has(word))
  if (both === undefined || !isOfOthers || isAsked) return []
  return [{ kind: 'sum-beside-mean', says: 'It is not clear of what the average is taken.' }]
}

const sizes = ['big', 'biggest', 'large', 'largest', 'small', 'smallest', 'huge']
