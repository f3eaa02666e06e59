import type { Attempt } from './page.tsx'

type Hop = Attempt['hops'][number]

/** The steps of a connection, in words. */
export const steps: readonly { readonly kind: Hop['kind']; readonly title: string }[] = [
  { kind: 'challenge', title: 'Was asked to sign in' },
  { kind: 'resource_metadata', title: 'Read where to sign in' },
  { kind: 'server_metadata', title: 'Read how to sign in' },
  { kind: 'registration', title: 'Registered' },
  { kind: 'authorize', title: 'Opened the browser' },
  { kind: 'consent', title: 'Was allowed' },
  { kind: 'token', title: 'Fetched a token' },
  { kind: 'call', title: 'Called' },
]

export function latestOfEach(hops: readonly Hop[]): ReadonlyMap<Hop['kind'], Hop> {
  return new Map(hops.map((hop) => [hop.kind, hop]))
}
