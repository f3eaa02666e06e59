import type { Json } from '@quipu/kit'
import type { Observation } from './model/observation.ts'
import type { Span } from './model/span.ts'
import { excerptAround } from './model/span.ts'
import type { SourceRow } from './store/log-store.ts'

/** A field with its observation, the source of that, and the observations that lost. */
export interface Traced {
  readonly entityId: string
  readonly field: string
  readonly value: Json
  readonly winner: Observation
  readonly source: Omit<SourceRow, 'content'>
  readonly others: readonly Loser[]
}

export interface Loser {
  readonly observation: Observation
  readonly value: Json
  readonly reason: string
}

/** Readers of the text have no use for places in a picture. */
function withoutBoxes(span: Span): Span {
  if (span.kind !== 'text' && span.kind !== 'page') return span
  const { boxes: _, ...place } = span
  return place
}

/** Traces a field to its source and the place in it, for `get_field_provenance` and the pages. */
export function traceView({ entityId, field, value, winner, source, others }: Traced) {
  const span = winner.spans[field]
  const excerpt = span && excerptAround(span, source.text ?? '')
  return {
    entity_id: entityId,
    field,
    value,
    source_observation: {
      id: winner.id,
      source_id: winner.sourceId,
      observed_at: winner.observedAt,
      specificity_score: winner.specificity,
      source_priority: winner.priority,
      ...(winner.correction > 0 ? { is_correction: true } : {}),
    },
    source_material: {
      id: source.id,
      mime_type: source.mime_type,
      ...(source.original_filename === null ? {} : { original_filename: source.original_filename }),
      file_urls: source.kind === 'file' ? [`truth://sources/${source.id}`] : [],
      created_at: source.created_at.toISOString(),
    },
    ...(span === undefined ? {} : { span: withoutBoxes(span) }),
    ...(excerpt === undefined ? {} : { excerpt: excerpt.text, excerpt_mark: excerpt.mark }),
    observed_at: winner.observedAt,
    losing_values: others.slice(0, 10).map(({ observation, value: lost, reason }) => ({
      value: lost,
      observation_id: observation.id,
      source_id: observation.sourceId,
      observed_at: observation.observedAt,
      reason,
    })),
    losing_values_total: others.length,
  }
}
