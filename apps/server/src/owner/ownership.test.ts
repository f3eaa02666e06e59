import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { readOwner } from './owner-file.ts'
import { DeafProxy } from '../testing/deaf-proxy.ts'
import { quipu, temporaryFolder } from '../testing/quipu-process.ts'
import { ServerProcess } from '../testing/server-process.ts'
import { folderWithStore } from '../testing/test-store.ts'
import { StdioClient } from '../testing/stdio-client.ts'

const rounds = Number(process.env['QUIPU_FAULT_ROUNDS'] ?? 5)

test('[C19] two clients on one folder see each other, and one of them goes through the other', async () => {
  const folder = join(temporaryFolder(), 'data')
  const [one, two] = [new StdioClient(folder), new StdioClient(folder)]

  await Promise.all([
    one.call('add_task', { title: 'from one' }),
    two.call('add_task', { title: 'from two' }),
  ])

  expect(await titles(one)).toEqual(['from one', 'from two'])
  expect(await titles(two)).toEqual(['from one', 'from two'])
  expect(readOwner(folder)?.kind).toBe('stdio')
  expect([one.child.pid, two.child.pid]).toContain(readOwner(folder)?.pid)
  expect(await Promise.all([one.close(), two.close()])).toEqual([0, 0])
  expect(existsSync(join(folder, 'control.sock'))).toBe(false)
})

test(
  '[C20] [C920] owners are killed in the middle of writes: what was acknowledged is there, and once',
  { timeout: 60_000 + rounds * 30_000 },
  async () => {
    const folder = await folderWithStore()
    const clients = Array.from({ length: 3 }, () => new StdioClient(folder))
    await Promise.all(clients.map((client) => client.call('list_tasks', {})))
    const acknowledged = new Set<string>()
    let sent = 0

    for (let round = 0; round < rounds; round++) {
      const owner = clients.findIndex(({ child }) => child.pid === readOwner(folder)?.pid)
      const victim = clients[owner]
      if (victim === undefined)
        throw new Error(`nobody of us owns the folder: ${JSON.stringify(readOwner(folder))}`)
      const writing = clients.flatMap((client) =>
        Array.from({ length: 5 }, async () => {
          const title = `task ${String(sent++).padStart(4, '0')}`
          const added = client.call('add_task', { title }).then(() => acknowledged.add(title))
          // What a killed client had asked may or may not be done; nobody was told.
          await (client === victim ? added.catch(() => {}) : added)
        }),
      )
      await delay(Math.random() * 40)
      await victim.kill()
      await Promise.all(writing)
      clients[owner] = new StdioClient(folder)
      await clients[owner].call('list_tasks', {})
    }

    const stored = await titles(clients[0])
    expect(new Set(stored).size).toBe(stored.length)
    expect([...acknowledged].filter((title) => !stored.includes(title))).toEqual([])
    expect(acknowledged.size).toBeGreaterThanOrEqual(10 * rounds)
  },
)

test('[C20] [C920] a write whose answer was lost with its owner is answered by the next, and not done again', async () => {
  const folder = await folderWithStore()
  const owner = new StdioClient(folder)
  await owner.call('list_tasks', {})
  const proxy = await DeafProxy.listen(folder)
  const client = new StdioClient(folder)
  const adding = client.call('add_task', { title: 'once' })

  await proxy.swallowed
  expect(await titles(owner)).toEqual(['once'])
  await owner.kill()
  proxy.close()

  expect(await adding).toMatchObject({ title: 'once' })
  expect(await titles(client)).toEqual(['once'])
  expect(readOwner(folder)?.pid).toBe(client.child.pid)
})

test('[C20] a legacy client continues its session when the owner is killed', async () => {
  const folder = await folderWithStore()
  const owner = new StdioClient(folder)
  await owner.call('list_tasks', {})
  const client = new StdioClient(folder)
  await client.initialize()
  expect(readOwner(folder)?.pid).toBe(owner.child.pid)

  await owner.kill()
  const listed = await client.request('tools/list')

  expect(listed.result?.['tools']).toContainEqual(expect.objectContaining({ name: 'add_task' }))
  expect(readOwner(folder)?.pid).toBe(client.child.pid)
  expect(client.received).toHaveLength(2)
})

test('[C21] [C921] a server takes the folder from clients in the middle of writes, and gives it back when it ends', async () => {
  const folder = await folderWithStore()
  const [one, two] = [new StdioClient(folder), new StdioClient(folder)]
  await Promise.all([one.initialize(), two.call('list_tasks', {})])
  const expected: string[] = []
  let isWriting = true
  const write = async (client: StdioClient, name: string) => {
    for (let index = 0; isWriting; index++) {
      const title = `${name} ${String(index).padStart(3, '0')}`
      await client.call('add_task', { title })
      expected.push(title)
      await delay(20)
    }
  }
  const writing = [write(one, 'one'), write(two, 'two')]

  const server = await ServerProcess.start(folder)
  expect(readOwner(folder)).toMatchObject({ kind: 'server', pid: server.child.pid, url: server.url })
  const bothGoOn = async () => {
    const seen = expected.length
    const goesOn = (name: string) => expected.slice(seen).some((title) => title.startsWith(name))
    await vi.waitUntil(() => goesOn('one') && goesOn('two'), { timeout: 30_000 })
  }
  await bothGoOn()
  expect(await server.stop()).toBe(0)
  await bothGoOn()
  isWriting = false
  await Promise.all(writing)

  expect(await titles(one)).toEqual(expected.toSorted())
  expect(readOwner(folder)?.kind).toBe('stdio')
})

test('[C22] a second server is refused with the process, the URL and what to do', async () => {
  const folder = await folderWithStore()
  const server = await ServerProcess.start(folder)

  const { code, stderr } = await quipu(['start'], { QUIPU_DATA_DIR: folder, PORT: '1' })

  expect(code).toBe(3)
  expect(stderr).toContain(`process ${server.child.pid}, ${server.url}`)
  expect(stderr).toContain(`kill ${server.child.pid}`)
  expect(stderr).toContain('QUIPU_DATA_DIR')
})

test('[C10] commands work while a server runs, while a client has the store, and while nobody has it', async () => {
  const folder = await folderWithStore()
  const env = { QUIPU_DATA_DIR: folder }
  const create = (name: string) =>
    quipu(
      ['user', 'create', '--email', `${name}@example.com`, '--role', 'viewer', '--password-stdin'],
      env,
      'long enough\n',
    )

  expect(await create('nobody')).toMatchObject({ code: 0, stdout: 'Created nobody@example.com (viewer).\n' })
  const client = new StdioClient(folder)
  await client.call('list_tasks', {})
  expect(await create('client')).toMatchObject({ code: 0 })
  const server = await ServerProcess.start(folder)
  expect(await create('server')).toMatchObject({ code: 0 })

  expect(await create('server')).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('already an account'),
  })
  const unknown = await quipu(['user', 'role', 'ghost@example.com', 'admin'], env)
  expect(unknown).toMatchObject({ code: 4, stdout: '', stderr: expect.stringContaining('no account') })
  expect(await quipu(['user', 'role', 'client@example.com', 'contributor'], env)).toMatchObject({ code: 0 })
  expect(
    await quipu(['user', 'password', 'client@example.com', '--password', 'another one'], env),
  ).toMatchObject({ code: 0 })
  expect(await quipu(['migrate'], env)).toMatchObject({ code: 0 })
  const listed = await quipu(['user', 'list', '--json'], env)
  expect(JSON.parse(listed.stdout)).toMatchObject([
    { email: 'nobody@example.com', role: 'viewer' },
    { email: 'owner@localhost', role: 'admin', has_password: true },
    { email: 'client@example.com', role: 'contributor' },
    { email: 'server@example.com', role: 'viewer' },
  ])
  const health = await quipu(['doctor'], { ...env, PORT: new URL(server.url).port })
  expect(health.stdout).toContain(`✓ server         ready at ${server.url}`)
  expect(health.code).toBe(0)
})

test('[C11] a token is all that is printed, and opens the door it was made for', async () => {
  const folder = await folderWithStore()
  const server = await ServerProcess.start(folder)
  const env = { QUIPU_DATA_DIR: folder }

  const { stdout, stderr, code } = await quipu(['token', 'create', '--user', 'owner@localhost'], env)

  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)
  const listTools = (token: string) =>
    fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
  expect((await listTools(stdout.trim())).status).toBe(200)
  expect((await listTools('nonsense')).status).toBe(401)
  const refused = await quipu(['token', 'create', '--user', 'owner@localhost', '--scope', 'tasks:rule'], env)
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('tasks:rule') })
})

test('[C12] a message over the limit is answered with an error, and the next one is served', async () => {
  const client = new StdioClient(await folderWithStore())
  client.child.stdin?.write(`{"jsonrpc":"2.0","id":"big","method":"${'x'.repeat(9 * 1024 * 1024)}"}\n`)
  await client.call('list_tasks', {})
  expect(client.received[0]).toMatchObject({ id: null, error: { code: -32600 } })
})

test('[C24] [C924] standard output carries the protocol alone, and the end of the input waits for the answers', async () => {
  const folder = await folderWithStore()
  const client = new StdioClient(folder, [], { LOG_LEVEL: 'debug' })
  const answers = [
    client.initialize(),
    client.call('add_task', { title: 'the last' }),
    client.call('list_tasks', {}),
  ]

  expect(await client.close()).toBe(0)
  await Promise.all(answers)

  expect(client.received).toHaveLength(3)
  expect(client.stderr).not.toMatch(/ {4}at /)
})

test('[C925] an unknown user ends it with code 4, and --user acts for that account', async () => {
  const folder = await folderWithStore()
  const env = { QUIPU_DATA_DIR: folder }
  await quipu(
    ['user', 'create', '--email', 'ada@example.com', '--role', 'contributor', '--password', 'long enough'],
    env,
  )
  const ghost = new StdioClient(folder, ['--user', 'ghost@example.com'])
  expect(await once(ghost.child, 'exit')).toEqual([4, null])
  expect(ghost.stderr).toContain('no account for ghost@example.com')

  const [owner, ada] = [new StdioClient(folder), new StdioClient(folder, ['--user', 'ada@example.com'])]
  await ada.call('add_task', { title: 'of ada' })
  await owner.call('add_task', { title: 'of the owner' })

  expect(await titles(ada)).toEqual(['of ada'])
  expect(await titles(owner)).toEqual(['of the owner'])
})

test('[C18] a folder with a very long path works all the same', async () => {
  const folder = await folderWithStore({ below: join('a'.repeat(60), 'b'.repeat(60)) })
  const [one, two] = [new StdioClient(folder), new StdioClient(folder)]
  await Promise.all([one.call('add_task', { title: 'a' }), two.call('add_task', { title: 'b' })])
  expect(await titles(two)).toEqual(['a', 'b'])
  expect(await Promise.all([one.close(), two.close()])).toEqual([0, 0])
})

test('[C8] a store whose owner does not answer is an error with code 3', async () => {
  const folder = await folderWithStore()
  const client = new StdioClient(folder)
  await client.call('list_tasks', {})
  client.child.kill('SIGSTOP')
  const { code, stderr } = await quipu(['user', 'list'], { QUIPU_DATA_DIR: folder })
  client.child.kill('SIGCONT')
  expect(stderr).toContain(`process ${client.child.pid} (quipu stdio), which does not answer`)
  expect(code).toBe(3)
})

async function titles(client: StdioClient | undefined): Promise<string[]> {
  const found: string[] = []
  for (let offset = 0; ; offset += 100) {
    const page = await client?.call('list_tasks', { limit: 100, offset })
    // The catalogue says so: a list of tasks, each with its title.
    const tasks = (page?.['tasks'] ?? []) as { title: string }[]
    found.push(...tasks.map(({ title }) => title))
    if (tasks.length < 100) return found.toSorted()
  }
}
