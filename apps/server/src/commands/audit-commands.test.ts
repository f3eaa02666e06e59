import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { TestDatabase } from '../../../../test/environment/index.ts'
import { createDatabase, servers } from '../../../../test/environment/index.ts'
import { withClient } from '../../../../test/environment/postgres.ts'
import { previousSecretFile } from '../installation/root-secret.ts'
import { quipu, temporaryFolder } from '../testing/quipu-process.ts'
import { ServerProcess } from '../testing/server-process.ts'
import { folderWithStore } from '../testing/test-store.ts'

const everything = ['audit_events', 'audit_seals', 'audit_chain']

describe.skipIf(servers().databaseUrl === null)('on PostgreSQL, with somebody who has the database', () => {
  test('[C46] [C915] verify accepts an unchanged audit, and reports what is wrong with a changed one', async () => {
    await using database = await createDatabase()
    const { run, tamper } = commandsOn(database)
    await run('user create --email ada@example.com --role viewer --password longenough')
    const whole = await run('audit verify')
    expect(whole).toMatchObject({ code: 0, stderr: '' })
    expect(whole.stdout).toMatch(/^✓ 1 rows in 1 seals are as they were sealed\.\nHead: 1:[0-9a-f]{64}\n$/)

    await tamper(`insert into audit_events (at, action, resource_type, resource_id, outcome, request_id)
      values (now(), 'x', 'x', 'x', 'ok', 'x')`)
    const tail = JSON.parse((await run('audit verify --json')).stdout)
    expect(tail).toMatchObject({ ok: true, first_problem: null })
    expect(tail.sealed_rows + tail.unsealed_tail).toBe(2)

    await tamper(`update audit_events set resource_id = 'somebody else' where id = 1`)
    const changed = await run('audit verify')
    expect(changed).toMatchObject({ code: 1, stderr: '' })
    expect(changed.stdout).toMatch(/^✗ The audit is not as it was sealed: row 1 was changed, sealed \d{4}-/)
    expect(JSON.parse((await run('audit verify --json')).stdout)).toMatchObject({
      ok: false,
      first_problem: { kind: 'changed', audit_id: 1, seal: 1 },
    })
  }, 180_000)

  test('[C48] [C916] a store that was reset to an earlier state lacks the head that was printed before', async () => {
    await using database = await createDatabase()
    const { run, tamper } = commandsOn(database)
    await run('user create --email ada@example.com --role viewer --password longenough')
    await tamper(everything.map((table) => `create table former_${table} as table ${table}`).join(';'))
    await run('user create --email bob@example.com --role viewer --password longenough')
    const { head } = JSON.parse((await run('audit verify --json')).stdout)
    const keptHead = `${head.number}:${head.hash}`
    expect(await run(`audit verify --head ${keptHead}`)).toMatchObject({ code: 0 })
    expect(await run('audit verify --head 2')).toMatchObject({ code: 2, stdout: '' })

    for (const table of everything) {
      const overriding = table === 'audit_events' ? 'overriding system value' : ''
      await tamper(`delete from ${table}; insert into ${table} ${overriding} select * from former_${table}`)
    }

    const putBack = await run(`audit verify --head ${keptHead}`)
    expect(putBack.code).toBe(1)
    expect(putBack.stdout).toContain('the chain ends at seal 1, before the given head')
  }, 180_000)
})

test('[C47] [C49] the audit is verified beside a server and without one, also after the secret was rotated', async () => {
  const folder = await folderWithStore()
  const run = (line: string) => quipu(line.split(' '), { QUIPU_DATA_DIR: folder })
  const verdict = async () => {
    const { code, stdout, stderr } = await run('audit verify --json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return JSON.parse(stdout) as { sealed_rows: number; unsealed_tail: number }
  }
  const server = await ServerProcess.start(folder)
  await expect.poll(async () => (await verdict()).unsealed_tail).toBe(0)
  await run('token create --user owner@localhost')
  await server.stop()
  const before = await verdict()
  expect(before.unsealed_tail).toBe(0)

  expect(await run('secret rotate')).toMatchObject({ code: 0 })
  rmSync(previousSecretFile(folder))

  expect((await verdict()).sealed_rows).toBeGreaterThanOrEqual(before.sealed_rows)
}, 180_000)

function commandsOn({ url, adminUrl }: TestDatabase) {
  const env = { DATABASE_URL: url, QUIPU_DATA_DIR: join(temporaryFolder(), 'data') }
  return {
    run: (line: string) => quipu(line.split(' '), env),
    tamper: (sql: string) => withClient(adminUrl, async (admin) => void (await admin.query(sql))),
  }
}

test('[C161] verify and doctor report a store that lacks its newest seal', async () => {
  const folder = await folderWithStore()
  const env = { QUIPU_DATA_DIR: folder, PORT: '1' }
  expect(await quipu(['audit', 'verify'], env)).toMatchObject({ code: 0 })
  const head = { number: 900, hash: 'a'.repeat(64), rows: 1234 }
  writeFileSync(join(folder, 'audit-head.json'), JSON.stringify({ head }))

  for (const command of [['audit', 'verify'], ['doctor']]) {
    const { code, stdout } = await quipu(command, env)
    expect(stdout).toMatch(/✗ .*The end of the audit is lost: seal 900 .*at least 12\d\d rows/)
    expect(code).toBe(1)
  }
})
