import type { Ports, Scope } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import type { Ontology } from '@quipu/query'
import { excludedFields, IntrospectionJob } from './introspection-job.ts'
import { checkOverlay } from './ontology/check-overlay.ts'
import type { OntologyModel } from './ontology/introspect.ts'
import { previewIndex } from './ontology/introspect.ts'
import type { OssieReading } from './ontology/ossie-import.ts'
import type { Overlay } from './ontology/overlay-schema.ts'
import { demandFewEntries } from './ontology/overlay-schema.ts'
import { applyOverlay, vanishedTargets } from './ontology/overlay.ts'
import type { PlannedField } from './ontology/plan-index.ts'
import { runApart } from './ontology/run-apart.ts'
import type { FieldName, FoldedValues } from './ontology/value-index.ts'
import { signed } from './ontology/verified.ts'
import type { Source } from './sources/source.ts'
import { joined } from './store/joined.ts'
import { ModelStore } from './store/models.ts'
import type { NewOntology, OntologyChanges, OntologyRecord } from './store/ontologies.ts'
import { OntologyStore } from './store/ontologies.ts'
import { OverlayStore } from './store/overlays.ts'

export type OpenConnection = (scope: Scope, connectionId: string) => Promise<Source>
export type OntologyPorts = Pick<Ports, 'db' | 'jobs' | 'bus' | 'log' | 'now' | 'workers'>

type Loaded = Ontology & { readonly values: FoldedValues }

/**
 * All ontologies of the installation. A loaded one never changes: work that uses it while it is refreshed, edited or
 * dropped continues with the same version.
 */
export class Ontologies implements Disposable {
  readonly #ports: OntologyPorts
  readonly #open: OpenConnection
  readonly #records: OntologyStore
  readonly #models: ModelStore
  readonly #overlays: OverlayStore
  readonly #job: IntrospectionJob
  readonly #loaded = new Map<
    string,
    { readonly revision: number; readonly ontology: Promise<Loaded | undefined> }
  >()
  readonly #deafen: () => void

  constructor(ports: OntologyPorts, open: OpenConnection) {
    this.#ports = ports
    this.#open = open
    this.#records = new OntologyStore(ports.db)
    this.#models = new ModelStore(ports.db)
    this.#overlays = new OverlayStore(ports.db)
    const stores = { records: this.#records, models: this.#models, overlays: this.#overlays }
    this.#job = new IntrospectionJob({ ...ports, ...stores, open, changed: (id) => this.#tellAfterJob(id) })
    this.#deafen = ports.bus.subscribe(topic, (message) => {
      // Only `#tell` publishes on this topic.
      const { id, revision } = message as Changed
      this.#forget(id, revision)
    })
  }

  /** The values that the index would copy from this connection, shown before an ontology is created. */
  async preview(
    scope: Scope,
    connectionId: string,
    options: { readonly leaveOut?: readonly FieldName[]; readonly signal: AbortSignal },
  ): Promise<readonly PlannedField[]> {
    await using source = await this.#open(scope, connectionId)
    return await previewIndex(source, options)
  }

  /** Returns at once, with status `creating`; the database is read in the background. */
  async create(scope: Scope, ontology: NewOntology): Promise<OntologyRecord> {
    if (!(await this.#records.hasConnection(scope, ontology.connectionId))) {
      throw new ToolError('NOT_FOUND', `Connection not found with id ${ontology.connectionId}`)
    }
    const record = await this.#records.add(scope, ontology, this.#ports.now())
    if (record === undefined) throw nameTaken(ontology.name)
    await this.#job.enqueue(scope, record.id)
    return record
  }

  /** Reads the database again. The overlay stays. */
  async refresh(scope: Scope, id: string): Promise<OntologyRecord> {
    await this.#require(scope, id)
    await this.#records.restart(scope, id, this.#ports.now())
    await this.#job.enqueue(scope, id)
    return this.#require(scope, id)
  }

  async change(scope: Scope, id: string, changes: OntologyChanges): Promise<OntologyRecord> {
    await this.#require(scope, id)
    await this.#demandFreeName(scope, id, changes)
    const record = await this.#records.change(scope, id, changes, this.#ports.now())
    if (record === undefined) throw notFound(id)
    await this.#models.dropValues(scope, id, changes.leaveOut ?? [])
    this.#tell(id, record.revision)
    return record
  }

  async overlay(scope: Scope, id: string): Promise<Overlay> {
    await this.#require(scope, id)
    return this.#overlays.read(scope, id)
  }

  /**
   * Replaces the overlay. Values of fields that are now excluded are removed at once.
   * Refused if a new entry does not fit the content of the database, as far as it was read.
   */
  async edit(
    scope: Scope,
    id: string,
    overlay: Overlay,
    { signal, editor = null, ...changes }: OntologyChanges & Editing,
  ): Promise<OntologyRecord> {
    const model = await this.#model(scope, await this.#require(scope, id))
    await this.#demandFreeName(scope, id, changes)
    return this.#replace(scope, id, overlay, { model, signal, editor, changes })
  }

  /** Replaces the overlay by an Ossie document; a list of metrics is added to the overlay. */
  async importYaml(
    scope: Scope,
    id: string,
    yaml: string,
    { signal, editor = null }: Editing,
  ): Promise<OntologyRecord> {
    const options = { what: 'Reading the document', signal, scope }
    const reading = await runApart<OssieReading>(this.#ports.workers, readOssieTask, yaml, options)
    const model = await this.#model(scope, await this.#require(scope, id))
    if (model === undefined) throw notReady(id)
    const { overlayFrom, withMetrics } = await import('./ontology/ossie-import.ts')
    const overlay = reading.isOnlyMetrics
      ? withMetrics(await this.#overlays.read(scope, id), reading)
      : overlayFrom(reading, model)
    return this.#replace(scope, id, overlay, { model, signal, editor, changes: {} })
  }

  async exportYaml(scope: Scope, id: string): Promise<string> {
    const ontology = await this.get(scope, id)
    if (ontology === undefined) throw notReady(id)
    const { exportOssie } = await import('./ontology/ossie.ts')
    return exportOssie(ontology)
  }

  /** Entries of the overlay for items that the database no longer has. */
  async vanished(scope: Scope, id: string): Promise<readonly string[]> {
    const record = await this.#require(scope, id)
    const model = await this.#model(scope, record)
    return model === undefined ? [] : vanishedTargets(model, await this.#overlays.read(scope, id))
  }

  async drop(scope: Scope, id: string): Promise<void> {
    if (!(await this.#records.remove(scope, id))) throw notFound(id)
    this.#tell(id, null)
  }

  list(scope: Scope): Promise<OntologyRecord[]> {
    return this.#records.list(scope)
  }

  async listReady(scope: Scope): Promise<OntologyRecord[]> {
    return (await this.#records.list(scope)).filter(({ status }) => status === 'ready')
  }

  record(scope: Scope, id: string): Promise<OntologyRecord | undefined> {
    return this.#records.find(scope, id)
  }

  /** Undefined if there is none of this id or its database was not read yet: `record` distinguishes the two. */
  async get(scope: Scope, id: string): Promise<Ontology | undefined> {
    // The revision is read each time, so that no instance answers from an old version; the model is cached.
    const record = await this.#records.find(scope, id)
    if (record === undefined || record.status !== 'ready') return void this.#loaded.delete(id)
    const known = this.#loaded.get(id)
    if (known?.revision === record.revision) return known.ontology
    const ontology = this.#load(scope, record)
    this.#keep(id, { revision: record.revision, ontology })
    return ontology
  }

  [Symbol.dispose](): void {
    this.#deafen()
    this.#loaded.clear()
  }

  async #load(scope: Scope, record: OntologyRecord): Promise<Loaded | undefined> {
    try {
      const model = await this.#model(scope, record)
      if (model === undefined) return undefined
      const overlay = await this.#overlays.read(scope, record.id)
      const { id, name, description } = record
      // It loads the reader of questions, which a server needs with its first ontology only.
      const { proposeMetrics } = await import('./ontology/propose-metrics.ts')
      const ontology = proposeMetrics(applyOverlay({ id, name, description, ...model }, overlay))
      await ontology.values.prepare()
      return ontology
    } catch (error) {
      this.#loaded.delete(record.id)
      throw error
    }
  }

  async #demandFreeName(scope: Scope, id: string, { name }: OntologyChanges): Promise<void> {
    if (name !== undefined && (await this.#records.isNameTaken(scope, name, id))) throw nameTaken(name)
  }

  async #replace(
    scope: Scope,
    id: string,
    given: Overlay,
    { model, signal, editor, changes }: Replacing,
  ): Promise<OntologyRecord> {
    const now = this.#ports.now()
    demandFewEntries(given)
    const before = await this.#overlays.read(scope, id)
    const overlay = { ...given, verified: signed(given.verified, before.verified, editor, now) }
    if (model !== undefined)
      await checkOverlay(overlay, before, model, { workers: this.#ports.workers, signal, scope })
    const record = await this.#ports.db.transaction(scope, async (tx) => {
      const db = joined(tx)
      await new OverlayStore(db).replace(scope, id, overlay)
      await new ModelStore(db).dropValues(scope, id, excludedFields(overlay))
      return new OntologyStore(db).change(scope, id, changes, now)
    })
    if (record === undefined) throw notFound(id)
    this.#tell(id, record.revision)
    return record
  }

  /** Read again if a refresh replaced it meanwhile. */
  async #model(scope: Scope, record: OntologyRecord) {
    let { version } = record
    for (let turn = 0; turn < 3; turn += 1) {
      const model = await this.#models.read(scope, record.id, version)
      if (model !== undefined) return model
      const now = await this.#records.find(scope, record.id)
      if (now === undefined || now.version === version) return undefined
      version = now.version
    }
    return undefined
  }

  /** Removes the least recently used one. */
  #keep(
    id: string,
    entry: { readonly revision: number; readonly ontology: Promise<Loaded | undefined> },
  ): void {
    this.#loaded.delete(id)
    this.#loaded.set(id, entry)
    const [oldest] = this.#loaded.keys()
    if (this.#loaded.size > mostLoaded && oldest !== undefined) this.#loaded.delete(oldest)
  }

  async #require(scope: Scope, id: string): Promise<OntologyRecord> {
    const record = await this.#records.find(scope, id)
    if (record === undefined) throw notFound(id)
    return record
  }

  #tell(id: string, revision: number | null): void {
    this.#forget(id, revision)
    this.#ports.bus.publish(topic, { id, revision } satisfies Changed)
  }

  async #tellAfterJob(id: string): Promise<void> {
    const record = await this.#records.find({ everyone: true }, id)
    this.#tell(id, record?.revision ?? null)
  }

  #forget(id: string, revision: number | null): void {
    const known = this.#loaded.get(id)
    if (known !== undefined && (revision === null || known.revision < revision)) this.#loaded.delete(id)
  }
}

interface Editing {
  readonly signal: AbortSignal
  /** The name of the person, which new verified questions carry. */
  readonly editor?: string | null
}

interface Replacing {
  /** Undefined if the database was not read yet. */
  readonly model: OntologyModel | undefined
  readonly signal: AbortSignal
  readonly editor: string | null
  /** Changes of the ontology itself, made in the same step. */
  readonly changes: OntologyChanges
}

/** Null if it was dropped. `get` would notice without this message, which frees the memory of every instance. */
interface Changed {
  readonly id: string
  readonly revision: number | null
}

const readOssieTask = new URL('./ontology/read-ossie-task.ts', import.meta.url)
const topic = 'data-agent.ontology'
const mostLoaded = 50

function notFound(id: string): ToolError {
  return new ToolError('NOT_FOUND', `Ontology not found with id ${id}`)
}

function notReady(id: string): ToolError {
  return new ToolError(
    'CONFLICT',
    `The ontology ${id} is not ready: wait until it is made, or see why it failed`,
  )
}

function nameTaken(name: string): ToolError {
  return new ToolError('CONFLICT', `There is an ontology named ${name} already: choose another name`)
}
