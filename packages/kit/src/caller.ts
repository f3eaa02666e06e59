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
