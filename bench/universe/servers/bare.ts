import type { ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { report } from '../../sessions/servers/report.ts'

/** The upper limit: sends every posted body to every stream and does nothing else. */
const open = new Set<ServerResponse>()
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    open.add(response)
    response.on('close', () => open.delete(response))
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(':connected\n\n')
    return
  }
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const event = `event: command\nid: 1\ndata: ${Buffer.concat(chunks).toString()}\n\n`
    for (const each of open) each.write(event)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('{}')
  })
})

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  report(`http://127.0.0.1:${port}`, ['none'], async () => {
    server.closeAllConnections()
    server.close()
  })
})
