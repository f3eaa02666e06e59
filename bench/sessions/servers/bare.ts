import type { ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { report } from './report.ts'

/** The upper limit: streams that are held and kept alive, and nothing else. */
const open = new Set<ServerResponse>()
const server = createServer((_request, response) => {
  open.add(response)
  response.on('close', () => open.delete(response))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(':\n\n')
})
setInterval(() => {
  for (const response of open) response.write(':\n\n')
}, 15_000).unref()

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  report(`http://127.0.0.1:${port}/`, ['none'], async () => {
    server.closeAllConnections()
    server.close()
  })
})
