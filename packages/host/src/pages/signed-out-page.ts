import { layout } from './layout.ts'
import { html } from './markup.ts'

export function signedOutPage({ loginHref }: { readonly loginHref: string }): string {
  const body = html`<h1>You are signed out</h1>
    <p class="soft">This browser no longer knows you. Apps that you connected stay connected.</p>
    <div class="choices"><a class="button" href="${loginHref}">Sign in again</a></div>`
  return layout({ title: 'Signed out', body })
}
