import type { Caller, Module, Role } from '@quipu/kit'
import { roles } from '@quipu/kit'

/** The permissions of this installation, and which of them each role has. */
export class Permissions {
  readonly names: ReadonlySet<string>
  readonly #byRole: ReadonlyMap<Role, ReadonlySet<string>>

  constructor(modules: readonly Pick<Module, 'name' | 'permissions'>[]) {
    const declared = new Map<string, readonly Role[]>()
    for (const module of modules) {
      for (const [name, permission] of Object.entries(module.permissions)) {
        if (!scopeToken.test(name))
          throw new Error(`Module ${module.name} declares the permission "${name}"; write it like tasks:read`)
        if (declared.has(name))
          throw new Error(`Two modules declare the permission ${name}; one of them owns it`)
        declared.set(name, permission.roles)
      }
    }
    this.names = new Set([...declared.keys()].toSorted())
    this.#byRole = new Map(
      roles.map((role) => [
        role,
        new Set([...this.names].filter((name) => declared.get(name)?.includes(role))),
      ]),
    )
  }

  ofRole(role: Role): ReadonlySet<string> {
    return this.#byRole.get(role) ?? none
  }

  /** `scope`: a new consent could grant what is missing. `role`: it could not, so asking for one would loop. */
  whyMissing(caller: Caller, needed: readonly string[]): 'scope' | 'role' {
    const ofRole = this.ofRole(caller.role)
    return needed.every((name) => ofRole.has(name)) ? 'scope' : 'role'
  }
}

const none: ReadonlySet<string> = new Set()

/** Appears unquoted in space-separated scopes and in a challenge header. */
const scopeToken = /^[a-z][a-z0-9_-]*(:[a-z][a-z0-9_-]*)+$/
