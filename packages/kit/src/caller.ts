export const roles = ['viewer', 'contributor', 'admin'] as const
export type Role = (typeof roles)[number]

/** Who is asking. Made by the host from a verified credential; a module never makes one. */
export interface Caller {
  readonly userId: string
  readonly username: string
  readonly role: Role
  readonly permissions: ReadonlySet<string>
  readonly clientId: string
  /** SHA-256 of the credential in hex: names it in limits and logs without being it. */
  readonly tokenHash: string
}

/** What the client says of itself. For display and audit only, never for a decision. */
export interface ClientInfo {
  readonly name: string
  readonly version: string
}

/** Someone without an account, whose token the module has accepted. The permissions are the module's for this role. */
export interface Guest {
  readonly username: string
  readonly role: Role
}

export interface Refusal {
  /** Why, and what to do, in a sentence. */
  readonly refused: string
  /** The value of `WWW-Authenticate`. */
  readonly challenge: string
}
