import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDatabase, servers } from '../../../../test/environment/index.ts'
import { withClient } from '../../../../test/environment/postgres.ts'
import { quipu, temporaryFolder } from '../testing/quipu-process.ts'
import { shareServer } from '../testing/shared-server.ts'

const running = shareServer()

test('[C38] a client is added with all its redirects, listed and removed', async () => {
  const { run } = running()

  const added = await run(
    'client add my-mcp-client --redirect http://localhost:3000/callback --redirect http://127.0.0.1:3000/cb --json',
  )
  expect(added.stderr).toBe('')
  const uris = ['http://localhost:3000/callback', 'http://127.0.0.1:3000/cb']
  expect(JSON.parse(added.stdout)).toMatchObject({
    id: 'my-mcp-client',
    origin: 'added',
    redirect_uris: uris,
  })
  expect(await run('client add my-mcp-client --redirect http://localhost:3000/callback')).toMatchObject({
    code: 5,
  })
  expect(
    await run('client add vscodium --redirect vscodium://publisher.extension/callback --json'),
  ).toMatchObject({ code: 0, stderr: '' })
  expect(await run('client remove vscodium')).toMatchObject({ code: 0 })
  expect(await run('client add other --redirect javascript:alert(1)')).toMatchObject({ code: 2, stdout: '' })
  expect((await run('client list')).stdout).toMatch(
    /^ID .*REDIRECTS\nmy-mcp-client .*localhost:3000\/callback/,
  )
  expect(await run('client remove my-mcp-client')).toMatchObject({ code: 0 })
  expect(await run('client remove my-mcp-client')).toMatchObject({ code: 4 })
  expect(JSON.parse((await run('client list --json')).stdout)).toEqual([])
})

test('[C39] without connected apps the list is empty, and an unknown one cannot be revoked', async () => {
  const { run } = running()
  expect(await run('app list')).toMatchObject({ code: 0, stdout: 'No connected apps.\n' })
  expect(await run('app list --user owner@localhost --json')).toMatchObject({ code: 0, stdout: '[]\n' })
  expect(await run('app list --user nobody@example.com')).toMatchObject({ code: 4, stdout: '' })
  expect(await run('app revoke unknown')).toMatchObject({ code: 4, stdout: '' })
})

test.skipIf(servers().databaseUrl === null)(
  '[C39] a connected app is listed with whom it acts for, and is gone once revoked',
  async () => {
    await using database = await createDatabase()
    const env = { DATABASE_URL: database.url, QUIPU_DATA_DIR: join(temporaryFolder(), 'data') }
    const run = (line: string) => quipu(line.split(' '), env)
    await run('user create --email ada@example.com --role viewer --password longenough')
    await withClient(database.adminUrl, (admin) =>
      admin.query(
        `insert into connected_apps (id, user_id, client_id, client_name, redirect_host, resource, scopes,
           created_at, last_used_at, expires_at)
         select 'grant-1', id, 'https://app.example/client', 'An app', 'app.example', 'http://127.0.0.1:8319/mcp',
           '{tasks:read}', now(), now(), now() + interval '14 days' from users`,
      ),
    )

    expect(JSON.parse((await run('app list --user ada@example.com --json')).stdout)).toMatchObject([
      { id: 'grant-1', email: 'ada@example.com', client_name: 'An app', scope: ['tasks:read'] },
    ])
    expect(await run('app revoke grant-1')).toMatchObject({
      code: 0,
      stdout: 'An app no longer acts for ada@example.com.\n',
    })
    expect(await run('app list --json')).toMatchObject({ stdout: '[]\n' })
  },
)

test('[C40] a personal token is printed alone, works, is listed without itself, and ends when revoked', async () => {
  const { run, server } = running()

  const made = await run('pat create --user owner@localhost --name ci --scope tasks:read --ttl 30d')
  expect(made.stdout).toMatch(/^qpt_[\w-]{43}\n$/)
  expect(made.stderr).toMatch(/^Shown once: keep it now. Good until \d{4}-/)
  const token = made.stdout.trim()
  expect(await statusOf(server.url, token)).toBe(200)

  const listed = await run('pat list --user owner@localhost --json')
  expect(listed.stdout).not.toContain(token)
  const [row] = JSON.parse(listed.stdout)
  expect(row).toMatchObject({ name: 'ci', scope: ['tasks:read'], resource: server.url })
  expect(await run(`pat revoke --user owner@localhost ${row.id}`)).toMatchObject({ code: 0, stderr: '' })
  expect(await statusOf(server.url, token)).toBe(401)
  expect(await run(`pat revoke --user owner@localhost ${row.id}`)).toMatchObject({ code: 4 })
  expect(await run('pat list --user owner@localhost')).toMatchObject({
    stdout: 'No personal access tokens.\n',
  })
  expect(await run('pat create --user owner@localhost --name x --scope tasks:fly')).toMatchObject({ code: 2 })
})

test('[C41] [C911] keys are rotated while the server runs: live tokens stay good until their key is ended', async () => {
  const { run, server } = running()
  const before = (await run('token create --user owner@localhost')).stdout.trim()
  expect(await statusOf(server.url, before)).toBe(200)

  const made = JSON.parse((await run('keys rotate --json')).stdout)
  const after = (await run('token create --user owner@localhost')).stdout.trim()
  expect(kidOf(after)).toBe(made.kid)
  expect(await statusOf(server.url, before)).toBe(200)
  expect(await statusOf(server.url, after)).toBe(200)
  expect((await run('keys list')).stdout).toMatch(
    new RegExp(`^KEY +CREATED\\n${made.kid} .* signs\\n${kidOf(before)} .* verifies until \\d{4}`),
  )

  expect(await run('keys rotate --end-former')).toMatchObject({ code: 0 })
  for (const ended of [before, after])
    await expect.poll(() => statusOf(server.url, ended), { interval: 500 }).toBe(401)
})

async function statusOf(url: string, token: string): Promise<number> {
  const { status } = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  return status
}

function kidOf(token: string): string {
  const [header = ''] = token.split('.')
  return String(JSON.parse(Buffer.from(header, 'base64url').toString()).kid)
}
