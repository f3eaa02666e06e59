import type { Context, Hono } from 'hono'
import { ToolError } from '@quipu/kit'
import type { Accounts } from '../identity/accounts.ts'
import type { RestEnv } from '../input/rest-env.ts'
import type { Limits } from '../limits/limits.ts'
import { passwordGuessesPerUser } from '../limits/transport-policies.ts'
import type { OpenLinks } from '../identity/one-time-links.ts'
import { changePasswordPage } from '../pages/change-password-page.ts'
import { choosePasswordPage } from '../pages/choose-password-page.ts'
import { linkGonePage } from '../pages/link-gone-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { signInLinkPage } from '../pages/sign-in-link-page.ts'
import { signedOutPage } from '../pages/signed-out-page.ts'
import type { SignIn } from './sign-in.ts'
import type { Upstreams } from './upstream/upstreams.ts'
import { localPath } from './upstream/local-path.ts'
import type { Browser, Visit } from './browser.ts'
import { goTo, showPage } from './browser.ts'

export interface AccountPagesParts {
  readonly browser: Browser
  readonly accounts: Accounts
  readonly signIn: SignIn
  readonly links: OpenLinks
  readonly upstreams: Upstreams
  readonly limits: Limits
  /** Where a person goes who names no other page: the console, or the account page of a server without one. */
  readonly homePath: string
  addressOf(incoming: object): string
  requestIdOf(incoming: object): string
  signedOut(userId: string, requestId: string): void
  signedIn(userId: string, requestId: string): void
}

/** Signing in and out, and choosing a password. */
export function addAccountPages(app: Hono<RestEnv>, parts: AccountPagesParts): void {
  const { browser } = parts
  app.get('/login', async (context) => {
    const visit = await browser.visit(context)
    const next = localPath(context.req.query('next'))
    if (visit.session === undefined) return showPage(visit, login(parts, visit, next))
    return goTo(visit, next === '/' ? parts.homePath : next)
  })
  app.post('/login', (context) => signInHere(parts, context))
  app.post('/logout', async (context) => {
    const visit = await browser.visit(context)
    await browser.form(visit)
    await browser.signOut(visit)
    if (visit.session !== undefined)
      parts.signedOut(visit.session.userId, parts.requestIdOf(context.env.incoming))
    return goTo(visit, '/signed-out')
  })
  app.get('/signed-out', async (context) =>
    showPage(await browser.visit(context), signedOutPage({ loginHref: '/login' })),
  )
  app.get('/account/password', async (context) => {
    const visit = await browser.visit(context)
    if (visit.session === undefined) return goTo(visit, '/login?next=%2Faccount%2Fpassword')
    return showPage(visit, changePasswordPage(await passwordForm(parts, visit)))
  })
  app.post('/account/password', (context) => changePassword(parts, context))
  addSignInLinks(app, parts)
  for (const [path, purpose] of [
    ['/invite', 'invitation'],
    ['/reset', 'password'],
  ] as const) {
    app.get(`${path}/:token`, (context) => showLink(parts, context, purpose, context.req.param('token')))
    app.post(`${path}/:token`, (context) => followLink(parts, context, purpose, context.req.param('token')))
  }
}

async function signInHere(parts: AccountPagesParts, context: Context<RestEnv>): Promise<Response> {
  const visit = await parts.browser.visit(context)
  const fields = await parts.browser.form(visit)
  const next = localPath(fields.get('next'))
  const refusal = await attemptSignIn(parts, visit, fields)
  if (refusal === undefined) return goTo(visit, next === '/' ? parts.homePath : next)
  const { message, ...answer } = refusal
  return showPage(visit, login(parts, visit, next, fields.get('email'), message), answer)
}

/** The message for a person who could not sign in, and its status. */
export interface SignInRefusal {
  readonly message: string
  readonly status: number
  readonly retryAfterSeconds?: number
}

/** Undefined when the person is signed in now. */
export async function attemptSignIn(
  {
    signIn,
    browser,
    addressOf,
    requestIdOf,
  }: Pick<AccountPagesParts, 'signIn' | 'browser' | 'addressOf' | 'requestIdOf'>,
  visit: Visit,
  fields: ReadonlyMap<string, string>,
): Promise<SignInRefusal | undefined> {
  const device = browser.deviceOf(visit)
  const outcome = await signIn.attempt({
    email: fields.get('email') ?? '',
    password: fields.get('password') ?? '',
    address: addressOf(visit.incoming),
    requestId: requestIdOf(visit.incoming),
    device,
  })
  if (!outcome.ok && outcome.reason === 'too_many') {
    const { retryAfterSeconds } = outcome
    const when = `Too many attempts. Try again in ${inMinutes(retryAfterSeconds)}.`
    const instead = device === undefined ? ' A browser where you have signed in before is not affected.' : ''
    return { message: when + instead, status: 429, retryAfterSeconds }
  }
  if (!outcome.ok) {
    const message = 'That e-mail and password do not go together. Check both and try again.'
    return { message, status: 401 }
  }
  await browser.signIn(visit, outcome.account.id)
  return undefined
}

function inMinutes(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}

function login(
  { upstreams, homePath }: AccountPagesParts,
  { csrf }: Visit,
  next: string,
  email?: string,
  error?: string,
): string {
  const suffix = `?next=${encodeURIComponent(next === '/' ? homePath : next)}`
  return loginPage({
    action: '/login',
    csrf,
    email,
    error,
    upstreams: upstreams.list.map(({ name, href }) => ({ name, href: href + suffix })),
    fields: { next },
  })
}

async function passwordForm(parts: AccountPagesParts, visit: Visit) {
  return { action: '/account/password', csrf: visit.csrf, email: await emailOf(parts, visit) }
}

async function emailOf({ accounts }: AccountPagesParts, { session }: Visit): Promise<string> {
  return (session && (await accounts.byId(session.userId))?.email) ?? ''
}

async function changePassword(parts: AccountPagesParts, context: Context<RestEnv>): Promise<Response> {
  const { browser, accounts, limits } = parts
  const visit = await browser.visit(context)
  const fields = await browser.form(visit)
  const { session } = visit
  if (session === undefined) return goTo(visit, '/login?next=%2Faccount%2Fpassword')
  const isEverywhere = fields.has('everywhere')
  const page = { ...(await passwordForm(parts, visit)), isEverywhere }
  const { name, policy } = passwordGuessesPerUser
  const guess = await limits.borrow(name, policy, session.userId)
  if (!guess.ok) {
    const error = `Too many attempts. Try again in ${inMinutes(guess.retryAfterSeconds)}.`
    return showPage(visit, changePasswordPage({ ...page, error }), { status: 429 })
  }
  const error = await problemWith(fields, async (password) => {
    const change = { endsAccess: isEverywhere }
    await accounts.changePassword(session.userId, fields.get('current') ?? '', password, change)
    await guess.giveBack()
    if (isEverywhere) await browser.endOthers(visit)
  })
  if (error !== undefined) return showPage(visit, changePasswordPage({ ...page, error }), { status: 400 })
  return showPage(visit, changePasswordPage({ ...page, done: isEverywhere ? 'everywhere' : 'here' }))
}

/** Signs in by a link that was printed at the machine of the server, and leads to the console. */
function addSignInLinks(app: Hono<RestEnv>, parts: AccountPagesParts): void {
  const { browser, links } = parts
  app.get('/sign-in/:token', async (context) => {
    const visit = await browser.visit(context)
    const link = await links.peek(context.req.param('token'))
    if (link?.purpose !== 'sign-in') return showPage(visit, linkGonePage(), { status: 404 })
    const { pathname: action } = new URL(context.req.url)
    return showPage(visit, signInLinkPage({ action, csrf: visit.csrf, email: link.email }))
  })
  app.post('/sign-in/:token', async (context) => {
    const visit = await browser.visit(context)
    await browser.form(visit)
    const token = context.req.param('token')
    if ((await links.peek(token))?.purpose !== 'sign-in')
      return showPage(visit, linkGonePage(), { status: 404 })
    const { id } = await links.useToSignIn(token)
    await browser.signIn(visit, id)
    parts.signedIn(id, parts.requestIdOf(context.env.incoming))
    return goTo(visit, '/app')
  })
}

type Purpose = 'invitation' | 'password'

async function showLink(
  { browser, links }: AccountPagesParts,
  context: Context<RestEnv>,
  purpose: Purpose,
  token: string,
): Promise<Response> {
  const visit = await browser.visit(context)
  const link = await links.peek(token)
  if (link?.purpose !== purpose) return showPage(visit, linkGonePage(), { status: 404 })
  const { pathname } = new URL(context.req.url)
  return showPage(
    visit,
    choosePasswordPage({ purpose, action: pathname, csrf: visit.csrf, email: link.email }),
  )
}

async function followLink(
  { browser, links, homePath }: AccountPagesParts,
  context: Context<RestEnv>,
  purpose: Purpose,
  token: string,
): Promise<Response> {
  const visit = await browser.visit(context)
  const fields = await browser.form(visit)
  const link = await links.peek(token)
  if (link?.purpose !== purpose) return showPage(visit, linkGonePage(), { status: 404 })
  const error = await problemWith(fields, async (password) => {
    const account = await links.use(token, password)
    await browser.signIn(visit, account.id)
  })
  if (error === undefined) return goTo(visit, homePath)
  const action = new URL(context.req.url).pathname
  return showPage(
    visit,
    choosePasswordPage({ purpose, action, csrf: visit.csrf, email: link.email, error }),
    { status: 400 },
  )
}

/** Undefined when the new password is set. */
async function problemWith(
  fields: ReadonlyMap<string, string>,
  set: (password: string) => Promise<void>,
): Promise<string | undefined> {
  const password = fields.get('password') ?? ''
  if (password !== fields.get('repeat')) return 'The two passwords differ. Type the same one twice.'
  try {
    await set(password)
    return undefined
  } catch (error) {
    // Among the sentences of a page, one without a full stop looks cut off.
    if (error instanceof ToolError) return error.message.replace(/[^.]$/, '$&.')
    throw error
  }
}
