import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDatabase, servers } from '../../../../test/environment/index.ts'
import { quipu, temporaryFolder } from '../testing/quipu-process.ts'
import { ServerProcess } from '../testing/server-process.ts'
import { StdioClient } from '../testing/stdio-client.ts'

test.skipIf(servers().databaseUrl === null)(
  '[C30] with PostgreSQL a server, a client and a command each open the store themselves',
  async () => {
    await using database = await createDatabase()
    const folder = join(temporaryFolder(), 'data')
    const env = { DATABASE_URL: database.url, QUIPU_DATA_DIR: folder }
    const server = await ServerProcess.start(folder, env)
    const second = await ServerProcess.start(folder, env)
    const client = new StdioClient(folder, [], env)

    expect(await client.call('add_task', { title: 'shared' })).toMatchObject({ title: 'shared' })
    const listed = await quipu(['user', 'list', '--json'], env)

    expect(JSON.parse(listed.stdout)).toMatchObject([{ email: 'owner@localhost', has_password: true }])
    expect(server.stdout).toContain('PostgreSQL')
    expect(existsSync(join(folder, 'owner.json'))).toBe(false)
    expect(existsSync(join(folder, 'control.sock'))).toBe(false)
    expect(await Promise.all([client.close(), server.stop(), second.stop()])).toEqual([0, 0, 0])
  },
)

test('[C8] a database that cannot be reached is an error with code 3', async () => {
  const env = {
    DATABASE_URL: 'postgres://quipu@127.0.0.1:1/quipu',
    QUIPU_DATA_DIR: join(temporaryFolder(), 'data'),
  }
  const { code, stdout, stderr } = await quipu(['user', 'list'], env)
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  expect(stderr).not.toMatch(/ {4}at /)
})
