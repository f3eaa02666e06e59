import type { Client, KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { AuditEvent } from '../audit/audit-event.ts'

export interface ProviderEvents {
  readonly record: (event: AuditEvent) => void
  /** A client got tokens under a grant. */
  readonly used: (grantId: string, client: Client) => void
  readonly requestIdOf: (ctx: KoaContextWithOIDC) => string
  /** What was found out about a request: its client, its user, and why it failed. */
  readonly note: (request: object, facts: Noted) => void
}

export interface Noted {
  readonly clientId?: string | undefined
  readonly userId?: string | undefined
  readonly why?: string | undefined
}

/** Records in the audit what the library did. */
export function watch(provider: Provider, { record, used, requestIdOf, note }: ProviderEvents): void {
  const recordOutcome = (ctx: KoaContextWithOIDC, action: string, outcome: string, grantId?: string) => {
    if (outcome !== 'ok') note(ctx.req, { why: outcome })
    known(ctx)
    record({
      userId: ctx.oidc.entities.Account?.accountId ?? ctx.oidc.entities.Grant?.accountId,
      action,
      resourceType: 'oauth_grant',
      resourceId: grantId ?? ctx.oidc.entities.Grant?.jti ?? 'unknown',
      outcome,
      requestId: requestIdOf(ctx),
      metadata: { clientId: clientOf(ctx), address: ctx.ip },
    })
  }
  const known = (ctx: KoaContextWithOIDC, clientId = clientOf(ctx)) => {
    const userId = ctx.oidc.entities.Account?.accountId ?? ctx.oidc.entities.Grant?.accountId
    note(ctx.req, {
      ...(clientId === undefined ? {} : { clientId }),
      ...(userId === undefined ? {} : { userId }),
    })
  }
  provider.on('registration_create.success', (ctx, client) => known(ctx, client.clientId))
  provider.on('authorization.success', (ctx) => known(ctx))
  provider.on('interaction.started', (ctx) => known(ctx))
  provider.on('grant.success', (ctx) => {
    const { Grant: grant, Client: client } = ctx.oidc.entities
    if (grant?.jti !== undefined && client !== undefined) used(grant.jti, client)
    recordOutcome(ctx, isRefresh(ctx) ? 'oauth.token_refreshed' : 'oauth.token_issued', 'ok')
  })
  provider.on('grant.error', (ctx, error) => {
    if (error.error !== 'authorization_pending') recordOutcome(ctx, 'oauth.token_refused', error.error)
  })
  provider.on('grant.revoked', (ctx, grantId) => {
    // ConnectedApps records a plain revocation itself.
    if (ctx.oidc.route === 'token')
      recordOutcome(ctx, isRefresh(ctx) ? 'oauth.refresh_reused' : 'oauth.code_replayed', 'revoked', grantId)
  })
  provider.on('authorization.error', (ctx, error) =>
    recordOutcome(ctx, 'oauth.authorization_refused', error.error),
  )
  provider.on('registration_create.error', (ctx, error) =>
    recordOutcome(ctx, 'client.registration_refused', error.error),
  )
}

/** For the audit: a request that was refused because of its form. */
export function refusedRequest({ query, ip }: KoaContextWithOIDC, requestId: string): AuditEvent {
  const { client_id: clientId } = query
  return {
    userId: undefined,
    action: 'oauth.authorization_refused',
    resourceType: 'oauth_grant',
    resourceId: 'unknown',
    outcome: 'invalid_request',
    requestId,
    metadata: { clientId: typeof clientId === 'string' ? clientId : undefined, address: ip },
  }
}

function isRefresh({ oidc }: KoaContextWithOIDC): boolean {
  return oidc.params?.['grant_type'] === 'refresh_token'
}

function clientOf({ oidc }: KoaContextWithOIDC): string | undefined {
  const asked = oidc.params?.['client_id']
  return oidc.entities.Client?.clientId ?? (typeof asked === 'string' ? asked : undefined)
}
