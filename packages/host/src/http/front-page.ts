import type { PageLink } from '@quipu/kit'
import { layout } from '../pages/layout.ts'
import { html } from '../pages/markup.ts'

export interface FrontPageParts {
  readonly appUrl: string
  readonly version: string
  readonly pages: readonly PageLink[]
}

/** For a person who opens the address in a browser: that it runs, and how to connect an assistant. */
export function frontPage({ appUrl, version, pages }: FrontPageParts): string {
  const url = `${appUrl}/mcp`
  const body = html`<h1>Connect your assistant</h1>
    <p>
      Quipu is one MCP server between your assistants and what your team knows and does. It is running, and
      this is its address:
    </p>
    <p class="well address"><code>${url}</code></p>
    <p class="soft">
      An assistant that is given the address opens your browser once. You sign in and see what you allow.
    </p>
    <h2>Claude Code</h2>
    <pre>claude mcp add --transport http quipu ${url}</pre>
    <h2>Claude.ai and ChatGPT</h2>
    <p>
      Add a custom connector with this address, in the settings under Connectors. Both come from the internet,
      so the address must be reachable from there.
    </p>
    <h2>Cursor</h2>
    <p>In <code>.cursor/mcp.json</code>:</p>
    <pre>${json({ mcpServers: { quipu: { url } } })}</pre>
    <h2>VS Code</h2>
    <p>In <code>.vscode/mcp.json</code>:</p>
    <pre>${json({ servers: { quipu: { type: 'http', url } } })}</pre>
    <h2>On the same machine</h2>
    <p>In the folder where Quipu is installed, an assistant can start it directly, without the network:</p>
    <pre>claude mcp add quipu -- "$PWD/node_modules/.bin/quipu" stdio</pre>
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

function json(value: object): string {
  return JSON.stringify(value, undefined, 2)
}
