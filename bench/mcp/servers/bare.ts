import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { report } from './report.ts'

const tools = Array.from({ length: Number(process.argv[2]) }, (_, index) => ({
  name: index === 0 ? 'echo' : `echo_${index}`,
  title: 'Echo',
  description: 'Says it back.',
  inputSchema: schema('What to say back.'),
  outputSchema: schema(),
}))

/** The upper limit: only reads JSON and writes JSON of the same size. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString()) as {
      id: number
      method: string
      params: { arguments: { text: string } }
    }
    const result = method === 'tools/list' ? { tools } : said({ text: params.arguments.text })
    const _meta = { 'io.modelcontextprotocol/serverInfo': { name: 'bare', version: '1' } }
    const body = JSON.stringify({ jsonrpc: '2.0', id, result: { ...result, resultType: 'complete', _meta } })
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

function said(structured: { readonly text: string }) {
  return {
    content: [{ type: 'text', text: JSON.stringify(structured) }],
    structuredContent: structured,
  }
}

function schema(description?: string) {
  const text = { type: 'string', ...(description === undefined ? {} : { description }) }
  return { type: 'object', properties: { text }, required: ['text'], additionalProperties: false }
}
