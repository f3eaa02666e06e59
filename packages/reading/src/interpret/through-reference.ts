import type { Condition, FieldRef, Ontology, Query } from '@quipu/query'
import type { ValueCandidate } from '../annotate/chunk.ts'
import { compare, emptyQuery, literal } from './builder.ts'

/** That the field refers to a row with the value. Null for a value of the field itself. */
export function throughReference(value: ValueCandidate, { datasets }: Ontology): Condition | null {
  const target = datasets.find(({ name }) => name === value.through?.dataset)
  if (value.through === undefined || target === undefined) return null
  const at = (field: string): FieldRef => ({ kind: 'field', dataset: target.name, field })
  const query: Query = {
    ...emptyQuery(target),
    outputs: [{ expression: at(value.through.key), label: '' }],
    where: compare(at(value.through.field), '=', literal(value.value)),
  }
  return { kind: 'member', of: { kind: 'field', dataset: value.dataset, field: value.field }, query }
}
