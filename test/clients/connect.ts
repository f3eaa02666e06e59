import type { ClientCapabilities, Transport } from '@modelcontextprotocol/client'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { builtServer } from '../environment/server-build.ts'

export const eras = ['modern', 'legacy'] as const
export type Era = (typeof eras)[number]

export type Connection = Client & AsyncDisposable

export const quipu = await builtServer()

/** The official client over HTTP, in one era and no other. */
export function connectHttp(
  url: string,
  token: string,
  era: Era,
  capabilities: ClientCapabilities = {},
): Promise<Connection> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit })
  return connect(transport, era, capabilities)
}

/** The official client over a pipe to `quipu stdio`, as an assistant starts it. */
export function connectStdio(dataFolder: string, era: Era): Promise<Connection> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [quipu, 'stdio'],
    env: stdioEnvironment(dataFolder),
    stderr: 'ignore',
  })
  return connect(transport, era, {})
}

export function stdioEnvironment(dataFolder: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
    QUIPU_DATA_DIR: dataFolder,
    QUIPU_ENV_FILE: '/dev/null',
    QUIPU_OWNER_EMAIL: 'owner@example.com',
    QUIPU_OWNER_PASSWORD: 'correct horse battery',
    QUIPU_SAMPLE: 'off',
    LOG_LEVEL: 'silent',
  }
}

async function connect(
  transport: Transport,
  era: Era,
  capabilities: ClientCapabilities,
): Promise<Connection> {
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities, versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
  )
  await client.connect(transport)
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
}

/** The text of an answer that has only text. */
export function textOf(answer: { readonly content: readonly unknown[] }): string {
  // Only called for a tool that answers with text.
  return (answer.content as readonly { readonly text: string }[]).map(({ text }) => text).join('\n')
}
