import type { Json, JsonObject } from '@quipu/kit'
import { instantOf } from '../model/field-value.ts'
import { canonicalText } from '../model/ids.ts'
import type { RunRow, SourceRow } from '../store/log-store.ts'
import type { RelationshipRow } from '../store/relationship-store.ts'
import type { MergeRow, ObservationRow } from '../store/transfer-store.ts'
import { Digests } from './digests.ts'
import type { Line, MergeLine, ObservationLine, RelationshipLine, RunLine, SourceLine } from './lines.ts'
import { formatVersion } from './lines.ts'

/** Writes the lines of one file, and computes its last line. */
export class LineWriter {
  readonly #digests = new Digests()
  readonly #counts = { relationships: 0, merges: 0, sources: 0, observations: 0 }

  head(): string {
    return this.write({ quipu_truth: formatVersion })
  }

  write(line: Line): string {
    if ('relationship' in line) this.#counts.relationships += 1
    if ('merge' in line) this.#counts.merges += 1
    if ('source' in line) this.#counts.sources += 1
    if ('observation' in line) this.#counts.observations += 1
    // Spans contain only texts and numbers, so a line is JSON.
    const json = line as unknown as JsonObject
    const text = canonicalText(json)
    this.#digests.add(json, text)
    return `${text}\n`
  }

  end(): string {
    return `${canonicalText({ end: { ...this.#counts, ...this.#digests.end() } })}\n`
  }
}

export function relationshipLine({ created_at, ...relationship }: RelationshipRow): RelationshipLine {
  return { relationship, learned: { created_at: created_at.toISOString() } }
}

export function mergeLine({ from_id, to_id, reason, merged_at, undone_at }: MergeRow): MergeLine {
  return {
    merge: { from_id, to_id, reason, is_undone: undone_at !== null },
    learned: {
      merged_at: merged_at.toISOString(),
      ...(undone_at === null ? {} : { undone_at: undone_at.toISOString() }),
    },
  }
}

export function sourceLine({ created_at, observed_at, ...source }: SourceRow): SourceLine {
  const observed = { observed_at: observed_at.toISOString() }
  const isStated = statesItsTime({ ...source, observed_at })
  return {
    source: { ...source, ...(isStated ? observed : {}) },
    learned: { created_at: created_at.toISOString(), ...(isStated ? {} : observed) },
  }
}

/** An unfinished run ends with the file: no other account continues it. */
export function runLine(row: RunRow): RunLine {
  const { created_at, entities_created, observations_created, source_id: _source, ...rest } = row
  const run = { ...rest, status: rest.status === 'running' ? ('failed' as const) : rest.status }
  return { run, learned: { created_at: created_at.toISOString(), entities_created, observations_created } }
}

/** An observation without its own time has that of its source. */
export function observationLine(row: ObservationRow, source: SourceRow): ObservationLine {
  const { created_at, observed_at, source_id: _source, is_live: _live, ...observation } = row
  const observed = { observed_at: observed_at.toISOString() }
  const isStated = statesItsTime(source) || observed_at.getTime() !== source.observed_at.getTime()
  return {
    observation: { ...observation, ...(isStated ? observed : {}) },
    learned: { created_at: created_at.toISOString(), ...(isStated ? {} : observed) },
  }
}

/** Whether the source itself has its date. Otherwise its time is the time of ingestion. */
function statesItsTime({
  kind,
  provenance,
  observed_at,
}: Pick<SourceRow, 'kind' | 'provenance' | 'observed_at'>) {
  if (kind !== 'structured') return false
  const extracted = isFields(provenance) ? provenance['extracted_at'] : undefined
  return typeof extracted === 'string' && instantOf(extracted) === observed_at.toISOString()
}

function isFields(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
