import type { Condition, Ontology, Query } from '@quipu/query'
import { isMoment, nameFields } from '../lexicon/dataset-fields.ts'
import { rawWords } from '../lexicon/name-words.ts'
import { field } from './builder.ts'

/** "repairs due in April": the repairs with their dates, since dates alone do not say of what they are. */
export function withDatedThings(query: Query, ontology: Ontology, question: string): Query {
  const [only, ...others] = query.outputs
  if (only?.expression.kind !== 'field' || others.length > 0 || query.groupBy.length > 0) return query
  const ref = only.expression
  const owner = ontology.datasets.find(({ name }) => name === ref.dataset)
  const one = owner?.fields.find(({ name }) => name === ref.field)
  if (owner === undefined || one === undefined || owner.name !== query.subject || !isMoment(one)) return query
  const said = new Set(rawWords(question))
  const isNamed = rawWords(one.label).every((word) => said.has(word))
  if (isNamed || !narrows(query.where, ref.field)) return query
  const names = nameFields(owner).map((each) => ({ expression: field(owner, each), label: each.label }))
  return { ...query, outputs: [...names, only], distinct: false }
}

function narrows(where: Condition | null, name: string): boolean {
  if (where === null) return false
  if (where.kind === 'and') return where.of.some((each) => narrows(each, name))
  return where.kind === 'during' && where.of.kind === 'field' && where.of.field === name
}
