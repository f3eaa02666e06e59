import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { tasks } from '@quipu/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realModules } from '../catalog/real-modules.ts'
import { copyOfMigratedStore } from '../environment/embedded-store.ts'
import { temporaryFolder } from '../environment/places.ts'
import type { TestHost } from '../environment/test-host.ts'
import { openTestHost, quickEngine } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import type { Connection } from './connect.ts'
import { connectStdio, eras, quipu, stdioEnvironment } from './connect.ts'

const launcher = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
)
let host: TestHost
let user: TestUser
let store: { path: string } & Disposable
/** Has the store open, so that the Inspector's own processes go through it, as a second assistant's do. */
let first: Connection

beforeAll(async () => {
  host = await openTestHost(quickEngine(), [tasks])
  user = await host.user()
  store = await copyOfMigratedStore(await realModules())
  first = await connectStdio(store.path, 'legacy')
})
afterAll(async () => {
  await first.close()
  await host[Symbol.asyncDispose]()
  store[Symbol.dispose]()
})

describe.each(eras)('the Inspector, %s', { timeout: 120_000 }, (era) => {
  const transports = {
    'over HTTP': () => [
      '--server-url',
      `${host.url}/mcp`,
      '--transport',
      'http',
      '--header',
      `Authorization: Bearer ${user.token}`,
    ],
    'over a pipe': () => [
      '--transport',
      'stdio',
      ...environmentOf(store.path),
      '--',
      process.execPath,
      quipu,
      'stdio',
    ],
  }

  test.each(Object.entries(transports))('[P5] lists and calls tasks %s', async (_name, transport) => {
    const inspect = async (...args: string[]) =>
      runInspector(['--protocol-era', era, ...args, '--format', 'json', '-q', ...transport()])

    const listed = await inspect('--method', 'tools/list')
    const added = await inspect(
      '--method',
      'tools/call',
      '--tool-name',
      'add_task',
      '--tool-arg',
      'title=Call Ada',
    )

    expect(listed).toContain('"list_tasks"')
    expect(added).toContain('Task created')
  })
})

function environmentOf(dataFolder: string): string[] {
  return Object.entries(stdioEnvironment(dataFolder)).flatMap(([name, value]) => ['-e', `${name}=${value}`])
}

/** What it printed; fails when it did. */
async function runInspector(args: readonly string[]): Promise<string> {
  using home = temporaryFolder()
  const env = { PATH: process.env['PATH'], HOME: home.path, MCP_STORAGE_DIR: home.path }
  const child = spawn(process.execPath, [launcher, '--cli', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let complaint = ''
  child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => (complaint += String(chunk)))
  const exitCode = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (exitCode !== 0) throw new Error(`The Inspector ended with ${String(exitCode)}: ${complaint}${output}`)
  return output
}
