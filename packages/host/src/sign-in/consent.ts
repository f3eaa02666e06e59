import type { Role } from '@quipu/kit'
import type Provider from 'oidc-provider'
import type { Client } from 'oidc-provider'
import type { ConsentPage } from '../pages/consent-page.ts'
import { resourcesOf, textOf } from '../oauth/authorization-request.ts'
import { isDescribed } from '../oauth/kept-documents.ts'
import type { Resources } from '../oauth/resources.ts'

/** The parts of one authorization request, in our terms. */
export interface Asking {
  readonly clientId: string
  readonly clientName: string
  /** The publisher by the document that describes the client, if there is one. */
  readonly documentHost: string | undefined
  /** The name is confirmed by a document on its own host, or by an admin. */
  readonly isVouchedFor: boolean
  readonly redirectUri: string
  /** The host that gets the answer; for an app on the person's machine its scheme, for a device none. */
  readonly redirectHost: string
  /** Any program on the person's machine could pose as this client, so a remembered consent would be worthless. */
  readonly isLocal: boolean
  readonly resources: readonly string[]
  readonly scope: readonly string[]
}

export function askingOf(
  params: Readonly<Record<string, unknown>>,
  client: Client,
  isAdded: boolean,
  resources: Resources,
): Asking {
  const named = resourcesOf(params)
  const asked = named.length === 0 ? [resources.umbrella] : named
  const known = new Set(asked.flatMap((resource) => resources.scopesOf(resource) ?? []))
  const redirectUri = textOf(params['redirect_uri'])
  const redirect = URL.parse(redirectUri)
  const { clientId } = client
  const documentHost = isDescribed(clientId) ? URL.parse(clientId)?.host : undefined
  const isWeb = redirect?.protocol === 'https:'
  return {
    clientId,
    clientName: client.clientName ?? clientId,
    documentHost,
    isVouchedFor: isAdded || documentHost !== undefined,
    redirectUri,
    redirectHost: redirect === null ? '' : redirect.host === '' ? redirect.protocol : redirect.host,
    isLocal: redirect !== null && !isWeb,
    resources: asked,
    scope: textOf(params['scope'])
      .split(' ')
      .filter((name) => known.has(name)),
  }
}

/** The library's record of a consent: each starts a separate family of tokens. */
export async function saveGrant(provider: Provider, userId: string, asking: Asking, resources: Resources) {
  const grant = new provider.Grant({ accountId: userId, clientId: asking.clientId })
  grant.addOIDCScope(asking.scope.join(' '))
  for (const resource of asking.resources) {
    const known = new Set(resources.scopesOf(resource))
    grant.addResourceScope(resource, asking.scope.filter((name) => known.has(name)).join(' '))
  }
  return grant.save()
}

export interface Words {
  says(permission: string): string
  isAllowed(role: Role, permission: string): boolean
}

export function consentOf(asking: Asking, role: Role, words: Words): Pick<ConsentPage, Described> {
  return {
    client: { name: asking.clientName, id: asking.clientId, host: asking.documentHost },
    redirectHost: asking.redirectHost === '' ? undefined : asking.redirectHost,
    isLoopback: asking.isLocal,
    isUnverified: !asking.isVouchedFor,
    resourceName: 'Quipu',
    resource: asking.resources.join(' '),
    scopes: asking.scope.map((name) => ({
      name,
      says: words.says(name),
      isAllowed: words.isAllowed(role, name),
    })),
  }
}

type Described =
  | 'client'
  | 'redirectHost'
  | 'isLoopback'
  | 'isUnverified'
  | 'resourceName'
  | 'resource'
  | 'scopes'
