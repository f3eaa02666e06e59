import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { quipu, temporaryFolder, type Outcome } from '../testing/quipu-process.ts'
import { shareServer } from '../testing/shared-server.ts'
import { folderWithStore } from '../testing/test-store.ts'
import { StdioClient } from '../testing/stdio-client.ts'

const running = shareServer()

test('[C33] an invitation and a reset print their link alone, and the link opens', async () => {
  const { run, server } = running()

  const invited = await run('user invite --email ada@example.com --role contributor')
  expect(invited).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Hand this link to ada@example.com/),
  })
  const link = invited.stdout.trimEnd()
  expect(link).toMatch(new RegExp(`^${server.url}/invite/[\\w-]+$`))
  expect((await fetch(link)).status).toBe(200)
  const known = await run('user invite --email owner@localhost --role admin')
  expect(known).toMatchObject({ code: 5, stdout: '' })

  const reset = await run('user reset owner@localhost --json')
  const { email, url, expires_at } = JSON.parse(reset.stdout)
  expect({ email, stderr: reset.stderr }).toEqual({ email: 'owner@localhost', stderr: '' })
  expect(url).toMatch(new RegExp(`^${server.url}/reset/[\\w-]+$`))
  expect(new Date(expires_at).getTime()).toBeGreaterThan(Date.now())
  expect(await run('user reset nobody@example.com')).toMatchObject({ code: 4, stdout: '' })
})

test('[C34] a disabled account gets no token until it is enabled; the last admin stays', async () => {
  const { run } = running()
  await run('user create --email bob@example.com --role viewer --password longenough')

  expect(await run('user disable bob@example.com')).toMatchObject({
    code: 0,
    stdout: 'bob@example.com is disabled.\n',
  })
  expect(await run('token create --user bob@example.com')).toMatchObject({ code: 6, stdout: '' })
  expect(await run('user enable bob@example.com --json')).toMatchObject({ code: 0 })
  expect(await run('token create --user bob@example.com')).toMatchObject({ code: 0 })
  expect(await run('user disable owner@localhost')).toMatchObject({ code: 5, stdout: '' })
  expect(await run('user enable nobody@example.com')).toMatchObject({ code: 4 })
})

test('[H832] the audit names a command, and no person, as what changed an account', async () => {
  const { run, server } = running()
  await run('user create --email fay@example.com --role viewer --password longenough')
  await run('user disable fay@example.com')
  await run('client add fays-client --redirect http://localhost:3000/callback')
  const { stdout: token } = await run(`token create --user owner@localhost --resource ${server.url}`)

  const listed = async (action: string) => {
    const answer = await fetch(`${server.url}/api/admin/audit?action=${action}`, {
      headers: { authorization: `Bearer ${token.trimEnd()}` },
    })
    const { events } = (await answer.json()) as { events: readonly unknown[] }
    return events
  }
  const done = { user_id: null, outcome: 'ok', metadata: { endpoint: 'command' } }
  await expect.poll(() => listed('user.disabled')).toContainEqual(expect.objectContaining(done))
  expect(await listed('user.created')).toContainEqual(expect.objectContaining(done))
  expect(await listed('token.issued')).toContainEqual(expect.objectContaining(done))
  expect(await listed('client.added')).toMatchObject([{ user_id: null, metadata: { endpoint: 'command' } }])
})

test('[C35] deleting without saying what happens to the data deletes nothing, and says what there is', async () => {
  const { run } = await runningWithTask('carl@example.com')

  const { code, stdout, stderr } = await run('user delete carl@example.com')

  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/Nothing was deleted. carl@example.com has: .*1 × tasks/)
  for (const choice of [
    '--data export --out FILE.zip',
    '--data erase',
    'quipu user disable carl@example.com',
  ])
    expect(stderr).toContain(choice)
  expect(await emails(run)).toContain('carl@example.com')
  expect(await run('user delete nobody@example.com')).toMatchObject({ code: 4 })

  const erased = await run('user delete carl@example.com --data erase')
  expect(erased).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Deleted carl@example.com: .*erased/),
  })
  expect(await emails(run)).not.toContain('carl@example.com')
})

test('[C36] [C910] the export is on the disk before anything is erased', async () => {
  const { run } = await runningWithTask('dora@example.com')
  const out = join(temporaryFolder(), 'dora.zip')
  writeFileSync(out, 'mine')

  expect(await run(`user delete dora@example.com --data export --out ${out}`)).toMatchObject({ code: 5 })
  const unwritable = `${out}${'x'.repeat(300)}`
  expect(await run(`user delete dora@example.com --data export --out ${unwritable}`)).toMatchObject({
    code: 1,
  })
  const listed = JSON.parse((await run('user list --json')).stdout)
  expect(listed).toContainEqual(expect.objectContaining({ email: 'dora@example.com', is_disabled: false }))
  expect(readFileSync(out, 'utf8')).toBe('mine')

  const second = `${out}.2.zip`
  const deleted = await run(`user delete dora@example.com --data export --out ${second} --json`)
  expect(JSON.parse(deleted.stdout)).toMatchObject({ email: 'dora@example.com', file: second })
  expectZip(second)
  expect(await emails(run)).not.toContain('dora@example.com')
})

test('[C37] a person gets everything of theirs as a ZIP, also when no server runs', async () => {
  const folder = await folderWithStore()
  const env = { QUIPU_DATA_DIR: folder }
  const client = new StdioClient(folder)
  await client.call('add_task', { title: 'Water the plants' })
  await client.close()
  const out = join(temporaryFolder(), 'owner.zip')

  const { code, stderr } = await quipu(['user', 'export', 'owner@localhost', '--out', out], env)

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expectZip(out)
})

type Run = (line: string) => Promise<Outcome>

async function runningWithTask(email: string): Promise<{ run: Run }> {
  const { run, folder } = running()
  await run(`user create --email ${email} --role contributor --password longenough`)
  const client = new StdioClient(folder, ['--user', email])
  await client.call('add_task', { title: 'Water the plants' })
  await client.close()
  return { run }
}

async function emails(run: Run): Promise<string[]> {
  const accounts: { email: string }[] = JSON.parse((await run('user list --json')).stdout)
  return accounts.map(({ email }) => email)
}

function expectZip(file: string): void {
  expect(existsSync(file)).toBe(true)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const text = readFileSync(file, 'latin1')
  expect(text.slice(0, 4)).toBe('PK\u0003\u0004')
  expect(text).toContain('tasks.json')
}
