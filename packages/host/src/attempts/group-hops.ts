import { isFailed, type Hop } from './hop.ts'

/** One attempt of a client to connect. */
export interface Attempt {
  readonly id: string
  readonly hops: readonly Hop[]
}

const quietMs = 10 * 60_000
const nearMs = 2 * 60_000

interface Draft {
  readonly hops: Hop[]
  readonly sources: Set<string>
  clientId: string | undefined
}

/**
 * Groups hops, oldest first, into attempts. A client is identified by its id once it has one, before that by its
 * address and its name. The person's browser comes from another address; the client's id in the URL leads to the
 * attempt. If a client never registered, because its id is known by other means, the nearest attempt that waits for an
 * id is taken.
 */
export function groupHops(hops: readonly Hop[]): readonly Attempt[] {
  const drafts: Draft[] = []
  for (const hop of hops) {
    const draft = draftFor(hop, drafts)
    if (draft === undefined) {
      drafts.push({ hops: [hop], sources: new Set([sourceOf(hop)]), clientId: hop.clientId })
      continue
    }
    draft.hops.push(hop)
    draft.clientId ??= hop.clientId
    if (hop.kind !== 'authorize' && hop.kind !== 'consent') draft.sources.add(sourceOf(hop))
  }
  return drafts.map(({ hops: own }) => ({ id: own[0]?.requestId ?? '', hops: own }))
}

/** The most reliable matches come first. */
const signs: readonly ((hop: Hop, draft: Draft) => boolean)[] = [
  ({ clientId }, draft) => clientId !== undefined && clientId === draft.clientId,
  (hop, { sources, clientId }) =>
    sources.has(sourceOf(hop)) && (hop.clientId === undefined || clientId === undefined),
  (hop, { hops, clientId }) => {
    const last = hops.at(-1)
    const isNear = last !== undefined && hop.at - last.at <= nearMs && !isFailed(last)
    return hop.clientId !== undefined && clientId === undefined && isNear
  },
]

function draftFor(hop: Hop, drafts: readonly Draft[]): Draft | undefined {
  const open = drafts.filter((draft) => isOpenFor(hop, draft))
  for (const fits of signs) {
    const draft = open.findLast((each) => fits(hop, each))
    if (draft !== undefined) return draft
  }
  return undefined
}

function isOpenFor(hop: Hop, { hops }: Draft): boolean {
  const last = hops.at(-1)
  if (last === undefined || hop.at - last.at > quietMs) return false
  // After a connection, or after a failed call, a client that starts again makes a new attempt.
  if (hop.kind === 'challenge' && last.kind === 'call') return false
  // Several people may use one client: a person who signs in after somebody has connected makes a new attempt.
  if (hop.kind === 'authorize' && (last.kind === 'token' || last.kind === 'call')) return false
  return !hops.some(({ userId }) => userId !== undefined && hop.userId !== undefined && userId !== hop.userId)
}

function sourceOf({ address, userAgent }: Hop): string {
  return `${address} ${userAgent}`
}
