import type { Request } from '../mcp/load.ts'
import { callRequest, listRequest } from '../mcp/requests.ts'
import type { RunningServer } from '../mcp/start-server.ts'
import { startServer } from '../mcp/start-server.ts'

/** One server beside the others. */
export interface Contender {
  readonly name: string
  readonly says: string
  start(tools: number, nodeOptions?: readonly string[]): Promise<RunningServer>
  call(token: string): Request
  list(token: string): Request
}

/** Switches off the telemetry of mcp-use. */
export const quiet = { MCP_USE_ANONYMIZED_TELEMETRY: 'false' }

const modern = {
  call: (token: string) => callRequest(token, 'echo', { text: 'hello' }),
  list: listRequest,
}

/** FastMCP supports only the protocol of 2025. Without sessions no `initialize` is needed. */
const legacy = {
  call: (token: string) => legacyRequest(token, 'tools/call', { name: 'echo', arguments: { text: 'hello' } }),
  list: (token: string) => legacyRequest(token, 'tools/list', {}),
}

/** `folder` keeps our store, so that only the first start creates it. `peers` is undefined if they could not be installed. */
export function contenders(folder: string, peers: URL | undefined): readonly Contender[] {
  const ours = (file: string) => new URL(`../mcp/servers/${file}`, import.meta.url)
  const theirs = (file: string) => new URL(file, peers)
  const own: readonly Contender[] = [
    {
      name: 'bare node:http',
      says: 'parses and writes JSON, nothing else',
      ...modern,
      ...runs(ours('bare.ts')),
    },
    {
      name: 'Quipu',
      says: 'everything on: token, permission, limits, audit, validated input and output',
      ...modern,
      ...runs(ours('quipu.ts'), folder),
    },
    { name: 'SDK v2 handler', says: 'no auth, no limits, no audit', ...modern, ...runs(ours('sdk.ts')) },
  ]
  if (peers === undefined) return own
  return [
    ...own,
    {
      name: 'tmcp',
      says: 'no auth: its package for it is not published',
      ...modern,
      ...runs(theirs('tmcp.mjs')),
    },
    {
      name: 'FastMCP',
      says: 'without sessions, plain JSON, `authenticate` compares one token; protocol of 2025-11-25',
      ...legacy,
      ...runs(theirs('fastmcp.mjs')),
    },
    {
      name: 'mcp-use',
      says: 'its bearer gate, whose verifier compares one token',
      ...modern,
      ...runs(theirs('mcp-use.mjs')),
    },
  ]
}

function runs(script: URL, ...args: readonly string[]): Pick<Contender, 'start'> {
  return {
    start: (tools, nodeOptions = []) =>
      startServer(script, [String(tools), ...args], { nodeOptions, environment: quiet, isQuiet: true }),
  }
}

function legacyRequest(token: string, method: string, params: object): Request {
  return {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  }
}
