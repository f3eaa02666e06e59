import type { Json } from '@quipu/kit'
import type { Reading } from '@quipu/reading'
import type { Answer } from './answer/answer.ts'
import type { ModelTrace } from './models/model-reader.ts'

/** What each phase gave, to be kept with the answer. Rows are the answer's; the rest is plain but for the joins' map. */
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
  // Through JSON, so that what is kept is what will be read.
  return JSON.parse(JSON.stringify(kept)) as Json
}

/** The reading that was answered, for the next question to go on from. */
export function readingOf(trail: Json): Reading | null {
  // Written by `trailOf` of this very program, or of an earlier version whose readings this one still knows.
  return (trail as { readonly reading?: Reading | null }).reading ?? null
}

/** Of the ontology when it was answered; null in what was kept before this was noted. */
export function revisionOf(trail: Json): number | null {
  return (trail as { readonly revision?: number }).revision ?? null
}

/** What a language model was asked. */
export function modelsOf(trail: Json): readonly ModelTrace[] {
  // Written by `trailOf`; absent where no model was asked.
  return (trail as { readonly models?: readonly ModelTrace[] }).models ?? []
}
