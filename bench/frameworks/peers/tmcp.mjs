import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { ZodJsonSchemaAdapter } from '@tmcp/adapter-zod'
import { HttpTransport } from '@tmcp/transport-http'
import { McpServer } from 'tmcp'
import { z } from 'zod'
import { report } from './report.mjs'

/** tmcp over its HTTP transport. Its auth package is not published, so there is no authentication. */
const server = new McpServer(
  { name: 'tmcp', version: '1', description: 'Echo' },
  { adapter: new ZodJsonSchemaAdapter(), capabilities: { tools: { listChanged: true } } },
)
for (let index = 0; index < Number(process.argv[2]); index += 1) {
  server.tool(
    {
      name: index === 0 ? 'echo' : `echo_${index}`,
      title: 'Echo',
      description: 'Says it back.',
      schema: z.object({ text: z.string().describe('What to say back.') }),
      outputSchema: z.object({ text: z.string() }),
    },
    ({ text }) => ({
      content: [{ type: 'text', text: JSON.stringify({ text }) }],
      structuredContent: { text },
    }),
  )
}
const transport = new HttpTransport(server, { path: '/mcp' })
const listener = createServer((request, response) => void answer(request, response))

async function answer(request, response) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = chunks.length === 0 ? undefined : Buffer.concat(chunks)
  const url = `http://${request.headers.host}${request.url}`
  const sent = await transport.respond(
    new Request(url, { method: request.method, headers: request.headers, body }),
  )
  response.writeHead(sent?.status ?? 404, Object.fromEntries(sent?.headers ?? []))
  if (!sent?.body) return response.end()
  if (sent.headers.get('content-type')?.includes('json')) return response.end(await sent.text())
  Readable.fromWeb(sent.body).pipe(response)
}

listener.listen(0, '127.0.0.1', () => report(`http://127.0.0.1:${listener.address().port}/mcp`, 'none'))
