import type { Request } from './load.ts'

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
}

export function callRequest(token: string, name: string, input: object): Request {
  return request(token, 'tools/call', { name, arguments: input, _meta: meta }, name)
}

export function listRequest(token: string): Request {
  return request(token, 'tools/list', { _meta: meta })
}

function request(token: string, method: string, params: object, name?: string): Request {
  return {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(name === undefined ? {} : { 'mcp-name': name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  }
}
