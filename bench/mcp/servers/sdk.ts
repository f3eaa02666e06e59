import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { report } from './report.ts'

const count = Number(process.argv[2])
const input = z.object({ text: z.string().describe('What to say back.') })
const output = z.object({ text: z.string() })

/** The peer: the official SDK's handler, with no auth, no limits and no audit. */
const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'sdk', version: '1' })
  for (let index = 0; index < count; index += 1) {
    const name = index === 0 ? 'echo' : `echo_${index}`
    server.registerTool(
      name,
      { title: 'Echo', description: 'Says it back.', inputSchema: input, outputSchema: output },
      ({ text }) => ({
        content: [{ type: 'text', text: JSON.stringify({ text }) }],
        structuredContent: { text },
      }),
    )
  }
  return server
})
const listener = toNodeHandler(handler)
// Safe: their types do not allow undefined members as Node declares them, but the object is the expected one.
const server = createServer((request, response) => void listener(request as never, response))

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  report(`http://127.0.0.1:${port}/mcp`, 'none', async () => {
    server.close()
  })
})
