import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { quipu } from '../testing/quipu-process.ts'
import { ServerProcess } from '../testing/server-process.ts'
import { folderWithStore } from '../testing/test-store.ts'
import { walkAsClient } from './client-walk.ts'

test('[C252] quipu doctor URL walks the way of a client up to the sign-in, and with a token to a first call', async () => {
  const folder = await folderWithStore()
  const server = await ServerProcess.start(folder)
  const port = new URL(server.url).port
  const url = `${server.url}/mcp`
  const env = { QUIPU_DATA_DIR: folder, PORT: port }
  const { stdout: token } = await quipu(['token', 'create', '--user', 'owner@localhost'], env)
  const walked = await quipu(['doctor', url, '--token', token.trim()], env)
  expect(
    walked.stdout
      .trim()
      .split('\n')
      .map((line) => line.slice(0, 16).trim()),
  ).toEqual([
    '✓ challenge',
    '✓ resource',
    '✓ sign-in server',
    '✓ registration',
    '✓ authorize',
    '✓ first call',
  ])
  expect(walked.code).toBe(0)
  expect(walked.stdout).not.toContain(token.trim())

  const other = await quipu(['doctor', url.replace('127.0.0.1', 'localhost')], env)
  expect([other.code, other.stdout]).toEqual([1, expect.stringContaining('✗')])
  expect((await quipu(['doctor', `${server.url}/nothing`], env)).stdout).toContain('ends with /mcp')
  await server.stop()
})

test.each([
  ['a server that is no MCP server', 200, {}, 'instead of 401'],
  ['a proxy that removes the header', 401, {}, 'let the proxy pass the header on'],
  [
    'metadata that the proxy does not lead on',
    401,
    { 'www-authenticate': 'Bearer resource_metadata="http://127.0.0.1:PORT/missing"' },
    'answers 401: let the proxy lead this path',
  ],
])('[C938] %s is explained', async (_, status, headers, words) => {
  const server = createServer((_request, response) => {
    const { port } = server.address() as AddressInfo
    const sent = Object.entries(headers).map(([name, value]) => [name, value.replace('PORT', String(port))])
    response.writeHead(status, Object.fromEntries(sent) as Record<string, string>).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const findings = await walkAsClient(`http://127.0.0.1:${port}/mcp`, undefined)
  server.close()
  expect(findings.at(-1)).toMatchObject({ ok: false, detail: expect.stringContaining(words) })
})

test('[C938] an address where nothing listens is explained', async () => {
  const [only] = await walkAsClient('http://127.0.0.1:1/mcp', undefined)
  expect(only).toMatchObject({ name: 'challenge', ok: false })
  expect((await walkAsClient('quipu.example/mcp', undefined))[0]?.detail).toContain('no http address')
})
