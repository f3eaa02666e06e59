import type { Json } from '@quipu/kit'
import type { Reading } from '@quipu/reading'
import type { Answer } from './answer/answer.ts'
import type { ModelTrace } from './models/model-reader.ts'

/** The results of each phase, to be stored with the answer. Rows are those of the answer; the rest is plain except the map of joins. */
export function trailOf(
  { artifacts, milliseconds, ...answer }: Answer,
  revision: number,
  models: readonly ModelTrace[] = [],
): Json {
  const { plan, joins, sql, verification } = artifacts
  const kept = {
    plan,
    joins: joins && {
      margin: joins.margin,
      alternatives: joins.alternatives,
      trees: [...joins.trees.values()],
    },
    sql,
    verification,
    milliseconds,
    revision,
    ...(models.length === 0 ? {} : { models }),
    reading: answer.status === 'answered' ? answer.reading : null,
  }
  // Through JSON, so that the stored value equals the one that will be read.
  return JSON.parse(JSON.stringify(kept)) as Json
}

/** The reading that was answered. */
export function readingOf(trail: Json): Reading | null {
  // Written by `trailOf` of this version or an earlier one, whose readings this version supports.
  return (trail as { readonly reading?: Reading | null }).reading ?? null
}

/** The revision of the ontology when it was answered; null in older records. */
export function revisionOf(trail: Json): number | null {
  return (trail as { readonly revision?: number }).revision ?? null
}

/** The requests to a language model. */
export function modelsOf(trail: Json): readonly ModelTrace[] {
  // Written by `trailOf`; absent if no model was used.
  return (trail as { readonly models?: readonly ModelTrace[] }).models ?? []
}
