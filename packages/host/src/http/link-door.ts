import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Caller, Json } from '@quipu/kit'
import { LinkRefused } from '../links/link-refused.ts'
import type { SignedLinks } from '../links/signed-links.ts'

export interface LinkDoorParts {
  readonly signedLinks: SignedLinks
  /** The caller of an account, with all permissions of its role; undefined if it is gone or disabled. */
  readonly accountCaller: (userId: string) => Promise<Caller | undefined>
}

/** The name of the query parameter that holds a signed link. */
export const linkParameter = 'link'

export interface LinkVisit {
  readonly caller: Caller
  readonly link: Json
}

/** The user of a link as a caller, with no more than the route needs. Throws `LinkRefused`. */
export async function readLink(
  { signedLinks, accountCaller }: LinkDoorParts,
  module: string,
  needs: readonly string[],
  { url = '' }: IncomingMessage,
): Promise<LinkVisit> {
  const [path = '', search = ''] = url.split('?', 2)
  const token = new URLSearchParams(search).get(linkParameter) ?? ''
  const claim = signedLinks.verify(module, path, token)
  if (claim === 'expired') throw new LinkRefused(410, 'This link has expired; ask for a new one')
  if (claim === 'invalid')
    throw new LinkRefused(403, 'This link is not valid here; copy the whole of it, or ask for a new one')
  const account = await accountCaller(claim.userId)
  if (account === undefined)
    throw new LinkRefused(403, 'The account that this link was made for is disabled or gone')
  const permissions = new Set(needs.filter((need) => account.permissions.has(need)))
  const tokenHash = hash('sha256', token, 'hex')
  return { caller: { ...account, permissions, clientId: 'link', tokenHash }, link: claim.data }
}
