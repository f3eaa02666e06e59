import type { Role } from '@quipu/kit'
import { Catalogue } from './catalogue.ts'
import type { View } from './exchange.ts'
import type { OpenModule } from './profile.ts'
import { Profile } from './profile.ts'

const mostViews = 200

/** The profiles of one endpoint, each made once: which modules, and whether for reading only. */
export class Views {
  readonly #modules: readonly OpenModule[]
  readonly #permissionsOf: (role: Role) => ReadonlySet<string>
  readonly #bySearch = new Map<string, View>()
  readonly #byMeaning = new Map<string, View>()

  constructor(modules: readonly OpenModule[], permissionsOf: (role: Role) => ReadonlySet<string>) {
    this.#modules = modules
    this.#permissionsOf = permissionsOf
  }

  /** Every permission that the endpoint's modules know. */
  get scopes(): readonly string[] {
    return this.#modules.flatMap(({ module }) => Object.keys(module.permissions))
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
      view = { profile, catalogue: new Catalogue(profile, this.#permissionsOf) }
      this.#byMeaning.set(meaning, view)
    }
    return view
  }
}
