import type { Caller, Ports } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import { sourceFailure } from './errors.ts'
import type { OpenSources } from './open-sources.ts'
import type { PlannedField } from './ontology/plan-index.ts'
import type { FieldName } from './ontology/value-index.ts'
import type { ConnectionSettings } from './sources/connection-settings.ts'
import { shownMysqlPlace } from './sources/mysql-url.ts'
import { shownPlace } from './sources/postgres-url.ts'
import type { Source } from './sources/source.ts'
import { SourceError } from './sources/source.ts'
import type { Connection, ConnectionStore } from './store/connections.ts'
import type { Uploads } from './uploads/uploads.ts'

/** A placeholder for the file of the sample shop, whose path differs on each instance. */
export const samplePlace = 'sample:shop'

export interface ConnectionView {
  readonly id: string
  readonly name: string
  readonly kind: ConnectionSettings['kind']
  /** Its target, without a password; null for people who may not connect. */
  readonly place: string | null
  readonly is_sample: boolean
  readonly created_at: string
}

export interface ConnectionTrial {
  readonly ok: boolean
  readonly message: string
  readonly tables: number
  readonly milliseconds: number
}

interface Parts {
  readonly store: ConnectionStore
  readonly sources: OpenSources
  readonly openOnce: (settings: ConnectionSettings) => Promise<Source>
  readonly uploads: Pick<Uploads, 'keepFor'>
  readonly now: Ports['now']
}

/** Connections to databases, which admins add for everyone. */
export class Connections {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async list(caller: Caller): Promise<readonly ConnectionView[]> {
    const all = await this.#parts.store.list(caller)
    const views: ConnectionView[] = []
    // One after the other: inside a write they share one connection to the store.
    for (const connection of all) views.push(await this.#view(caller, connection))
    return views
  }

  /** Opened and tested first: a connection that cannot be read is not added. */
  async add(
    caller: Caller,
    name: string,
    given: ConnectionSettings,
    signal: AbortSignal,
  ): Promise<ConnectionView> {
    const settings = given.kind === 'uploads' ? { ...given, owner: caller.userId } : given
    const tables = await this.#tablesOf(settings, signal)
    if (tables === 0)
      throw new ToolError(
        'VALIDATION_ERROR',
        'It has no table that can be read; check where it points and the rights of its user',
      )
    const added = await this.#parts.store.add(caller, name, settings, this.#parts.now())
    if (added === undefined) throw new ToolError('CONFLICT', `There is a connection ${name} already`)
    if (settings.kind === 'uploads') await this.#parts.uploads.keepFor(caller, settings.upload_id, added.id)
    return this.#view(caller, added)
  }

  async remove(caller: Caller, id: string): Promise<ConnectionView> {
    const view = await this.#view(caller, await this.#find(caller, id))
    if (view.is_sample)
      throw new ToolError('CONFLICT', 'The sample stays connected; drop its ontology to see no more of it')
    const { usedBy, isRemoved } = await this.#parts.store.remove(caller, id)
    if (usedBy.length > 0)
      throw new ToolError('CONFLICT', `Drop the ontologies made of it first: ${usedBy.join(', ')}`)
    if (!isRemoved) throw unknown(id)
    this.#parts.sources.forget(id)
    return view
  }

  async test(caller: Caller, id: string, signal: AbortSignal): Promise<ConnectionTrial> {
    await this.#find(caller, id)
    const startedAt = performance.now()
    const trialOf = (ok: boolean, tables: number, message: string) => ({
      ok,
      message,
      tables,
      milliseconds: Math.round(performance.now() - startedAt),
    })
    try {
      const tables = await this.#parts.sources.with(caller, id, { signal }, (source) =>
        source.tables({ signal }),
      )
      return trialOf(
        true,
        tables.length,
        tables.length === 1 ? '1 table can be read' : `${tables.length} tables can be read`,
      )
    } catch (error) {
      if (error instanceof SourceError) return trialOf(false, 0, error.message)
      throw error
    }
  }

  /** The values that an ontology's index would copy. */
  async preview(
    caller: Caller,
    id: string,
    leaveOut: readonly FieldName[],
    signal: AbortSignal,
  ): Promise<readonly PlannedField[]> {
    await this.#find(caller, id)
    const { previewIndex } = await import('./ontology/introspect.ts')
    try {
      return await this.#parts.sources.with(caller, id, { signal }, (source) =>
        previewIndex(source, { signal, leaveOut }),
      )
    } catch (error) {
      throw error instanceof SourceError ? sourceFailure(error) : error
    }
  }

  async #tablesOf(settings: ConnectionSettings, signal: AbortSignal): Promise<number> {
    try {
      await using source = await this.#parts.openOnce(settings)
      return (await source.tables({ signal })).length
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      const isOfFiles = settings.kind === 'files' || settings.kind === 'uploads'
      // The caller can fix a damaged file.
      if (
        (isOfFiles && error.failure !== 'unreachable') ||
        error.failure === 'refused' ||
        error.failure === 'missing'
      )
        throw new ToolError('VALIDATION_ERROR', error.message, {}, { cause: error })
      throw sourceFailure(error)
    }
  }

  async #find(caller: Caller, id: string): Promise<Connection> {
    const found = await this.#parts.store.find(caller, id)
    if (found === undefined) throw unknown(id)
    return found
  }

  async #view(caller: Caller, { id, name, createdAt }: Connection): Promise<ConnectionView> {
    const settings = await this.#parts.store.settingsOf(caller, id)
    if (settings === undefined) throw unknown(id)
    const isSample = settings.kind === 'sqlite' && settings.file === samplePlace
    const mayKnow = caller.permissions.has('connections:write')
    return {
      id,
      name,
      kind: settings.kind,
      place: mayKnow ? (isSample ? 'sample shop' : placeOf(settings)) : null,
      is_sample: isSample,
      created_at: createdAt.toISOString(),
    }
  }
}

function placeOf(settings: ConnectionSettings): string {
  if (settings.kind === 'sqlite') return settings.file
  if (settings.kind === 'files') return settings.paths.join(', ')
  if (settings.kind === 'uploads') return 'files that were sent here'
  try {
    return settings.kind === 'mysql' ? shownMysqlPlace(settings.url) : shownPlace(settings.url)
  } catch (error) {
    // Added under older rules. It cannot be opened until it is added again, and the list says why.
    if (error instanceof SourceError) return error.message
    throw error
  }
}

function unknown(id: string): ToolError {
  return new ToolError('NOT_FOUND', `There is no connection ${id}`)
}
