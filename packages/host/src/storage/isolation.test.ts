import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Store } from './store.ts'
import { addNote, allNotes, engines, shareStore } from './test-store.ts'

describe.each(engines)('isolation on %s', (engine) => {
  const shared = shareStore(engine)

  test("[S5] a statement that forgets its filter sees and changes the caller's own rows only", async () => {
    const store = shared()
    const [ana, ben] = [randomUUID(), randomUUID()]
    await store.query({ userId: ana }, addNote(ana, "Ana's"))
    await store.query({ userId: ben }, addNote(ben, "Ben's"))

    const seen = await store.query({ userId: ana }, allNotes)
    const changed = await store.query(
      { userId: ana },
      plain(`update notes set text = text || '!' returning text`),
    )
    const deleted = await store.query({ userId: ana }, plain('delete from notes returning text'))

    expect(seen).toEqual([{ text: "Ana's" }])
    expect(changed).toEqual([{ text: "Ana's!" }])
    expect(deleted).toEqual([{ text: "Ana's!" }])
    expect(await store.query({ userId: ben }, allNotes)).toEqual([{ text: "Ben's" }])
  })

  test('[S5] a row cannot be made for or given to someone else', async () => {
    const store = shared()
    const [ana, ben] = [randomUUID(), randomUUID()]
    await store.query({ userId: ana }, addNote(ana, "Ana's"))
    const refused = { name: 'StatementError', code: '42501' }

    await expect(store.query({ userId: ana }, addNote(ben, 'planted'))).rejects.toMatchObject(refused)
    const gift = { sql: 'update notes set user_id = $1', parameters: [ben] }
    await expect(store.query({ userId: ana }, gift)).rejects.toMatchObject(refused)
    expect(await store.query({ userId: ben }, allNotes)).toEqual([])
  })

  test('[S904] a scope ends with its transaction', async () => {
    const store = shared()
    const [ana, ben] = [randomUUID(), randomUUID()]
    await store.query({ userId: ana }, addNote(ana, "Ana's"))
    const who = plain(`select current_user as role, current_setting('app.user_id', true) as id`)

    expect(await store.query({ userId: ana }, who)).toEqual([{ role: 'quipu_app', id: ana }])
    expect(await store.query('everyone', who)).toEqual([{ role: 'quipu_system', id: '' }])
    await store.transaction({ userId: ana }, (tx) => tx.query(allNotes))
    await store.query({ userId: ana }, plain('select 1 / 0')).catch(() => {})
    const inTurn = await Promise.all(
      Array.from({ length: 20 }, (_, index) => store.query({ userId: index % 2 ? ana : ben }, allNotes)),
    )

    expect(inTurn.map(({ length }) => length)).toEqual(Array.from({ length: 20 }, (_, index) => index % 2))
  })

  test('[S32] a statement that is run again and again gives each caller what is theirs', async () => {
    const store = shared()
    const people = Array.from({ length: 3 }, () => randomUUID())
    const add = (userId: string, text: string) => store.query({ userId }, addNote(userId, text))
    const seenBy = async (userId: string) =>
      (await store.query<{ text: string }>({ userId }, allNotes)).map(({ text }) => text)

    for (let round = 0; round < 12; round += 1) {
      for (const id of people) await add(id, `${id} ${round}`)
      await expect(add(people[0] ?? '', `${people[0]} ${round}`)).rejects.toMatchObject({ code: '23505' })
      const seen = await Promise.all(people.map(seenBy))
      expect(seen).toEqual(
        people.map((id) => Array.from({ length: round + 1 }, (_, count) => `${id} ${count}`)),
      )
      const all = await store.query<{ text: string }>('everyone', allNotes)
      expect(all.length).toBeGreaterThanOrEqual(people.length * (round + 1))
    }
  })

  test('[S5] nobody sees anything without a scope', async () => {
    const store = shared()
    const ana = randomUUID()
    await store.query({ userId: ana }, addNote(ana, "Ana's"))

    const seen = await store.transaction({ userId: ana }, async (tx) => {
      await tx.query(plain(`select set_config('app.user_id', '', true)`))
      return tx.query(allNotes)
    })

    expect(seen).toEqual([])
    expect(await store.query({ userId: randomUUID() }, allNotes)).toEqual([])
    expect(await store.query('everyone', allNotes)).toContainEqual({ text: "Ana's" })
  })

  test('[S6] people read their own account without its password, and change none', async () => {
    const store = shared()
    const [ana, ben] = [randomUUID(), randomUUID()]
    await addUser(store, ana, `${ana}@example.com`)
    await addUser(store, ben, `${ben}@example.com`)

    const own = await store.query({ userId: ana }, plain('select id, email from users'))

    expect(own).toEqual([{ id: ana, email: `${ana}@example.com` }])
    for (const sql of [
      'select password_hash from users',
      `update users set role = 'admin'`,
      'delete from users',
      'select * from signing_keys',
      'select * from job_turns',
      'select * from schema_migrations',
    ]) {
      await expect(store.query({ userId: ana }, plain(sql))).rejects.toMatchObject({ code: '42501' })
    }
  })

  test('[S7] audit rows are added for oneself, read by the host alone, and never changed', async () => {
    const store = shared()
    const [ana, ben] = [randomUUID(), randomUUID()]
    await store.query({ userId: ana }, auditRow(ana))

    await expect(store.query({ userId: ana }, auditRow(ben))).rejects.toMatchObject({ code: '42501' })
    await expect(store.query({ userId: ana }, plain('select * from audit_events'))).rejects.toMatchObject({
      code: '42501',
    })
    for (const scope of [{ userId: ana }, 'everyone'] as const) {
      for (const sql of [
        `update audit_events set action = 'x'`,
        'delete from audit_events',
        'truncate audit_events',
      ]) {
        await expect(store.query(scope, plain(sql))).rejects.toMatchObject({ code: '42501' })
      }
    }
    expect(await store.query('everyone', plain('select user_id from audit_events'))).toEqual([
      { user_id: ana },
    ])
  })

  test('[A3] [A902] two accounts cannot share an address, whatever its case', async () => {
    const store = shared()
    const [ana, ben] = [randomUUID(), randomUUID()]
    await addUser(store, ana, `${ana}@example.com`)
    await expect(addUser(store, ben, `${ana.toUpperCase()}@example.com`)).rejects.toMatchObject({
      code: '23505',
    })
  })
})

function plain(sql: string) {
  return { sql, parameters: [] }
}

function auditRow(userId: string) {
  const sql = `insert into audit_events (at, user_id, action, resource_type, resource_id, outcome, request_id)
    values ($1, $2, 'add', 'task', '1', 'ok', 'r1')`
  return { sql, parameters: [new Date(), userId] }
}

async function addUser(store: Store, id: string, email: string): Promise<void> {
  const sql = `insert into users (id, email, role, created_at, updated_at) values ($1, $2, 'viewer', $3, $3)`
  await store.query('everyone', { sql, parameters: [id, email, new Date()] })
}
