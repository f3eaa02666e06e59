import type { Ontology } from '@quipu/query'
import { isPeople } from './dataset-fields.ts'

/** What a person is called. A plural in small letters is nobody's name: "users" are not the one called User. */
export function isPersonalName(dataset: string, field: string, { datasets }: Ontology): boolean {
  const owner = datasets.find(({ name }) => name === dataset)
  const label = owner?.fields.find(({ name }) => name === field)?.label ?? ''
  return ofPersons.test(label) || (owner !== undefined && /\bname$/i.test(label) && isPeople(owner))
}

const ofPersons = /\b(?:surname|forename|(?:last|first|family|given|full|middle) name)$/i
