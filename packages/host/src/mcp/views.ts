import type { EndpointRules, Module, Role } from '@quipu/kit'
import type { OpenModule } from '../calls/call-parts.ts'
import { Catalogue } from './catalogue.ts'
import type { View } from './exchange.ts'
import { Profile } from './profile.ts'

const mostViews = 200

/** The profiles of one endpoint, each made once: which modules, and whether for reading only. */
export class Views {
  readonly #modules: readonly OpenModule[]
  readonly #permissionsOf: (role: Role) => ReadonlySet<string>
  readonly #isOwn: boolean
  readonly #bySearch = new Map<string, View>()
  readonly #byMeaning = new Map<string, View>()

  constructor(
    modules: readonly OpenModule[],
    permissionsOf: (role: Role) => ReadonlySet<string>,
    { isOwn = false } = {},
  ) {
    this.#modules = modules
    this.#permissionsOf = permissionsOf
    this.#isOwn = isOwn
  }

  /** What the endpoint's module says about it. An endpoint of several modules has none. */
  get rules(): EndpointRules {
    return this.own?.module.endpoint ?? {}
  }

  /** Its module, with what that opened; undefined for an endpoint of several. */
  get own(): OpenModule | undefined {
    return this.#isOwn ? this.#modules[0] : undefined
  }

  /** Every permission of its modules but those that only REST asks for. */
  get scopes(): readonly string[] {
    return this.#modules.flatMap(({ module }) => {
      const needed = new Set(neededBy(module))
      const ofRest = new Set((module.routes ?? []).flatMap(({ needs }) => needs))
      return Object.keys(module.permissions).filter((name) => needed.has(name) || !ofRest.has(name))
    })
  }

  /** `search` as it came in the URL. Undefined if it names a module that is not here. */
  of(search: string): View | undefined {
    const known = this.#bySearch.get(search)
    if (known !== undefined) return known
    const wish = new URLSearchParams(search)
    const isReadonly = ['1', 'true'].includes(wish.get('readonly') ?? '')
    const names = wish.get('modules')?.split(',').filter(Boolean)
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
      const profile = new Profile(modules, isReadonly)
      view = { profile, catalogue: new Catalogue(profile, this.#permissionsOf), isOwn: this.#isOwn }
      this.#byMeaning.set(meaning, view)
    }
    return view
  }
}

function neededBy({ tools, resources = [], prompts = [], endpoint }: Module): readonly string[] {
  return [...(endpoint?.needs ?? []), ...[...tools, ...resources, ...prompts].flatMap(({ needs }) => needs)]
}
