import type { EndpointRules, Module, Role, Tool } from '@quipu/kit'
import type { OpenModule } from '../calls/call-parts.ts'
import { isReadOnlyProfile } from '../identity/resource-metadata.ts'
import { Catalogue } from './catalogue.ts'
import type { View } from './exchange.ts'
import { Profile } from './profile.ts'

const mostViews = 200
/** What `readonly` may be. */
const switches: ReadonlySet<string> = new Set(['1', 'true', '0', 'false'])

export interface ViewsParts {
  readonly permissionsOf: (role: Role) => ReadonlySet<string>
  /** Whether callers of this endpoint have the tool. */
  readonly isOffered: (open: OpenModule, tool: Tool) => boolean
  /** Whether it is a module's own endpoint. Default: false. */
  readonly isOwn?: boolean
}

/** The profiles of one endpoint, each made once: which modules, and whether read-only. */
export class Views {
  readonly #modules: readonly OpenModule[]
  readonly #parts: ViewsParts
  readonly #isOwn: boolean
  readonly #bySearch = new Map<string, View>()
  readonly #byMeaning = new Map<string, View>()

  constructor(modules: readonly OpenModule[], parts: ViewsParts) {
    this.#modules = modules
    this.#parts = parts
    this.#isOwn = parts.isOwn ?? false
  }

  /** The rules that the endpoint's module declares. An endpoint of several modules has none. */
  get rules(): EndpointRules {
    return this.own?.module.endpoint ?? {}
  }

  /** Its module, with its opened service; undefined for an endpoint of several. */
  get own(): OpenModule | undefined {
    return this.#isOwn ? this.#modules[0] : undefined
  }

  /** The scopes that a profile asks for; undefined if `search` names no profile. */
  scopesOf(search: string): readonly string[] | undefined {
    const profile = this.of(search)?.profile
    const scopes = profile?.readonly === true ? readScopes : everyScope
    return profile?.modules.flatMap(({ module }) => scopes(module))
  }

  /**
   * `search` as in the URL. Undefined if it names an unknown module, or if a value of it is not understood: whoever asks
   * for less must not get everything.
   */
  of(search: string): View | undefined {
    const known = this.#bySearch.get(search)
    if (known !== undefined) return known
    const query = new URLSearchParams(search)
    const isUnderstood = switches.has(query.get('readonly') ?? '0')
    if (!isUnderstood || ['readonly', 'modules'].some((name) => query.getAll(name).length > 1))
      return undefined
    const isReadonly = isReadOnlyProfile(search)
    const names = query.get('modules')?.split(',').filter(Boolean)
    const modules =
      names === undefined ? this.#modules : this.#modules.filter(({ module }) => names.includes(module.name))
    if (names !== undefined && modules.length !== new Set(names).size) return undefined
    const view = this.#view(modules, isReadonly)
    if (this.#bySearch.size < mostViews) this.#bySearch.set(search, view)
    return view
  }

  forget(): void {
    for (const { catalogue } of this.#byMeaning.values()) catalogue.forget()
  }

  #view(modules: readonly OpenModule[], isReadonly: boolean): View {
    const meaning = `${isReadonly} ${modules.map(({ module }) => module.name).join(',')}`
    let view = this.#byMeaning.get(meaning)
    if (view === undefined) {
      const { permissionsOf, isOffered } = this.#parts
      const profile = new Profile(modules, isReadonly, isOffered)
      view = { profile, catalogue: new Catalogue(profile, permissionsOf), isOwn: this.#isOwn }
      this.#byMeaning.set(meaning, view)
    }
    return view
  }
}

/** Every permission of a module except those that only REST needs. */
function everyScope(module: Module): readonly string[] {
  const needed = new Set(neededBy(module, module.tools))
  const ofRest = new Set((module.routes ?? []).flatMap(({ needs }) => needs))
  return Object.keys(module.permissions).filter((name) => needed.has(name) || !ofRest.has(name))
}

/** The permissions needed if no tool writes. Prompts do not count: some start work that writes. */
function readScopes(module: Module): readonly string[] {
  const reading = module.tools.filter(({ effect }) => effect === 'read')
  const needed = new Set(neededBy({ ...module, prompts: [] }, reading))
  return Object.keys(module.permissions).filter((name) => needed.has(name))
}

function neededBy(
  { resources = [], prompts = [], endpoint }: Module,
  tools: Module['tools'],
): readonly string[] {
  return [...(endpoint?.needs ?? []), ...[...tools, ...resources, ...prompts].flatMap(({ needs }) => needs)]
}
