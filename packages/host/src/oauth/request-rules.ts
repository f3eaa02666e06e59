import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import { errorPage } from '../pages/error-page.ts'
import { pageHeaders } from '../pages/page-headers.ts'
import type { Artifacts } from './artifacts.ts'
import type { RequestProblem } from './authorization-request.ts'
import { isBrowser, problemOf, refuseForNow } from './authorization-request.ts'
import { askAgainSeconds, documentAwayMessage, isDocumentAway } from './client-documents.ts'
import { sessionCookie } from './configuration.ts'
import { pollSeconds, prefillCode } from './device-flow.ts'
import { deviceGrant, paths } from './server-metadata.ts'

export interface RequestRules {
  readonly artifacts: Artifacts
  /** The sign-in address, sent to clients that are not browsers. */
  readonly loginUrl: string
  readonly isSignedIn: (ctx: KoaContextWithOIDC) => Promise<boolean>
  readonly requestIdOf: (ctx: KoaContextWithOIDC) => string
  /** Called when a request was refused before the library saw it. */
  readonly refused: (ctx: KoaContextWithOIDC) => void
}

/** What our contract requires beyond the library: the form of requests, and the text of answers. */
export function addRules(provider: Provider, rules: RequestRules): void {
  // The library's types for middleware lack what it adds to the context.
  provider.use(async (koa, next) => {
    const ctx = koa as unknown as KoaContextWithOIDC
    const run = async () => {
      await next()
      refuseOutage(ctx)
    }
    if (ctx.path === paths.authorization) return authorization(ctx, run, rules)
    if (ctx.path === paths.token) return token(ctx, run, rules)
    if (ctx.path === paths.device_authorization) return deviceAuthorization(ctx, run)
    if (ctx.path === paths.code_verification && (ctx.method === 'GET' || ctx.method === 'HEAD')) {
      dropCookie(ctx)
      prefillCode(ctx)
    } else if (
      `${ctx.path}/`.startsWith(`${paths.code_verification}/`) &&
      !(await hasSession(provider, koa))
    ) {
      return startDeviceAgain(ctx)
    }
    // Resumed after our pages: the state of an earlier authorization may belong to someone else.
    if (ctx.path.startsWith(`${paths.authorization}/`)) dropCookie(ctx)
    await run()
    answerWithFound(ctx)
  })
}

type Run = () => Promise<void>

/** Some of the registered clients are deleted every hour. */
const registerAgainSeconds = 3600

/** A client must not mistake an outage for a refusal: after `invalid_client` it discards its sign-in. */
function refuseOutage(ctx: KoaContextWithOIDC): void {
  const body: unknown = ctx.body
  if (!isProblem(body)) return
  if (body.error === 'temporarily_unavailable' && ctx.status !== 503) refuseForNow(ctx, registerAgainSeconds)
  if (!isDocumentAway(body)) return
  refuseForNow(ctx, askAgainSeconds)
  ctx.body = { error: 'temporarily_unavailable', error_description: documentAwayMessage }
}

/** Without the session of its page, the library cannot show the form of a device again. */
async function hasSession(
  provider: Provider,
  ctx: Parameters<Provider['Session']['get']>[0],
): Promise<boolean> {
  return (await provider.Session.get(ctx)).exp !== undefined
}

function startDeviceAgain(ctx: KoaContextWithOIDC): void {
  ctx.status = 303
  ctx.set('location', paths.code_verification)
}

async function authorization(ctx: KoaContextWithOIDC, run: Run, rules: RequestRules): Promise<void> {
  const problem = problemOf(ctx.query)
  if (problem !== undefined) return refuse(ctx, problem, rules)
  dropCookie(ctx)
  await run()
  answerWithFound(ctx)
  const leadsToPage = (ctx.response.get('location') ?? '').startsWith(`${paths.interaction}/`)
  if (!leadsToPage || isBrowser(ctx) || (await rules.isSignedIn(ctx))) return
  ctx.remove('location')
  ctx.remove('set-cookie')
  ctx.status = 401
  ctx.body = {
    error: 'login_required',
    login_url: rules.loginUrl,
    message: 'User must login before authorizing application',
  }
}

/** The contract sends the answer to the app with 302. Redirects to our own pages stay 303. */
function answerWithFound(ctx: KoaContextWithOIDC): void {
  const location = ctx.response.get('location') ?? ''
  if (ctx.status === 303 && !location.startsWith('/')) ctx.status = 302
}

async function token(ctx: KoaContextWithOIDC, run: Run, { artifacts }: RequestRules): Promise<void> {
  await run()
  const body: unknown = ctx.body
  if (!isProblem(body)) return
  const { grant_type: grantType, device_code: deviceCode } = ctx.oidc.params ?? {}
  if (body.error === 'invalid_grant') {
    ctx.body = { error: body.error, error_description: `Invalid or expired ${subjectOf(grantType)}` }
  } else if (body.error === 'authorization_pending' && typeof deviceCode === 'string') {
    if (await artifacts.isTooSoon(deviceCode, pollSeconds))
      ctx.body = {
        error: 'slow_down',
        error_description: `Wait ${pollSeconds} seconds longer between two requests`,
      }
  } else if (body.error === 'invalid_request') {
    const missing = /missing required parameter\(s\):? \(?'?([a-z_]+)/.exec(body.error_description ?? '')?.[1]
    if (missing !== undefined)
      ctx.body = { error: body.error, error_description: `Missing required parameter: ${missing}` }
  }
}

async function deviceAuthorization(ctx: KoaContextWithOIDC, run: Run): Promise<void> {
  await run()
  const body: unknown = ctx.body
  if (typeof body === 'object' && body !== null && 'device_code' in body)
    ctx.body = { ...body, interval: pollSeconds }
}

function refuse(
  ctx: KoaContextWithOIDC,
  { message, why }: RequestProblem,
  { requestIdOf, refused }: RequestRules,
): void {
  ctx.status = 400
  refused(ctx)
  if (!isBrowser(ctx)) {
    ctx.body = { error: 'invalid_request', error_description: message }
    return
  }
  ctx.set(pageHeaders())
  ctx.type = 'html'
  ctx.body = errorPage({
    title: 'This request cannot be completed',
    message: `The app that sent you here asked in a way we do not understand. ${message}. ${why}`,
    hint: 'Go back to the app and start again, or tell its makers.',
    reference: requestIdOf(ctx),
  })
}

/** Each authorization starts from the beginning, whoever used this browser before. */
function dropCookie({ req }: KoaContextWithOIDC): void {
  const { cookie } = req.headers
  if (cookie === undefined) return
  req.headers.cookie = cookie
    .split(/;\s*/)
    .filter((pair) => !pair.startsWith(`${sessionCookie}=`) && !pair.startsWith(`${sessionCookie}.sig=`))
    .join('; ')
}

interface Problem {
  readonly error: string
  readonly error_description?: string
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
}

function subjectOf(grantType: unknown): string {
  if (grantType === 'refresh_token') return 'refresh token'
  return grantType === deviceGrant ? 'device code' : 'authorization code'
}
