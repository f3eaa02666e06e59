import type { Json, Ports } from '@quipu/kit'
import { TruthError } from './errors.ts'
import { canonicalText, runIdOf, sha256, sourceIdOf } from './model/ids.ts'
import { instantOf } from './model/field-value.ts'
import type { Statement } from './model/observation.ts'
import { observe } from './model/observe.ts'
import { schemas } from './model/schemas.ts'
import type { Receipt } from './receipt.ts'
import { receiptOf } from './receipt.ts'
import type { Effects, Recorder } from './recorder.ts'
import type { LogStore } from './store/log-store.ts'
import type { Owner } from './store/tables.ts'
import { structuredInterpreter, structuredStatements } from './structured.ts'

export interface StructuredInput {
  readonly entities: readonly Readonly<Record<string, Json>>[]
  readonly source_priority: number
  readonly provenance?: Readonly<Record<string, Json>> | undefined
}

export interface Ingested {
  readonly source_id: string
  readonly content_hash: string
  readonly file_size?: number
  readonly deduplicated: boolean
  readonly interpretation: {
    readonly run_id: string
    readonly entities_created: number
    readonly observations_created: number
  } | null
  readonly receipt?: Receipt
}

/** Takes in source material and records what it says. */
export class Sources {
  readonly #log: LogStore
  readonly #recorder: Recorder
  readonly #ports: Pick<Ports, 'now'>

  constructor(log: LogStore, recorder: Recorder, ports: Pick<Ports, 'now'>) {
    this.#log = log
    this.#recorder = recorder
    this.#ports = ports
  }

  async ingestEntities(
    owner: Owner,
    input: StructuredInput,
  ): Promise<{ readonly answer: Ingested; readonly effects?: Effects }> {
    const content = canonicalText({
      entities: input.entities,
      source_priority: input.source_priority,
      ...(input.provenance === undefined ? {} : { provenance: input.provenance }),
    })
    const contentHash = sha256(content)
    const sourceId = sourceIdOf(contentHash)
    const runId = runIdOf(sourceId, structuredInterpreter, {})
    const statements = structuredStatements(input.entities)
    await this.#log.lock(owner)
    if ((await this.#log.source(owner, sourceId)) !== undefined)
      return { answer: repeated(sourceId, contentHash, runId) }

    const now = this.#ports.now()
    const extracted = input.provenance?.['extracted_at']
    const observedAt = (typeof extracted === 'string' && instantOf(extracted)) || now.toISOString()
    const origin = {
      sourceId,
      runId,
      observedAt,
      recordedAt: now.toISOString(),
      priority: input.source_priority,
    }
    const observed = observeAll(origin, statements)
    await this.#log.addSource(owner, {
      id: sourceId,
      kind: 'structured',
      content_hash: contentHash,
      mime_type: 'application/json',
      original_filename: null,
      file_size: Buffer.byteLength(content),
      content,
      text: null,
      observed_at: new Date(observedAt),
      provenance: input.provenance ?? null,
      created_at: now,
    })
    const effects = await this.#recorder.record(owner, observed, now)
    await this.#log.addRun(owner, {
      id: runId,
      source_id: sourceId,
      number: 1,
      interpreter: structuredInterpreter,
      config: {},
      status: 'done',
      notes: [],
      entities_created: effects.created.length,
      observations_created: effects.observationsCreated,
      created_at: now,
    })
    const answer = {
      source_id: sourceId,
      content_hash: contentHash,
      deduplicated: false,
      interpretation: {
        run_id: runId,
        entities_created: effects.created.length,
        observations_created: effects.observationsCreated,
      },
      receipt: receiptOf(
        effects,
        `erase_source {"source_id":"${sourceId}"} forgets everything that came from it`,
      ),
    }
    return { answer, effects }
  }
}

/** Every value must fit its field: nothing of a call is kept if one does not. */
function observeAll(origin: Parameters<typeof observe>[0], statements: readonly Statement[]) {
  const { observed, misfits } = observe(origin, statements, schemas)
  const [first] = misfits
  if (first === undefined) return observed
  const more = misfits.length === 1 ? '' : `, and ${misfits.length - 1} more`
  throw new TruthError(
    'VALIDATION_ERROR',
    `entities[${first.index}].${first.field} must be ${first.expected}${more}`,
    {
      fields: misfits
        .slice(0, 20)
        .map(({ index, field, expected }) => ({ path: `entities[${index}].${field}`, expected })),
    },
  )
}

function repeated(sourceId: string, contentHash: string, runId: string): Ingested {
  return {
    source_id: sourceId,
    content_hash: contentHash,
    deduplicated: true,
    interpretation: { run_id: runId, entities_created: 0, observations_created: 0 },
  }
}
