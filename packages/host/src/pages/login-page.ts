import { displayName } from './display-name.ts'
import { errorSummary, field, hidden } from './form-parts.ts'
import { layout } from './layout.ts'
import { html, type Markup } from './markup.ts'

export interface LoginPage {
  readonly action: string
  readonly csrf: string
  readonly email?: string | undefined
  readonly error?: string | undefined
  readonly upstreams: readonly { readonly name: string; readonly href: string }[]
  /** The app that a person came from, if any. */
  readonly clientName?: string | undefined
  /** Further hidden inputs, such as where to go next. */
  readonly fields?: Readonly<Record<string, string>> | undefined
}

export function loginPage({
  action,
  csrf,
  email,
  error,
  upstreams,
  clientName,
  fields = {},
}: LoginPage): string {
  const hasEmail = email !== undefined && email !== ''
  const body = html`<h1>Sign in</h1>
    ${reason(clientName)} ${errorSummary(error)}
    <form method="post" action="${action}">
      ${hidden('csrf', csrf)} ${Object.entries(fields).map(([name, value]) => hidden(name, value))}
      ${field({ ...emailField, value: email, isFirst: !hasEmail }, error)}
      ${field({ ...passwordField, isFirst: hasEmail }, error)}
      <button class="button primary" type="submit">Sign in</button>
    </form>
    ${otherWays(upstreams)}
    <p class="foot small soft">Forgot your password? Ask an admin for a reset link.</p>`
  return layout({ title: 'Sign in', body })
}

function reason(clientName: string | undefined): Markup {
  if (clientName === undefined) return html`<p class="soft">Use the account that you have here.</p>`
  return html`<p class="soft">
    <strong><bdi>${displayName(clientName)}</bdi></strong> wants to connect to Quipu. Sign in first; you
    decide on the next page.
  </p>`
}

function otherWays(upstreams: LoginPage['upstreams']): Markup | undefined {
  if (upstreams.length === 0) return undefined
  const links = upstreams.map(
    ({ name, href }) => html`<a class="button" href="${href}">Continue with ${name}</a>`,
  )
  return html`<p class="or">or</p>
    <div class="choices">${links}</div> `
}

const emailField = { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username' } as const
const passwordField = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'current-password',
} as const
