import { hidden } from './form-parts.ts'
import { layout } from './layout.ts'
import { html } from './markup.ts'

export interface SignedInPage {
  readonly email: string
  readonly logoutAction: string
  readonly csrf: string
  readonly passwordHref: string
  /** Issuers with which the person may sign in from now on. */
  readonly linkable?: readonly { readonly name: string; readonly href: string }[] | undefined
}

export function signedInPage({
  email,
  logoutAction,
  csrf,
  passwordHref,
  linkable = [],
}: SignedInPage): string {
  const links = linkable.map(({ name, href }) => html`<a class="button" href="${href}">Link ${name}</a>`)
  const body = html`<h1>You are signed in</h1>
    <p>as <strong>${email}</strong></p>
    <p class="soft">
      Connect an assistant from its own settings: it leads you back here, and you will not have to sign in
      again.
    </p>
    <form method="post" action="${logoutAction}">
      ${hidden('csrf', csrf)}
      <div class="choices">
        <a class="button" href="${passwordHref}">Change password</a>
        ${links}
        <button class="button" type="submit">Sign out</button>
      </div>
    </form>`
  return layout({ title: 'Signed in', body })
}
