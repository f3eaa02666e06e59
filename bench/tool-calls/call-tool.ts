/** The structured content of one tool's answer over MCP, as an assistant calls it. Throws if there is none. */
export async function callTool(
  endpoint: string,
  token: string,
  tool: string,
  input: object,
): Promise<unknown> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': tool,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: tool,
        arguments: input,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  })
  const text = await response.text()
  // Safe: an answer of our own server; anything else fails at its first use.
  const { result } = JSON.parse(text) as { result?: { isError?: boolean; structuredContent?: unknown } }
  if (result?.structuredContent === undefined || result.isError === true)
    throw new Error(`${tool}: ${text.slice(0, 500)}`)
  return result.structuredContent
}
