import { displayName, visible } from './display-name.ts'
import { hidden } from './form-parts.ts'
import { layout } from './layout.ts'
import { html, type Markup } from './markup.ts'

export interface AccountPage {
  readonly email: string
  readonly csrf: string
  /** None of a server without its console. */
  readonly consoleHref?: string | undefined
  /** A message about what was just done on this page. */
  readonly done?: string | undefined
  readonly apps: readonly AccountPageApp[]
  readonly tokens: readonly AccountPageToken[]
  /** Issuers that the person can link, to sign in with them. */
  readonly linkable?: readonly { readonly name: string; readonly href: string }[] | undefined
}

export interface AccountPageApp {
  readonly id: string
  readonly name: string
  /** The redirect host; empty for a device. */
  readonly host: string
  /** In words. */
  readonly scopes: readonly string[]
  readonly connectedAt: Date
  readonly lastUsedAt: Date
}

export interface AccountPageToken {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly expiresAt: Date
  readonly lastUsedAt: Date | undefined
}

/** The targets of the page's forms. */
export const accountActions = {
  revokeApp: '/account/apps/revoke',
  revokeToken: '/account/tokens/revoke',
  signOutEverywhere: '/account/sign-out-everywhere',
  signOut: '/logout',
} as const

/** Shows who is signed in, which apps and tokens act for them, and how to end those. */
export function accountPage(page: AccountPage): string {
  const { email, csrf, consoleHref, done, apps, tokens, linkable = [] } = page
  const links = linkable.map(({ name, href }) => html`<a class="button" href="${href}">Link ${name}</a>`)
  const body = html`<h1>Your account</h1>
    <p class="soft">You are signed in as <strong>${email}</strong>.</p>
    ${consoleHref === undefined ? undefined : html`<p><a href="${consoleHref}">Open the console</a></p>`}
    ${done === undefined ? undefined : html`<div class="note good" role="status"><p>${done}</p></div>`}
    <section>
      <h2>Connected apps</h2>
      ${
        apps.length === 0
          ? noApps
          : html`<ul class="rows">
              ${apps.map((app) => appRow(app, csrf))}
            </ul>`
      }
    </section>
    <section>
      <h2>Personal tokens</h2>
      ${
        tokens.length === 0
          ? noTokens
          : html`<ul class="rows">
              ${tokens.map((token) => tokenRow(token, csrf))}
            </ul>`
      }
    </section>
    <section>
      <h2>Signing in</h2>
      <div class="choices pair">
        <a class="button" href="/account/password">Change password</a>
        ${links} ${plainForm(accountActions.signOut, csrf, 'Sign out')}
        ${plainForm(accountActions.signOutEverywhere, csrf, 'Sign out everywhere')}
      </div>
      <p class="small soft after">
        “Sign out everywhere” ends every browser and every connected app. Personal tokens stay until you
        revoke them.
      </p>
    </section>`
  return layout({ title: 'Your account', body, width: 'wide' })
}

const noApps = html`<p class="soft">
  None yet. Connect an assistant from its own settings: it leads you back here, and you will not have to sign
  in again.
</p>`
const noTokens = html`<p class="soft">None. A personal token is for a program that cannot open a browser.</p>`

function appRow(app: AccountPageApp, csrf: string): Markup {
  const name = displayName(app.name)
  const where = app.host === '' ? 'a device' : visible(app.host)
  const times = `connected ${day(app.connectedAt)}, last used ${day(app.lastUsedAt)}`
  return html`<li>
    <div>
      <strong><bdi>${name}</bdi></strong>
      <p class="small soft"><bdi>${where}</bdi>, ${times}</p>
      <p class="small soft">${app.scopes.join(' · ')}</p>
    </div>
    ${revoke(accountActions.revokeApp, csrf, app.id, name)}
  </li> `
}

function tokenRow(token: AccountPageToken, csrf: string): Markup {
  const name = displayName(token.name)
  const use = token.lastUsedAt === undefined ? 'never used' : `last used ${day(token.lastUsedAt)}`
  return html`<li>
    <div>
      <strong><bdi>${name}</bdi></strong>
      <p class="small soft">${use}, expires ${day(token.expiresAt)}</p>
      <p class="small soft">${token.scopes.join(' · ')}</p>
    </div>
    ${revoke(accountActions.revokeToken, csrf, token.id, name)}
  </li> `
}

function revoke(action: string, csrf: string, id: string, name: string): Markup {
  return html`<form method="post" action="${action}">
    ${hidden('csrf', csrf)} ${hidden('id', id)}
    <button class="button" type="submit" aria-label="Revoke ${name}">Revoke</button>
  </form>`
}

function plainForm(action: string, csrf: string, text: string): Markup {
  return html`<form method="post" action="${action}">
    ${hidden('csrf', csrf)}
    <button class="button" type="submit">${text}</button>
  </form>`
}

function day(date: Date): string {
  return dayFormat.format(date)
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
