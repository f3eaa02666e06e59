import type { Context, Hono } from 'hono'
import { ToolError } from '@quipu/kit'
import type { Accounts } from '../identity/accounts.ts'
import type { ConnectedApps } from '../identity/connected-apps.ts'
import type { PersonalTokens } from '../identity/personal-tokens.ts'
import type { RestEnv } from '../input/rest-env.ts'
import { accountActions, accountPage } from '../pages/account-page.ts'
import type { Browser, Visit } from './browser.ts'
import { goTo, showPage } from './browser.ts'
import type { Upstreams } from './upstream/upstreams.ts'

export interface OwnAccessPages {
  readonly browser: Browser
  readonly accounts: Pick<Accounts, 'byId' | 'endAccess'>
  readonly apps: Pick<ConnectedApps, 'list' | 'revoke'>
  readonly personalTokens: Pick<PersonalTokens, 'list' | 'revoke'>
  readonly upstreams: Upstreams
  readonly now: () => Date
  /** The console, or this page of a server without one. */
  readonly homePath: string
  /** A permission in words. */
  readonly says: (permission: string) => string
}

/** The pages on which people see what acts for them, and end it. */
export function addOwnAccessPages(app: Hono<RestEnv>, parts: OwnAccessPages): void {
  const { browser, accounts, apps, personalTokens } = parts
  app.get('/account', async (context) => {
    const visit = await browser.visit(context)
    const { session } = visit
    if (session === undefined) return goTo(visit, signInFirst)
    return showPage(visit, await overview(parts, visit, session.userId, context.req.query('done')))
  })
  app.post(accountActions.revokeApp, (context) =>
    revoking(parts, context, 'app', (userId, id) => apps.revoke(id, userId)),
  )
  app.post(accountActions.revokeToken, (context) =>
    revoking(parts, context, 'token', (userId, id) => personalTokens.revoke(userId, id)),
  )
  app.post(accountActions.signOutEverywhere, async (context) => {
    const visit = await browser.visit(context)
    await browser.form(visit)
    if (visit.session === undefined) return goTo(visit, signInFirst)
    await accounts.endAccess(visit.session.userId)
    await browser.signOut(visit)
    return goTo(visit, '/signed-out')
  })
}

const signInFirst = '/login?next=%2Faccount'

async function revoking(
  { browser }: OwnAccessPages,
  context: Context<RestEnv>,
  what: 'app' | 'token',
  revoke: (userId: string, id: string) => Promise<unknown>,
): Promise<Response> {
  const visit = await browser.visit(context)
  const fields = await browser.form(visit)
  if (visit.session === undefined) return goTo(visit, signInFirst)
  try {
    await revoke(visit.session.userId, fields.get('id') ?? '')
    return goTo(visit, `/account?done=${what}`)
  } catch (error) {
    // It was revoked in another window, or has expired: the result is the same.
    if (error instanceof ToolError && error.code === 'NOT_FOUND') return goTo(visit, '/account?done=gone')
    throw error
  }
}

const doneWords: ReadonlyMap<string, string> = new Map([
  ['app', 'The app is disconnected. Its tokens no longer work.'],
  ['token', 'The personal token is revoked. It no longer works.'],
  ['gone', 'It had ended already.'],
])

async function overview(
  { accounts, apps, personalTokens, upstreams, homePath, now, says }: OwnAccessPages,
  { csrf }: Visit,
  userId: string,
  done: string | undefined,
): Promise<string> {
  const [account, connected, tokens] = await Promise.all([
    accounts.byId(userId),
    apps.list(userId),
    personalTokens.list(userId),
  ])
  const live = tokens.filter(({ expiresAt }) => expiresAt > now())
  return accountPage({
    email: account?.email ?? '',
    csrf,
    consoleHref: homePath === '/account' ? undefined : homePath,
    done: doneWords.get(done ?? ''),
    apps: connected.map((app) => ({
      id: app.id,
      name: app.clientName,
      host: app.redirectHost,
      scopes: app.scope.map(says),
      connectedAt: app.createdAt,
      lastUsedAt: app.lastUsedAt,
    })),
    tokens: live.map((token) => ({
      id: token.id,
      name: token.name,
      scopes: token.scope.map(says),
      expiresAt: token.expiresAt,
      lastUsedAt: token.lastUsedAt,
    })),
    linkable: upstreams.list.map(({ id, name }) => ({ name, href: upstreams.linkHref(id, userId) })),
  })
}
