import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { report } from './report.ts'

/** The upper limit: only reads JSON and writes JSON of the same size. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { id, params } = JSON.parse(Buffer.concat(chunks).toString()) as {
      id: number
      params: { arguments: { text: string } }
    }
    const structured = { text: params.arguments.text }
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id,
      result: {
        content: [{ type: 'text', text: JSON.stringify(structured) }],
        structuredContent: structured,
        resultType: 'complete',
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'bare', version: '1' } },
      },
    })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  })
})

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  report(`http://127.0.0.1:${port}/mcp`, 'none', async () => {
    server.close()
  })
})
