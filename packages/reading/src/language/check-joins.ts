import { planLevels, type Query } from '@quipu/query'
import type { Reading } from './level.ts'
import { QueryError } from './query-error.ts'

/** Refuses datasets that nothing connects, and joins that could be made in two ways. */
export function checkJoins(query: Query, { ontology, places }: Reading): void {
  const planned = planLevels(query, ontology)
  if ('reason' in planned) {
    const { reason, available } = planned.reason
    throw new QueryError(
      `${places.get(planned.level) ?? '$'}.from`,
      `${reason} Leave one out, or ask twice.`,
      {
        available: available.slice(0, 60),
      },
    )
  }
  for (const { level, paths } of planned.ties) {
    throw new QueryError(
      `${places.get(level) ?? '$'}.join`,
      'The datasets can be joined in several ways. Put one of the choices into "join".',
      { choices: paths },
    )
  }
}
