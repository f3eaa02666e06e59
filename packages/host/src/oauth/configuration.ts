import type { JWK } from 'jose'
import type { AdapterFactory, Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { isReadOnlyProfile } from '../identity/resource-metadata.ts'
import { pageHeaders } from '../pages/page-headers.ts'
import { isBrowser, refuseForNow, resourcesOf } from './authorization-request.ts'
import { askAgainSeconds, isDocumentAway } from './client-documents.ts'
import type { ClientConfiguration } from './client-policy.ts'
import { deviceFlow } from './device-flow.ts'
import { refusalPage } from './refusal-page.ts'
import type { Resources } from './resources.ts'
import { paths } from './server-metadata.ts'
import { signInPolicy } from './sign-in-policy.ts'

export interface Lifetimes {
  readonly codeMinutes: number
  readonly deviceCodeMinutes: number
  readonly accessMinutes: number
  readonly refreshDays: number
}

/** A consent is valid for this long, however often its tokens are refreshed. */
const grantDays = 365
const day = 86_400

export interface ProviderOptions {
  readonly appUrl: string
  readonly adapter: AdapterFactory
  readonly signingKey: JWK
  readonly cookieKeys: readonly Buffer[]
  readonly lifetimes: Lifetimes
  readonly resources: Resources
  readonly scopes: readonly string[]
  readonly now: () => Date
  /** Undefined for an account that is gone or disabled. */
  readonly permissionsFor: (
    userId: string,
    scopes: readonly string[],
  ) => Promise<readonly string[] | undefined>
  readonly requestIdOf: (ctx: KoaContextWithOIDC) => string
  readonly clients: ClientConfiguration
}

export function providerConfiguration(options: ProviderOptions): Configuration {
  const { features: clientFeatures, ...clients } = options.clients
  return {
    ...clients,
    ...people(options),
    ...tokens(options),
    adapter: options.adapter,
    scopes: [...options.scopes],
    responseTypes: ['code'],
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: () => true,
    routes: {
      authorization: paths.authorization,
      token: paths.token,
      registration: paths.registration,
      revocation: paths.revocation,
      device_authorization: paths.device_authorization,
      code_verification: paths.code_verification,
      jwks: paths.jwks,
    },
    extraParams: {
      // Runs for every request, with or without the parameter, so the default scopes are set here.
      audience: ({ oidc, query }) => {
        const params = oidc.params ?? {}
        // By now `params` names a resource in any case: what the client itself named is in its request.
        params['scope'] ??= options.resources.defaultScopes(resourcesOf(oidc.body ?? query)).join(' ')
      },
    },
    features: { ...clientFeatures, ...features(options) },
    renderError: (ctx, out) => {
      ctx.body = { error: out.error, error_description: out.error_description }
      if (!isBrowser(ctx)) return
      if (isDocumentAway(out)) refuseForNow(ctx, askAgainSeconds)
      ctx.set(pageHeaders())
      ctx.type = 'html'
      ctx.body = refusalPage(out, options.requestIdOf(ctx))
    },
  }
}

function people(options: ProviderOptions): Configuration {
  return {
    cookies: cookies(options),
    interactions: { policy: signInPolicy(), url: (_ctx, { uid }) => `${paths.interaction}/${uid}` },
    findAccount: async (_ctx, id) =>
      (await options.permissionsFor(id, [])) === undefined
        ? undefined
        : { accountId: id, claims: () => ({ sub: id }) },
    // Each consent is a separate family: a reuse detected in one does not end another.
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId)
    },
  }
}

function tokens({ signingKey, lifetimes, now, permissionsFor, appUrl }: ProviderOptions): Configuration {
  return {
    jwks: { keys: [signingKey] },
    rotateRefreshToken: true,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    extraTokenClaims: async (_ctx, token) => {
      if (token.kind !== 'AccessToken') return undefined
      const permissions = await permissionsFor(token.accountId, (token.scope ?? '').split(' '))
      const isReadOnly = isReadOnlyProfile(new URL(token.resourceServer?.identifier() ?? appUrl).search)
      return {
        permissions: [...(permissions ?? [])],
        grant: token.grantId,
        ...(isReadOnly ? { readonly: true } : {}),
      }
    },
    formats: {
      customizers: {
        jwt: (_ctx, _token, { payload }) => {
          const issuedAt = Math.floor(now().getTime() / 1000)
          payload['iat'] = issuedAt
          payload['exp'] = issuedAt + lifetimes.accessMinutes * 60
        },
      },
    },
    ttl: {
      AccessToken: lifetimes.accessMinutes * 60,
      AuthorizationCode: lifetimes.codeMinutes * 60,
      DeviceCode: lifetimes.deviceCodeMinutes * 60,
      RefreshToken: lifetimes.refreshDays * day,
      Grant: grantDays * day,
      Interaction: 3600,
      Session: 3600,
    },
  }
}

function features({ resources, appUrl }: ProviderOptions) {
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    userinfo: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    // A token of someone else: nothing happens, and nothing is revealed.
    revocation: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
    },
    deviceFlow: deviceFlow(),
    resourceIndicators: {
      enabled: true,
      defaultResource: (_ctx, _client, oneOf) => oneOf ?? appUrl,
      getResourceServerInfo: (_ctx, resource) => resources.serverFor(resource),
      useGrantedResource: () => true,
    },
  } satisfies Configuration['features']
}

function cookies({ appUrl, cookieKeys }: ProviderOptions): Configuration['cookies'] {
  const attributes = {
    httpOnly: true,
    sameSite: 'lax',
    secure: appUrl.startsWith('https:'),
    overwrite: true,
    signed: true,
  } as const
  return {
    names: { session: sessionCookie, interaction: 'quipu_interaction', resume: 'quipu_resume' },
    keys: [...cookieKeys],
    long: attributes,
    short: attributes,
  }
}

export const sessionCookie = 'quipu_authorization'
