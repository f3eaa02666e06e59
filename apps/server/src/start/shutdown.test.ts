import { once } from 'node:events'
import { request, type ClientRequest } from 'node:http'
import { expect, test, vi } from 'vitest'
import { createDatabase, servers } from '../../../../test/environment/index.ts'
import { quipu, temporaryFolder } from '../testing/quipu-process.ts'
import { ServerProcess } from '../testing/server-process.ts'
import { folderWithStore } from '../testing/test-store.ts'

/** On a machine that does much else at the same time. */
const soon = { timeout: 30_000 }

const message = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'list_tasks', arguments: {} },
})

test('[C52] after SIGTERM during a call, it is answered, one line is printed, and the code is 0', async () => {
  const folder = await folderWithStore()
  const server = await ServerProcess.start(folder)
  const call = await halfSent(server, { QUIPU_DATA_DIR: folder })

  const stopped = server.stop()
  const door = () =>
    fetch(`${server.url}/health`).then(
      () => 'open',
      (error: Error) => error.message,
    )
  await expect.poll(door, soon).toBe('fetch failed')
  call.request.end(message.slice(10))

  const answer = await call.answered
  expect(answer).toMatchObject({ status: 200, connection: 'close' })
  expect(answer.text).toContain('structuredContent')
  expect(await stopped).toBe(0)
  expect(server.stderr.trim().split('\n')).toEqual([expect.stringMatching(/^Shutting down: .+ 25 seconds/)])
})

test.skipIf(servers().databaseUrl === null)(
  '[C917] with PostgreSQL, where others can take over, the server reports that it stops before it closes its door',
  async () => {
    await using database = await createDatabase()
    const env = { DATABASE_URL: database.url }
    const server = await ServerProcess.start(temporaryFolder(), env)
    const stopped = server.stop()
    const ready = () => fetch(`${server.url}/api/health/ready`)
    await expect.poll(async () => (await ready()).status, soon).toBe(503)
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
    expect(await stopped).toBe(0)
    await expect(ready()).rejects.toThrow('fetch failed')
  },
)

test('[C53] a second signal ends it at once, whatever is under way', async () => {
  const folder = await folderWithStore()
  const server = await ServerProcess.start(folder)
  const call = await halfSent(server, { QUIPU_DATA_DIR: folder })
  server.child.kill('SIGTERM')
  await expect.poll(() => server.stderr, soon).toContain('Shutting down')
  expect(server.child.exitCode).toBeNull()

  // What follows within half a second is taken for an echo of the first.
  await vi.waitFor(() => {
    server.child.kill('SIGTERM')
    expect(server.child.exitCode).toBe(130)
  }, soon)
  expect(server.stderr).toContain('Stopped at once; what was under way is lost.')
  await expect(call.answered).rejects.toThrow(/socket hang up|ECONNRESET/)
})

interface Answer {
  readonly status: number | undefined
  readonly connection: string | undefined
  readonly text: string
}

/** A call whose end the server still waits for. */
async function halfSent(server: ServerProcess, env: Record<string, string>) {
  const port = new URL(server.url).port
  const { stdout } = await quipu(['token', 'create', '--user', 'owner@localhost'], { ...env, PORT: port })
  const { promise: answered, resolve, reject } = Promise.withResolvers<Answer>()
  answered.catch(() => {})
  const headers = {
    authorization: `Bearer ${stdout.trim()}`,
    'content-type': 'application/json',
    'content-length': message.length,
    expect: '100-continue',
  }
  const call: ClientRequest = request(`${server.url}/mcp`, { method: 'POST', headers, agent: false })
  call.on('error', reject)
  call.on('response', (response) => {
    let text = ''
    response.on('data', (chunk: Buffer) => (text += String(chunk)))
    response.on('end', () =>
      resolve({ status: response.statusCode, connection: response.headers.connection, text }),
    )
  })
  call.flushHeaders()
  // By which the server says that it has the request.
  await once(call, 'continue')
  await new Promise<void>((sent) => call.write(message.slice(0, 10), () => sent()))
  return { request: call, answered }
}
