import type { Context, Hono } from 'hono'
import type { Client, Interaction, InteractionResults } from 'oidc-provider'
import { errors } from 'oidc-provider'
import type { AuditEvent } from '../audit/audit-event.ts'
import type { AccountRow, Accounts } from '../identity/accounts.ts'
import type { RestEnv } from '../input/rest-env.ts'
import type { ClientRegistry } from '../oauth/clients.ts'
import type { KeptDocuments } from '../oauth/kept-documents.ts'
import type { AppGrants, Consent } from '../identity/connected-apps.ts'
import { consentPage, scopeField } from '../pages/consent-page.ts'
import { errorPage } from '../pages/error-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { formTarget } from '../pages/page-headers.ts'
import { textOf } from '../oauth/authorization-request.ts'
import { askAgainSeconds } from '../oauth/client-documents.ts'
import { documentAwayPage } from '../oauth/refusal-page.ts'
import type { AuthorizationServer } from '../oauth/authorization-server.ts'
import type { Resources } from '../oauth/resources.ts'
import { paths } from '../oauth/server-metadata.ts'
import type { SignIn } from './sign-in.ts'
import type { Upstreams } from './upstream/upstreams.ts'
import { attemptSignIn } from './account-pages.ts'
import type { Browser, Visit } from './browser.ts'
import { goTo, showPage } from './browser.ts'
import type { Asking, Words } from './consent.ts'
import { askingOf, consentOf, saveGrant } from './consent.ts'

export interface AuthorizationPagesParts {
  readonly server: AuthorizationServer
  readonly browser: Browser
  readonly accounts: Accounts
  readonly apps: AppGrants
  readonly clients: ClientRegistry
  readonly documents: KeptDocuments
  readonly signIn: SignIn
  readonly upstreams: Upstreams
  readonly resources: Resources
  readonly words: Words
  /** How long an app stays connected without being used. */
  readonly refreshDays: number
  readonly now: () => Date
  record(event: AuditEvent): void
  addressOf(incoming: object): string
  requestIdOf(incoming: object): string
}

/** The pages between the app that sent a person and the return to that app: sign-in, then consent. */
export function addAuthorizationPages(app: Hono<RestEnv>, parts: AuthorizationPagesParts): void {
  const place = `${paths.interaction}/:uid`
  app.get(place, (context) => within(parts, context, show))
  app.post(place, (context) => within(parts, context, signIn))
  app.post(`${place}/consent`, (context) => within(parts, context, decide))
  app.post(`${place}/switch`, (context) => within(parts, context, switchAccount))
}

/** One request of one authorization. */
interface Step {
  readonly parts: AuthorizationPagesParts
  readonly context: Context<RestEnv>
  readonly visit: Visit
  readonly interaction: Interaction
  readonly client: Client
  readonly asking: Asking
  /** Who is signed in, if that session is valid for this authorization. */
  readonly account: AccountRow | undefined
  readonly here: string
}

async function within(
  parts: AuthorizationPagesParts,
  context: Context<RestEnv>,
  run: (step: Step) => Promise<Response>,
): Promise<Response> {
  const visit = await parts.browser.visit(context)
  try {
    return await run(await stepOf(parts, context, visit))
  } catch (error) {
    if (error instanceof errors.InvalidClient) {
      const page = documentAwayPage(parts.requestIdOf(visit.incoming))
      return showPage(visit, page, { status: 503, retryAfterSeconds: askAgainSeconds })
    }
    if (!(error instanceof errors.SessionNotFound)) throw error
    const page = errorPage({
      title: 'This page is no longer open',
      message: 'The app asked too long ago, or in another browser.',
      hint: 'Go back to the app and connect again.',
    })
    return showPage(visit, page, { status: 400 })
  }
}

async function stepOf(
  parts: AuthorizationPagesParts,
  context: Context<RestEnv>,
  visit: Visit,
): Promise<Step> {
  const { incoming, outgoing } = context.env
  parts.server.pin(incoming)
  const provider = await parts.server.provider()
  const interaction = await provider.interactionDetails(incoming, outgoing)
  if (interaction.uid !== context.req.param('uid')) throw new errors.SessionNotFound('another authorization')
  const client = await provider.Client.find(textOf(interaction.params['client_id']))
  if (client === undefined) throw new errors.SessionNotFound('the client is gone')
  return {
    parts,
    context,
    visit,
    interaction,
    client,
    asking: askingOf(
      interaction.params,
      client,
      await parts.clients.isAdded(client.clientId),
      parts.resources,
    ),
    account: await accountFor(parts, visit, interaction),
    here: `${paths.interaction}/${interaction.uid}`,
  }
}

/** An app may require a new or a recent sign-in; a session of this minute always counts as that. */
async function accountFor(
  { accounts, now }: AuthorizationPagesParts,
  { session }: Visit,
  { params }: Interaction,
): Promise<AccountRow | undefined> {
  if (session === undefined) return undefined
  const isNewWanted = textOf(params['prompt']).includes('login')
  const maxSeconds = isNewWanted ? 0 : Number(params['max_age'] ?? Infinity)
  const ageSeconds = (now().getTime() - session.signedInAt.getTime()) / 1000
  if (ageSeconds > Math.max(60, maxSeconds)) return undefined
  const account = await accounts.byId(session.userId)
  return account?.isDisabled === false ? account : undefined
}

async function show(step: Step): Promise<Response> {
  const { visit, asking, account } = step
  if (asking.scope.length === 0) return end(step, nothingToGrant)
  if (account === undefined) return showPage(visit, login(step), options(step))
  const scope = grantable(step, account)
  return (await isKnown(step, account, scope)) ? finish(step, account, scope) : askForConsent(step, account)
}

/** The requested scopes that the role of the person has. */
function grantable({ parts, asking }: Step, { role }: AccountRow): readonly string[] {
  return asking.scope.filter((name) => parts.words.isAllowed(role, name))
}

async function isKnown(step: Step, { id }: AccountRow, scope: readonly string[]): Promise<boolean> {
  const { asking, interaction } = step
  const mustAsk = textOf(interaction.params['prompt']).includes('consent')
  if (asking.isLocal || asking.redirectHost === '' || mustAsk || scope.length === 0) return false
  return step.parts.apps.hasConsent(consentIn(asking, id, scope))
}

function consentIn(asking: Asking, userId: string, scope: readonly string[]): Consent {
  const { redirectHost, clientId } = asking
  return { userId, clientId, redirectHost, resource: resourceOf(asking), scope }
}

function askForConsent(step: Step, account: AccountRow, error?: string): Response {
  const { parts, visit, asking, here } = step
  const page = consentPage({
    ...consentOf(asking, account.role, parts.words),
    // A person who signs in with this browser meanwhile has not seen this page.
    action: `${here}/consent?as=${account.id}`,
    switchAction: `${here}/switch`,
    csrf: visit.csrf,
    account: { email: account.email },
    error,
  })
  return showPage(visit, page, { ...options(step), status: error === undefined ? 200 : 400 })
}

const nothingToGrant = {
  error: 'invalid_scope',
  error_description: 'None of the requested scopes exists here',
}

async function signIn(step: Step): Promise<Response> {
  const { parts, visit, here } = step
  const fields = await parts.browser.form(visit)
  const refusal = await attemptSignIn(parts, visit, fields)
  if (refusal === undefined) return goTo(visit, here)
  const { message, ...answer } = refusal
  return showPage(visit, login(step, fields.get('email'), message), { ...options(step), ...answer })
}

async function decide(step: Step): Promise<Response> {
  const { parts, context, visit, account, here, asking } = step
  const fields = await parts.browser.form(visit)
  if (account === undefined || account.id !== context.req.query('as')) return goTo(visit, here)
  if (fields.get('decision') === 'allow') {
    const asked = grantable(step, account)
    const scope = asked.filter((name) => fields.has(scopeField(name)))
    if (scope.length === 0)
      return askForConsent(step, account, 'Tick at least one thing that the app may do, or deny.')
    await parts.apps.rememberConsent(
      consentIn(asking, account.id, scope),
      asked.filter((name) => !scope.includes(name)),
    )
    tell(step, account, 'oauth.consent_given')
    return finish(step, account, scope)
  }
  tell(step, account, 'oauth.consent_denied')
  return end(step, { error: 'access_denied', error_description: 'The person declined' })
}

async function switchAccount({ parts, visit, here }: Step): Promise<Response> {
  await parts.browser.form(visit)
  await parts.browser.signOut(visit)
  return goTo(visit, here)
}

/** The answer to the app: the grant becomes a connected app, and the library sends the code. */
async function finish(step: Step, account: AccountRow, scope: readonly string[]): Promise<Response> {
  const { parts, asking } = step
  const granted = { ...asking, scope }
  const id = await saveGrant(await parts.server.provider(), account.id, granted, parts.resources)
  await parts.documents.keep(step.client)
  const expiresAt = new Date(parts.now().getTime() + parts.refreshDays * 86_400_000)
  await parts.apps.connected({
    ...consentIn(asking, account.id, scope),
    id,
    clientName: asking.clientName,
    expiresAt,
  })
  return end(step, { login: { accountId: account.id, remember: false }, consent: { grantId: id } })
}

async function end({ parts, context, visit }: Step, result: InteractionResults): Promise<Response> {
  const { incoming, outgoing } = context.env
  const provider = await parts.server.provider()
  return goTo(visit, await provider.interactionResult(incoming, outgoing, result))
}

function login({ parts, visit, asking, here }: Step, email?: string, error?: string): string {
  const suffix = `?next=${encodeURIComponent(here)}`
  return loginPage({
    action: here,
    csrf: visit.csrf,
    email,
    error,
    clientName: asking.clientName,
    upstreams: parts.upstreams.list.map(({ name, href }) => ({ name, href: href + suffix })),
  })
}

/** Signing in or allowing leads, some redirects later, to the app. */
function options({ asking }: Step): { targets: readonly string[] } {
  const target = formTarget(asking.redirectUri)
  return { targets: target === undefined ? [] : [target] }
}

function resourceOf({ resources }: Asking): string {
  return resources.toSorted().join(' ')
}

function tell({ parts, context, asking }: Step, { id }: AccountRow, action: string): void {
  parts.record({
    userId: id,
    action,
    resourceType: 'oauth_client',
    resourceId: asking.clientId,
    outcome: 'ok',
    requestId: parts.requestIdOf(context.env.incoming),
    metadata: { clientId: asking.clientId, address: parts.addressOf(context.env.incoming) },
  })
}
