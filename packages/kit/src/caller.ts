export const roles = ['viewer', 'contributor', 'admin'] as const
export type Role = (typeof roles)[number]

/** Who makes the call. The host creates it from a verified credential; a module never creates one. */
export interface Caller {
  readonly userId: string
  readonly username: string
  readonly role: Role
  readonly permissions: ReadonlySet<string>
  readonly clientId: string
  /** SHA-256 of the credential in hex. Identifies it in limits and logs without revealing it. */
  readonly tokenHash: string
}

/** The client's description of itself. For display and audit only, never for a decision. */
export interface ClientInfo {
  readonly name: string
  readonly version: string
}

/** A caller without an account, whose token the module has accepted, with the permissions of the role there. */
export interface Guest {
  readonly username: string
  readonly role: Role
}

export interface Refusal {
  /** The reason and what to do, in one sentence. */
  readonly refused: string
  /** The value of `WWW-Authenticate`. */
  readonly challenge: string
}
