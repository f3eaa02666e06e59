import type { Ontology } from '@quipu/query'
import type { ValueCandidate } from '../annotate/chunk.ts'
import { isPeople } from '../lexicon/dataset-fields.ts'

/** "users" are not the one person called User: a plural in small letters is nobody's name. */
export function isOneOfPeople(
  { dataset, field, value }: ValueCandidate,
  text: string,
  { datasets }: Ontology,
): boolean {
  if (/\p{Lu}/u.test(text) || !/[^s]s$/.test(text) || value.toLowerCase() === text.toLowerCase()) return false
  const owner = datasets.find(({ name }) => name === dataset)
  const label = owner?.fields.find(({ name }) => name === field)?.label ?? ''
  return owner !== undefined && isPeople(owner) && /\b(?:name|surname|forename)$/i.test(label)
}
