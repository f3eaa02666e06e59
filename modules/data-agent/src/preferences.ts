import type { Caller, Settings } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import type { ReadingPreferences } from '@quipu/reading'
import { ontologyNotFound } from './errors.ts'
import type { OntologyStore } from './store/ontologies.ts'
import type { PreferenceStore, ReadingPreference } from './store/preferences.ts'
import { dataAgentSettings } from './user-settings.ts'

export interface PreferenceView {
  readonly id: string
  readonly ontology_id: string | null
  readonly label: string
  readonly choice: string
  readonly created_at: string
}

type Owner = Pick<Caller, 'userId'>

/** Readings that a person chose permanently, in order not to be asked again. */
export class Preferences {
  readonly #store: PreferenceStore
  readonly #ontologies: OntologyStore
  readonly #now: () => Date

  constructor(store: PreferenceStore, ontologies: OntologyStore, now: () => Date) {
    this.#store = store
    this.#ontologies = ontologies
    this.#now = now
  }

  async list(owner: Owner): Promise<readonly PreferenceView[]> {
    return (await this.#store.list(owner)).map(view)
  }

  async keep(
    owner: Owner,
    preference: Pick<ReadingPreference, 'ontologyId' | 'label' | 'choice'>,
  ): Promise<PreferenceView> {
    const { ontologyId } = preference
    if (ontologyId !== null && (await this.#ontologies.find(owner, ontologyId)) === undefined)
      throw ontologyNotFound(ontologyId)
    return view(await this.#store.keep(owner, preference, this.#now()))
  }

  async remove(owner: Owner, id: string): Promise<PreferenceView> {
    const kept = (await this.#store.list(owner)).find((each) => each.id === id)
    if (kept === undefined || !(await this.#store.remove(owner, id)))
      throw new ToolError('NOT_FOUND', `There is no preference ${id}`)
    return view(kept)
  }

  /** With the person's settings. An invalid setting is ignored. */
  async forReading(owner: Owner, ontologyId: string, settings: Settings): Promise<ReadingPreferences> {
    const given = { ...(settings.preferences['dataAgent'] as object | undefined) } as Record<string, unknown>
    const { defaultTimePeriod, highValueThreshold } = dataAgentSettings.shape
    return {
      defaultTimePeriod: defaultTimePeriod.safeParse(given['defaultTimePeriod']).data ?? null,
      highValueThreshold: highValueThreshold.safeParse(given['highValueThreshold']).data ?? null,
      choices: await this.#store.choices(owner, ontologyId),
    }
  }
}

function view({ id, ontologyId, label, choice, createdAt }: ReadingPreference): PreferenceView {
  return { id, ontology_id: ontologyId, label, choice, created_at: createdAt.toISOString() }
}
