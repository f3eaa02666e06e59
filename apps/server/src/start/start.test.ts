import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../installation/config.ts'
import { program, root } from '../installation/installation.ts'
import { freePort } from '../../../../test/environment/places.ts'
import { end, quipu, spawnQuipu, temporaryFolder } from '../testing/quipu-process.ts'
import { ServerProcess } from '../testing/server-process.ts'
import { folderWithStore } from '../testing/test-store.ts'
import { StdioClient } from '../testing/stdio-client.ts'
import { welcome } from './welcome.ts'

const patience = { timeout: 30_000, interval: 100 }

test('[C25] a generated password is shown once, and is kept nowhere in the open', async () => {
  const folder = join(temporaryFolder(), 'data')
  const first = await ServerProcess.start(folder)
  const [, password = ''] = /Password +(\S+)/.exec(first.stdout) ?? []
  expect(password).toMatch(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/)
  expect(first.stdout).toContain('owner@localhost')
  await first.stop()

  const second = await ServerProcess.start(folder)
  expect(second.stdout).not.toContain('Password')
  expect(first.stderr + second.stderr).not.toContain(password)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('[C926] the owner is set by the environment, and an account made by a client gets its password here', async () => {
  const folder = await folderWithStore()
  const env = { QUIPU_OWNER_EMAIL: 'ada@example.com', QUIPU_OWNER_PASSWORD: 'chosen by ada' }
  const client = new StdioClient(folder, [], env)
  await client.call('list_tasks', {})
  const before = await quipu(['user', 'list', '--json'], { QUIPU_DATA_DIR: folder })
  expect(JSON.parse(before.stdout)).toMatchObject([
    { email: 'ada@example.com', role: 'admin', has_password: false },
  ])

  const server = await ServerProcess.start(folder, env)

  expect(server.stdout).toContain('ada@example.com')
  expect(server.stdout).not.toContain('chosen by ada')
  const after = await quipu(['user', 'list', '--json'], { QUIPU_DATA_DIR: folder })
  expect(JSON.parse(after.stdout)).toMatchObject([{ email: 'ada@example.com', has_password: true }])
})

test.skipIf(process.platform !== 'linux')(
  '[C470] a server gives its runtime the settings of memory, unless others were chosen',
  async () => {
    const unit = readFileSync(join(root, 'deploy/quipu.service'), 'utf8')
    const [, arenas = ''] = /^Environment=(MALLOC_ARENA_MAX=.+)$/m.exec(unit) ?? []
    const [, young = ''] = /^Environment=NODE_OPTIONS=(.+)$/m.exec(unit) ?? []
    const server = await ServerProcess.start(await folderWithStore())
    const other = await ServerProcess.start(await folderWithStore(), { MALLOC_ARENA_MAX: '3' })

    expect(listed(server, 'cmdline')).toContain(young)
    expect(listed(server, 'environ')).toContain(arenas)
    expect(listed(other, 'cmdline')).not.toContain(young)
    expect(listed(other, 'environ')).toContain('MALLOC_ARENA_MAX=3')
  },
)

function listed({ child }: ServerProcess, file: 'cmdline' | 'environ'): readonly string[] {
  return readFileSync(`/proc/${child.pid}/${file}`, 'utf8').split('\0')
}

test('[C160] a folder whose store is not whole gets neither a new store nor a new owner', async () => {
  const folder = await folderWithStore()
  rmSync(join(folder, 'store', 'PG_VERSION'))

  const started = await quipu(['start'], { QUIPU_DATA_DIR: folder, PORT: String(await freePort()) })
  const examined = await quipu(['doctor'], { QUIPU_DATA_DIR: folder, PORT: '1' })

  expect(started).toMatchObject({ code: 1, stdout: '' })
  for (const text of [started.stderr, examined.stdout]) {
    expect(text).toContain('PG_VERSION is missing')
    expect(text).toContain('from a backup')
  }
  expect(examined.code).toBe(1)
})

test('[C26] what a person needs next fits on a screen', () => {
  const config = readConfig(root, {})
  const lines = welcome(config, { email: 'owner@localhost', newPassword: 'abcd-efgh' }).split('\n')
  expect(lines.length).toBeLessThanOrEqual(25)
  const text = lines.join('\n')
  expect(text).toContain('http://127.0.0.1:8319')
  expect(text).toMatch(/abcd-efgh.*shown once/)
  expect(text).toContain(`${root}/data`)
  expect(text).toContain('claude mcp add --transport http quipu http://127.0.0.1:8319/mcp')
  expect(text).toContain(`code --add-mcp '{"name":"quipu","type":"http","url":"http://127.0.0.1:8319/mcp"}'`)
  expect(text).toContain('{"mcpServers":{"quipu":{"url":"http://127.0.0.1:8319/mcp"}}}')
  expect(text).toContain(`claude mcp add quipu -- ${program} stdio`)
  expect(text).toContain(`{"mcpServers":{"quipu":{"command":"${program}","args":["stdio"]}}}`)
  expect(text).toContain('npx quipu token create --user owner@localhost')
  expect(readFileSync(program, 'utf8')).toContain('main.ts')
})

test('[C26] the command for an assistant names a data folder other than the default', () => {
  const config = readConfig(root, { QUIPU_DATA_DIR: '/srv/my data' })
  const text = welcome(config, { email: 'owner@localhost', newPassword: undefined })
  expect(text).toContain(`claude mcp add quipu -e 'QUIPU_DATA_DIR=/srv/my data' -- ${program} stdio`)
  expect(text).toContain(`"env":{"QUIPU_DATA_DIR":"/srv/my data"}`)
  expect(text).toContain(`$(QUIPU_DATA_DIR='/srv/my data' npx quipu token create --user owner@localhost)`)
  expect(text).not.toContain('Password')
})

test('[C27] SIGTERM and Ctrl-C end the server in order, echo or not, and the folder is free', async () => {
  const folder = await folderWithStore()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const server = await ServerProcess.start(folder)
    server.child.kill(signal)
    expect(await server.stop(signal)).toBe(0)
    expect(server.stderr).toContain('Shutting down')
  }
  expect(await quipu(['user', 'list'], { QUIPU_DATA_DIR: folder })).toMatchObject({ code: 0 })
})

test('[C927] a second Ctrl-C ends the process at once, and the echo of the first does not', async () => {
  const script = `import { shutdownRequested } from ${JSON.stringify(new URL('./shutdown.ts', import.meta.url).href)}
    setInterval(() => {}, 1000)
    process.on('SIGINT', () => process.stderr.write('signal '))
    shutdownRequested(() => console.log('forced')).then(() => console.log('asked'))
    console.log('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let signals = ''
  child.stderr.on('data', (chunk: Buffer) => (signals += String(chunk)))
  const reading = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += String(chunk)
      if (said.includes('asked')) resolve()
      else child.kill('SIGINT')
    })
  })
  await reading
  child.kill('SIGINT')
  await vi.waitFor(() => expect(signals).toBe('signal signal '), patience)
  expect(child.exitCode).toBeNull()

  const gone = once(child, 'exit')
  await vi.waitFor(() => {
    child.kill('SIGINT')
    expect(child.exitCode).toBe(130)
  }, patience)

  expect(await gone).toEqual([130, null])
  expect(said).toBe('ready\nasked\nforced\n')
})

test('[C28] for a port in use the error says what to do, and the folder is free again', async () => {
  const folder = await folderWithStore()
  const other = createServer().listen(await freePort(), '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = String(typeof address === 'object' ? address?.port : '')

  const { code, stdout, stderr } = await quipu(['start'], { QUIPU_DATA_DIR: folder, PORT: port })
  other.close()

  expect(stderr).toContain(`Port ${port} on 127.0.0.1 is in use by another program.`)
  expect(stderr).toContain('PORT=')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(await quipu(['user', 'list'], { QUIPU_DATA_DIR: folder })).toMatchObject({ code: 0 })
})

test('[C604] a start that finds its port in use makes no password: the next one shows it', async () => {
  const folder = await folderWithStore()
  const other = createServer().listen(await freePort(), '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = String(typeof address === 'object' ? address?.port : '')
  const failed = await quipu(['start'], { QUIPU_DATA_DIR: folder, PORT: port })
  other.close()
  const next = await ServerProcess.start(folder)

  expect(failed.code).toBe(1)
  expect(next.stdout).toMatch(/Password +\S+/)
})

test('[C605] a signal ends a start that still waits for its store, at once and with code 0', async () => {
  const folder = temporaryFolder()
  using lock = new DatabaseSync(join(folder, 'owner.lock'))
  lock.exec('begin exclusive')
  const child = spawnQuipu(['start'], { QUIPU_DATA_DIR: folder, PORT: String(await freePort()) })
  onTestFinished(async () => void (await end(child, 'SIGKILL')))
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += String(chunk)))
  await vi.waitFor(() => expect(said).toContain('Creating the store'), patience)

  const code = await end(child, 'SIGTERM')

  expect([code, said]).toEqual([0, expect.stringContaining('Stopped before it was ready.')])
})

test('[C253] the first start prints a link that signs in once; a later one in the background does not', async () => {
  const folder = join(temporaryFolder(), 'data')
  const first = await ServerProcess.start(folder)
  const [link = ''] = /http\S+\/sign-in\/\S+/.exec(first.stdout) ?? []
  const page = await fetch(link)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('owner@localhost')
  await first.stop()
  const second = await ServerProcess.start(folder)
  expect(second.stdout).not.toContain('/sign-in/')
  expect(first.stderr + second.stderr).not.toContain('/sign-in/')
  await second.stop()
})
