import type { Condition, Dataset } from '@quipu/query'
import type { Mention } from '../grammar/draft.ts'
import { dataset, emptyQuery, field, keyOf, resolved, type Building } from './builder.ts'

/** "names of the managers" where managers are rows of the same dataset that other rows refer to: only those rows. */
export function referredRows(building: Building): readonly Condition[] {
  const found = new Map<string, Condition>()
  for (const { noun } of building.draft.outputs) {
    const shown = resolved(building, noun)
    const condition = noun === null || noun.of === null ? null : referred(building, noun.of)
    if (condition === null || shown === null || shown.kind === 'metric') continue
    if (shown.dataset === condition.owner) found.set(JSON.stringify(condition.where), condition.where)
  }
  return [...found.values()]
}

function referred(building: Building, mention: Mention): { owner: Dataset; where: Condition } | null {
  const noun = resolved(building, mention)
  if (noun?.kind !== 'field') return null
  const link = building.ontology.relationships.find(
    ({ from, to, fromFields }) =>
      from === noun.dataset.name &&
      to === from &&
      fromFields.length === 1 &&
      fromFields[0] === noun.field.name,
  )
  if (link === undefined) return null
  const owner = dataset(building, link.to)
  const query = {
    ...emptyQuery(owner),
    outputs: [{ expression: field(owner, noun.field), label: noun.field.label }],
  }
  return { owner, where: { kind: 'member', of: keyOf(owner), query } }
}
