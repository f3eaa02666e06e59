import { layout } from './layout.ts'
import { html } from './markup.ts'

export interface ErrorPage {
  readonly title: string
  readonly message: string
  /** What to do next. */
  readonly hint?: string | undefined
  /** A link to continue. */
  readonly link?: { readonly text: string; readonly href: string } | undefined
  /** Identifies the request in the log. */
  readonly reference?: string | undefined
}

export function errorPage({ title, message, hint, link, reference }: ErrorPage): string {
  const body = html`<h1>${title}</h1>
    <p>${message}</p>
    ${hint === undefined ? undefined : html`<p class="soft">${hint}</p>`}
    ${link === undefined ? undefined : html`<div class="choices"><a class="button" href="${link.href}">${link.text}</a></div>`}
    ${reference === undefined ? undefined : html`<p class="foot small soft">If you ask for help, give this reference:<br /><code>${reference}</code></p>`}`
  return layout({ title, body })
}
