import { connectClients, type ConnectClient } from '@quipu/connect'
import type { PageLink } from '@quipu/kit'
import { layout } from '../pages/layout.ts'
import { html } from '../pages/markup.ts'

export interface FrontPageParts {
  readonly appUrl: string
  readonly version: string
  readonly pages: readonly PageLink[]
  readonly hasConsole?: boolean
}

/** For a person who opens the address in a browser: shows that the server runs, and how to connect an assistant. */
export function frontPage({ appUrl, version, pages, hasConsole = false }: FrontPageParts): string {
  const url = `${appUrl}/mcp`
  const toConsole = hasConsole ? html`<a class="button primary" href="/app">Open the console</a>` : undefined
  const body = html`<div class="top">
      <h1>Connect your assistant</h1>
      ${toConsole}
    </div>
    <p>
      Quipu is one MCP server between your assistants and what your team knows and does. It is running, and
      this is its address:
    </p>
    <p class="well address"><code>${url}</code></p>
    <p class="soft">
      An assistant that is given the address opens your browser once. You sign in and see what you allow.
    </p>
    ${connectClients.map((client) => recipe(client, url))}
    <h2>Programs without a browser</h2>
    <p>They send a token, which is made in the same folder:</p>
    <pre>npx quipu pat create --user you@example.com --name my-script</pre>
    <p class="foot small soft top">
      <span
        ><a href="/login">Sign in</a
        >${pages.map(({ title, path }) => html` · <a href="${path}">${title}</a>`)}</span
      >
      <span>Version ${version}</span>
    </p>`
  return layout({ title: 'Quipu', body, width: 'wide' })
}

function recipe(client: ConnectClient, url: string) {
  const remote = 'It comes from the internet, so the address must be reachable from there.'
  return html`<h2>${client.title}</h2>
    ${client.isRemote === true ? html`<p class="soft">${remote}</p>` : ''}
    ${client.steps({ url, program: '"$PWD/node_modules/.bin/quipu"' }).map(
      ({ says, code, link }) =>
        html`<p>${says}${link === undefined ? '' : html` <a href="${link.href}">${link.title}</a>`}</p>
          ${code === undefined ? '' : html`<pre>${code}</pre>`}`,
    )}`
}
