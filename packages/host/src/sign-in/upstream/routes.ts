import type { Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import type { ErrorCode } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import type { RestEnv } from '../../input/rest-env.ts'
import type { Arrival } from './arrival.ts'
import { pendingSeconds } from './pending.ts'

export interface RouteParts {
  readonly appUrl: string
  /** Begins the browser session of a person who has just signed in: the values of its `Set-Cookie` headers. */
  signedIn(userId: string, context: Context<RestEnv>, how: Arrival['how']): Promise<readonly string[]>
  /** Called when a signed-in person's account has another way to sign in. */
  linked?(userId: string, context: Context<RestEnv>): void
  sessionUser(context: Context<RestEnv>): Promise<string | undefined>
  /** The message is plain text and may contain text of an issuer: escape it. */
  errorPage(message: string, status: number): Response | Promise<Response>
}

export interface SignIns {
  begin(id: string, next: string | undefined, linkTo?: string): Promise<{ location: string; state: string }>
  finish(
    id: string,
    callbackUrl: URL,
    sealedState: string | undefined,
    signedInUserId?: string,
  ): Promise<Arrival & { readonly next: string }>
  linker(id: string, ticket: string, signedInUserId: string | undefined): string
}

export function addUpstreamRoutes(app: Hono<RestEnv>, signIns: SignIns, parts: RouteParts): void {
  const cookie = cookieOf(parts.appUrl)

  app.get('/api/auth/:id', (context) =>
    orErrorPage(parts, async () => {
      const { req } = context
      const ticket = req.query('link')
      const linkTo =
        ticket === undefined
          ? undefined
          : signIns.linker(req.param('id'), ticket, await parts.sessionUser(context))
      const { location, state } = await signIns.begin(req.param('id'), req.query('next'), linkTo)
      return redirect(location, [cookie(state, pendingSeconds)])
    }),
  )

  app.get('/api/auth/:id/callback', (context) =>
    orErrorPage(parts, async () => {
      const { req } = context
      const user = await parts.sessionUser(context)
      const sealed = getCookie(context, cookieName)
      const { userId, how, next } = await signIns.finish(req.param('id'), new URL(req.url), sealed, user)
      if (how === 'linked') {
        parts.linked?.(userId, context)
        return redirect(next, [cookie('', 0)])
      }
      return redirect(next, [cookie('', 0), ...(await parts.signedIn(userId, context, how))])
    }),
  )
}

const cookieName = 'quipu_upstream'

function cookieOf(appUrl: string): (value: string, seconds: number) => string {
  const secure = appUrl.startsWith('https:') ? '; Secure' : ''
  return (value, seconds) =>
    `${cookieName}=${value}; Max-Age=${seconds}; Path=/api/auth; HttpOnly; SameSite=Lax${secure}`
}

function redirect(location: string, cookies: readonly string[]): Response {
  const headers = new Headers({ location })
  for (const value of cookies) headers.append('set-cookie', value)
  return new Response(null, { status: 302, headers })
}

async function orErrorPage(parts: RouteParts, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ToolError) return parts.errorPage(error.message, statusOf[error.code] ?? 400)
    throw error
  }
}

const statusOf: Partial<Record<ErrorCode, number>> = {
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  UNAVAILABLE: 503,
}
