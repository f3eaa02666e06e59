import { hash } from 'node:crypto'
import type { Caller, Guest, Module, Refusal, Role } from '@quipu/kit'
import { AuthFailure } from './auth-failure.ts'
import { withBearer } from './own-bearer.ts'

export interface GuestsOptions {
  readonly module: Module
  readonly service: unknown
  /** Called when the module refuses a token that it had accepted: its sessions and streams end, at all instances. */
  readonly ended: (userId: string) => Promise<void>
}

/** Callers without an account, whom a module authenticates by its own tokens. */
export class Guests {
  readonly #options: GuestsOptions

  constructor(options: GuestsOptions) {
    this.#options = options
  }

  /** Throws `AuthFailure` with the module's message. */
  async admit(header: string | undefined): Promise<{ readonly caller: Caller }> {
    const token = /^bearer +(\S+)$/i.exec(header?.trim() ?? '')?.[1] ?? ''
    const found = await this.#ask(token, false)
    if ('refused' in found) throw failureOf(found)
    return { caller: this.#caller(token, found) }
  }

  #ask(token: string, isAgain: boolean): Promise<Guest | Refusal> {
    const { module, service } = this.#options
    if (module.authenticate === undefined) throw new Error(`${module.name} knows no callers of its own`)
    return module.authenticate(service, token, isAgain)
  }

  #caller(token: string, { username, role }: Guest): Caller {
    const { module, ended } = this.#options
    const userId = guestId(module.name, token)
    const caller: Caller = {
      userId,
      username,
      role,
      permissions: permissionsOfModule(module, role),
      clientId: `guest:${module.name}`,
      tokenHash: hash('sha256', token, 'hex'),
    }
    return withBearer(caller, {
      token,
      current: async () => {
        const found = await this.#ask(token, false)
        return 'refused' in found ? undefined : this.#caller(token, found)
      },
      recheck: async (answerFirst) => {
        const found = await this.#ask(token, true)
        if (!('refused' in found)) return undefined
        const refused = failureOf(found)
        try {
          await answerFirst?.(refused)
        } finally {
          await ended(userId)
        }
        return refused
      },
    })
  }
}

export function permissionsOfModule({ permissions }: Pick<Module, 'permissions'>, role: Role): Set<string> {
  return new Set(Object.keys(permissions).filter((name) => permissions[name]?.roles.includes(role)))
}

/** A UUID of version 8, which no account has: the store distinguishes the two by it. */
function guestId(module: string, token: string): string {
  const digest = hash('sha256', `guest\n${module}\n${token}`, 'hex')
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-')
}

export function isGuestId(userId: string): boolean {
  return userId[14] === '8'
}

function failureOf({ refused, challenge }: Refusal): AuthFailure {
  return new AuthFailure(401, { error: 'unauthorized', message: refused }, challenge)
}
