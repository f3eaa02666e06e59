/** The steps by which a client connects, in order. */
export const hopKinds = [
  'challenge',
  'resource_metadata',
  'server_metadata',
  'registration',
  'authorize',
  'consent',
  'token',
  'call',
] as const

export type HopKind = (typeof hopKinds)[number]

/** One request on the way to a connection, with its answer. Holds no credential. */
export interface Hop {
  readonly kind: HopKind
  /** Milliseconds since 1970. */
  readonly at: number
  readonly status: number
  readonly path: string
  readonly address: string
  readonly userAgent: string
  readonly requestId: string
  readonly clientId?: string | undefined
  readonly userId?: string | undefined
  /** The code of the failure, such as `invalid_redirect_uri`. */
  readonly why?: string | undefined
}

export function isFailed({ kind, status, why }: Hop): boolean {
  if (kind === 'challenge') return why !== undefined
  return status >= 400 || why !== undefined
}
