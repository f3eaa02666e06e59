import type { Call, Caller, Ports, Scope } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import type { Dataset, Ontology } from '@quipu/query'
import { visibleText } from '@quipu/query'
import type { Askable, Asked, AskingParts, AskRequest, QueryRequest } from './asking.ts'
import { Asking } from './asking.ts'
import { AskingProgress } from './asking-progress.ts'
import { borrowSource } from './borrow-source.ts'
import type { Brief } from './brief/write-brief.ts'
import { Connections, samplePlace } from './connections.ts'
import { Conversations } from './conversations.ts'
import { notVerified, ontologyNotFound, ontologyNotReady } from './errors.ts'
import type { Explained, ExplainRequest } from './explaining.ts'
import type { OntologyListing, WholeOntology } from './listing.ts'
import { listingOf, wholeOf } from './listing.ts'
import { Ontologies } from './ontologies.ts'
import type { Overlay } from './ontology/overlay-schema.ts'
import type { FieldMatch, MetricMatch } from './search/search-fields.ts'
import type { FieldName } from './ontology/value-index.ts'
import { OpenSources } from './open-sources.ts'
import { Preferences } from './preferences.ts'
import { Sales } from './sales.ts'
import { Sample } from './sample.ts'
import { ModuleSettings } from './settings.ts'
import type { ConnectionSettings, OpenSettings } from './sources/connection-settings.ts'
import type { Source } from './sources/source.ts'
import { SourceError } from './sources/source.ts'
import { startSample } from './start-sample.ts'
import { ConnectionStore } from './store/connections.ts'
import type { NewOntology, OntologyRecord } from './store/ontologies.ts'
import { OntologyStore } from './store/ontologies.ts'
import { PreferenceStore } from './store/preferences.ts'
import { isId } from './store/tables.ts'
import { workspaceId } from './store/workspace-id.ts'
import { Workspace, workspaceName } from './workspace.ts'
import { Uploads } from './uploads/uploads.ts'

export async function openDataAgent(ports: Ports): Promise<DataAgent> {
  const settings = ModuleSettings.parse(ports.installation.settings)
  const agent = new DataAgent(ports, settings)
  if (settings.sampleShop) await startSample(ports, agent)
  return agent
}

export interface OntologyEdit {
  readonly name?: string | undefined
  readonly description?: string | null | undefined
  readonly overlay?: Overlay | undefined
}

/** Connections, ontologies and questions of one installation. */
export class DataAgent implements AsyncDisposable {
  readonly ontologies: Ontologies
  readonly connections: Connections
  readonly conversations: Conversations
  readonly preferences: Preferences
  readonly progress: AskingProgress
  readonly uploads: Uploads
  readonly connectionStore: ConnectionStore
  readonly workspace: Workspace
  readonly sales: Sales
  readonly #asking: Asking
  readonly #askingParts: AskingParts
  readonly #sources: OpenSources
  readonly #sample: Sample
  readonly #settings: ModuleSettings
  readonly #account: Ports['account']

  constructor(ports: Ports, settings: ModuleSettings) {
    const { db, secrets, log, now, installation } = ports
    this.#settings = settings
    this.#account = ports.account
    this.#sample = new Sample(installation.folder, now)
    this.progress = new AskingProgress(ports.bus)
    this.uploads = new Uploads(ports)
    this.connectionStore = new ConnectionStore(db, secrets)
    const open = (scope: Scope, id: string) => this.#openConnection(scope, id)
    this.#sources = new OpenSources(open, log, now)
    this.ontologies = new Ontologies(ports, open)
    this.connections = new Connections({
      store: this.connectionStore,
      sources: this.#sources,
      openOnce: (given) => this.#openGiven(given),
      uploads: this.uploads,
      now,
    })
    this.conversations = new Conversations(db)
    this.preferences = new Preferences(new PreferenceStore(db), new OntologyStore(db), now)
    this.#askingParts = {
      askable: (call, id) => this.#askable(call, id),
      sources: this.#sources,
      conversations: this.conversations,
      preferences: this.preferences,
      settings: ports.settings,
      now,
      askSeconds: settings.askSeconds,
      models: modelReader(ports, settings.languageModel),
      narrator: modelNarrator(ports, settings.languageModel),
    }
    this.#asking = new Asking(this.#askingParts)
    this.sales = new Sales({ ...this.#askingParts, ontologies: this.ontologies })
    this.workspace = new Workspace(ports)
  }

  /** `ontologyId` may also be a name. */
  async ask(call: Call, request: AskRequest): Promise<Asked> {
    return this.#asking.ask(call, {
      ...request,
      ontologyId: await this.ontologyId(call.caller, request.ontologyId),
    })
  }

  /** `ontologyId` may also be a name. */
  async query(call: Call, request: QueryRequest): Promise<Asked> {
    const ontologyId = await this.ontologyId(call.caller, request.ontologyId)
    return this.#asking.query(call, { ...request, ontologyId })
  }

  /** `ontologyId` may also be a name. Answers only verified questions. */
  async runVerified(call: Call, request: AskRequest): Promise<Asked> {
    const ontologyId = await this.ontologyId(call.caller, request.ontologyId)
    await using asked = await this.#askable(call, ontologyId)
    const { ontology } = asked
    const { runnableQuestion } = await import('./runnable-question.ts')
    const question = await runnableQuestion(request.question, ontology)
    if (question === null)
      throw notVerified(
        request.question,
        ontology.verified.map((one) => one.question),
      )
    return this.#asking.ask(call, { ...request, ontologyId, question })
  }

  /** Explains the last answer of a conversation. */
  async explain(call: Call, request: ExplainRequest): Promise<Explained> {
    const { Explaining } = await import('./explaining.ts')
    return new Explaining(this.#askingParts).explain(call, request)
  }

  /** `id` may also be a name. */
  async brief(call: Call, id: string): Promise<Brief & { readonly id: string }> {
    const { caller } = call
    const ontologyId = await this.ontologyId(caller, id)
    const { writeBrief } = await import('./brief/write-brief.ts')
    const { timeZone } = await this.#askingParts.settings.of(caller)
    const brief = writeBrief(await this.readable(call, ontologyId), {
      now: this.#askingParts.now(),
      timeZone,
    })
    return { ...brief, id: ontologyId }
  }

  /** Fields too large for the value index are looked up in the database. */
  async search(
    call: Call,
    given: string,
    text: string,
    most: number,
  ): Promise<readonly (FieldMatch | MetricMatch)[]> {
    await using asked = await this.#askable(call, await this.ontologyId(call.caller, given))
    const { ontology, from } = asked
    const [{ searchFields }, { lookUpValues }] = await Promise.all([
      import('./search/search-fields.ts'),
      import('./answer/look-up-values.ts'),
    ])
    if (ontology.values.partial.length === 0) return searchFields(text, ontology, most)
    const known = await borrowSource(this.#askingParts, call, { from, what: text }, (source, signal) =>
      lookUpValues(`"${text.replaceAll('"', ' ')}"`, ontology, { source, signal }),
    )
    return searchFields(text, known, most)
  }

  /** The id of an ontology given by its id or its name, ignoring case. */
  async ontologyId(caller: Scope, given: string): Promise<string> {
    if (isId(given)) return given
    if (foldedName(given) === foldedName(workspaceName)) return workspaceId
    const all = await this.ontologies.list(caller)
    const found = all.find(({ name }) => foldedName(name) === foldedName(given))
    if (found === undefined) throw ontologyNotFound(given, all)
    return found.id
  }

  /** The ready ontology of this id; one that is not ready is not found. */
  async readable(call: Call, id: string): Promise<Ontology> {
    if (id === workspaceId) {
      await using asked = await this.workspace.open(call)
      return asked.ontology
    }
    const ontology = await this.ontologies.get(call.caller, id)
    if (ontology === undefined) throw ontologyNotFound(id)
    return ontology
  }

  /** The ontology with its visible datasets, and the one of this name among them. */
  async dataset(
    call: Call,
    id: string,
    name: string,
  ): Promise<{ ontology: Ontology; shown: readonly Dataset[]; dataset: Dataset | undefined }> {
    const ontology = await this.readable(call, id)
    const shown = ontology.datasets.filter(({ isHidden }) => !isHidden)
    const dataset =
      shown.find((each) => each.name === name) ?? shown.find((each) => visibleText(each.name) === name)
    return { ontology, shown, dataset }
  }

  async idsStarting(caller: Scope, typed: string): Promise<readonly string[]> {
    return (await this.ontologies.listReady(caller)).flatMap(({ id }) => (id.startsWith(typed) ? [id] : []))
  }

  async datasetsStarting(caller: Scope, typed: string): Promise<readonly string[]> {
    const ready = await this.ontologies.listReady(caller)
    const all = await Promise.all(ready.map(({ id }) => this.ontologies.get(caller, id)))
    const names = all
      .flatMap((ontology) => ontology?.datasets ?? [])
      .flatMap(({ name, isHidden }) => (isHidden ? [] : [name]))
    return [...new Set(names)].filter((name) => name.startsWith(typed)).toSorted()
  }

  async listings(caller: Caller): Promise<readonly OntologyListing[]> {
    const connections = await this.connections.list(caller)
    return (await this.ontologies.list(caller)).map((record) => listingOf(record, connections))
  }

  async whole(caller: Caller, id: string): Promise<WholeOntology> {
    const record = await this.#record(caller, id)
    const [overlay, ontology] = [
      await this.ontologies.overlay(caller, id),
      await this.ontologies.get(caller, id),
    ]
    return wholeOf(await this.#listing(caller, record), ontology, overlay)
  }

  async createOntology(caller: Caller, wanted: NewOntology): Promise<OntologyListing> {
    if ((await this.connectionStore.find(caller, wanted.connectionId)) === undefined)
      throw new ToolError('NOT_FOUND', `There is no connection ${wanted.connectionId}`)
    return this.#listing(caller, await this.ontologies.create(caller, wanted))
  }

  async refreshOntology(
    caller: Caller,
    id: string,
    leaveOut?: readonly FieldName[],
  ): Promise<OntologyListing> {
    await this.#record(caller, id)
    if (leaveOut !== undefined) await this.ontologies.change(caller, id, { leaveOut })
    return this.#listing(caller, await this.ontologies.refresh(caller, id))
  }

  async editOntology(
    caller: Caller,
    id: string,
    { name, description, overlay }: OntologyEdit,
    signal: AbortSignal,
  ): Promise<OntologyListing> {
    const record = await this.#record(caller, id)
    const changes = {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
    }
    if (overlay !== undefined) {
      const editing = { ...changes, signal, editor: await this.#nameOf(caller) }
      return this.#listing(caller, await this.ontologies.edit(caller, id, overlay, editing))
    }
    if (Object.keys(changes).length === 0) return this.#listing(caller, record)
    return this.#listing(caller, await this.ontologies.change(caller, id, changes))
  }

  async dropOntology(caller: Caller, id: string): Promise<OntologyListing> {
    const listing = await this.#listing(caller, await this.#record(caller, id))
    await this.ontologies.drop(caller, id)
    return listing
  }

  async exportYaml(caller: Caller, id: string): Promise<string> {
    await this.#ready(caller, id)
    return this.ontologies.exportYaml(caller, id)
  }

  async importYaml(caller: Caller, id: string, yaml: string, signal: AbortSignal): Promise<OntologyListing> {
    await this.#ready(caller, id)
    const editor = await this.#nameOf(caller)
    return this.#listing(caller, await this.ontologies.importYaml(caller, id, yaml, { signal, editor }))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.ontologies[Symbol.dispose]()
    await this.#sources[Symbol.asyncDispose]()
  }

  #askable(call: Call, id: string): Promise<Askable> {
    return id === workspaceId ? this.workspace.open(call) : this.#ready(call.caller, id)
  }

  async #ready(caller: Caller, id: string): Promise<Askable> {
    const record = await this.#record(caller, id)
    const ontology = await this.ontologies.get(caller, id)
    if (ontology !== undefined) {
      const { connectionId, revision } = record
      return { ontology, from: { connectionId }, revision, caveats: [], [Symbol.asyncDispose]: nothingToDo }
    }
    const detail =
      record.status === 'failed'
        ? (record.reason ?? 'It could not be made; ask an administrator to refresh it')
        : 'It is being made; try again in a moment'
    throw ontologyNotReady(id, record.status, detail)
  }

  /** The name under which others know this person. */
  async #nameOf(caller: Caller): Promise<string> {
    const name = (await this.#account.own(caller))?.name.trim() ?? ''
    return name === '' ? caller.username : name
  }

  async #record(caller: Scope, id: string): Promise<OntologyRecord> {
    const record = await this.ontologies.record(caller, id)
    if (record === undefined) throw ontologyNotFound(id)
    return record
  }

  async #listing(caller: Caller, record: OntologyRecord): Promise<OntologyListing> {
    return listingOf(record, await this.connections.list(caller))
  }

  async #openConnection(scope: Scope, id: string): Promise<Source> {
    const settings = await this.connectionStore.settingsOf(scope, id)
    if (settings === undefined) throw new SourceError('missing', 'The connection was removed')
    return this.#openSettings(settings)
  }

  /** Uploads and the sample are first written to the data folder. */
  async #openSettings(settings: ConnectionSettings): Promise<Source> {
    if (settings.kind === 'uploads') {
      const paths = await this.uploads.filesOf(settings)
      return this.#open({ kind: 'files', paths }, paths)
    }
    if (settings.kind !== 'sqlite' || settings.file !== samplePlace) return this.#open(settings)
    const file = await this.#sample.ensure()
    return this.#open({ kind: 'sqlite', file }, [file])
  }

  /** Opens it for a person who connects it; the sample cannot be connected. */
  #openGiven(settings: ConnectionSettings): Promise<Source> {
    return settings.kind === 'uploads' ? this.#openSettings(settings) : this.#open(settings)
  }

  /** The source roots apply only to files; `files` are open wherever they are. */
  async #open(settings: OpenSettings, files: readonly string[] = []): Promise<Source> {
    const { sourceRoots: roots, closedFolders: closed, ownDatabaseUrl } = this.#settings
    const [{ openSource }, { SourceRoots }] = await Promise.all([
      import('./sources/opening/open-source.ts'),
      import('./sources/source-roots.ts'),
    ])
    return openSource(settings, {
      roots: new SourceRoots({ roots, files, closed }),
      forbidden: ownDatabaseUrl === undefined ? [] : [{ url: ownDatabaseUrl }],
    })
  }
}

/** Loaded with the first question, like the reader. */
function modelReader({ cache, quota, log, http }: Ports, settings: ModuleSettings['languageModel']) {
  if (settings === undefined) return undefined
  return async () => {
    const [{ ModelReader }, { openModel }] = await Promise.all([
      import('./models/model-reader.ts'),
      import('./models/open-model.ts'),
    ])
    return new ModelReader({ model: openModel(http, settings), settings, cache, quota, log })
  }
}

/** Only where the installation lets a model see rows. */
function modelNarrator({ cache, quota, log, http }: Ports, settings: ModuleSettings['languageModel']) {
  if (settings?.wordsAnswers !== true) return undefined
  return async () => {
    const [{ ModelNarrator }, { openModel }] = await Promise.all([
      import('./models/model-narrator.ts'),
      import('./models/open-model.ts'),
    ])
    return new ModelNarrator({ model: openModel(http, settings), settings, cache, quota, log })
  }
}

async function nothingToDo(): Promise<void> {}

function foldedName(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase()
}
