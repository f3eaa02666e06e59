import { once } from 'node:events'
import { createServer } from 'node:net'
import { FastMCP } from 'fastmcp'
import { z } from 'zod'
import { report } from './report.mjs'

const token = 'a-token-for-measuring'
const silent = () => {}

/** FastMCP for TypeScript, without sessions and with plain JSON, its fastest mode; its auth hook compares one token. */
const server = new FastMCP({
  name: 'fastmcp',
  version: '1.0.0',
  logger: { debug: silent, error: silent, info: silent, log: silent, warn: silent },
  authenticate: async ({ headers }) => {
    if (headers.authorization !== `Bearer ${token}`) throw new Response(null, { status: 401 })
    return { id: 'bench' }
  },
})
for (let index = 0; index < Number(process.argv[2]); index += 1) {
  server.addTool({
    name: index === 0 ? 'echo' : `echo_${index}`,
    description: 'Says it back.',
    annotations: { title: 'Echo' },
    parameters: z.object({ text: z.string().describe('What to say back.') }),
    outputSchema: z.object({ text: z.string() }),
    execute: async ({ text }) => ({
      content: [{ type: 'text', text: JSON.stringify({ text }) }],
      structuredContent: { text },
    }),
  })
}
const probe = createServer().listen(0, '127.0.0.1')
await once(probe, 'listening')
const { port } = probe.address()
probe.close()
await once(probe, 'close')
await server.start({
  transportType: 'httpStream',
  httpStream: {
    port,
    host: '127.0.0.1',
    endpoint: '/mcp',
    stateless: process.argv[3] !== 'sessions',
    enableJsonResponse: true,
  },
})
report(`http://127.0.0.1:${port}/mcp`, token)
