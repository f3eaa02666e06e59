import { hidden } from './form-parts.ts'
import { layout } from './layout.ts'
import { html } from './markup.ts'

export interface SignInLinkPage {
  readonly action: string
  readonly csrf: string
  readonly email: string
}

/** Opening the link does not sign in: programs that check links would use it up. */
export function signInLinkPage({ action, csrf, email }: SignInLinkPage): string {
  const body = html`<h1>Welcome to Quipu</h1>
    <p class="soft">This link signs you in as ${email}, once.</p>
    <form method="post" action="${action}">
      ${hidden('csrf', csrf)}
      <button class="button primary" type="submit">Sign in</button>
    </form>`
  return layout({ title: 'Sign in', body })
}
