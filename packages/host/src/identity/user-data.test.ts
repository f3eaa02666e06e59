import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Role } from '@quipu/kit'
import { Clock } from '../../../../test/environment/clock.ts'
import { temporaryFolder } from '../../../../test/environment/places.ts'
import { openAudit } from '../audit/audit.ts'
import { openBlobs } from '../blobs/open-blobs.ts'
import { addNote, engines, notes, shareStore, silent } from '../storage/test-store.ts'
import { openAccounts } from './accounts.ts'
import { openLinks } from './one-time-links.ts'
import { openUserData } from './user-data.ts'
import { WebSessions } from './web-sessions.ts'

/** Refers to notes and would hold them back; has a key of two columns, a column to hide, and numbers to keep exact. */
const replies = {
  name: 'replies',
  migrations: [
    {
      id: '001-replies',
      sql: `create table "Odd ""replies""" (
          user_id uuid not null, at timestamptz not null, note_id bigint references notes (id),
          amount numeric not null, sealed_key text not null, primary key (user_id, at));
        select quipu_protect('"Odd ""replies"""')`,
    },
    {
      id: '002-marks',
      sql: `create table marks (note_id bigint not null references notes (id) on delete cascade, page int not null,
          primary key (note_id, page));
        alter table marks enable row level security;
        create policy seen_with_note on marks to quipu_app using (note_id in (select id from notes));
        create policy of_everyone on marks to quipu_system using (true) with check (true);
        grant select on marks to quipu_app;
        grant select, insert on marks to quipu_system`,
    },
  ],
}
const addReplies = (userId: string, count: number) => ({
  sql: `insert into "Odd ""replies""" select $1::uuid, timestamptz '2026-01-01' + n * interval '1 microsecond',
          (select min(id) from notes where user_id = $1::uuid), 12345678901234567890.10, 'hush'
        from generate_series(1, $2::int) n`,
  parameters: [userId, count],
})
const bytes = new TextEncoder().encode('a file')
const sha256 = createHash('sha256').update(bytes).digest('hex')

describe.each(engines)('what is theirs on %s', (engine) => {
  const store = shareStore(engine, { modules: [notes, replies] })

  const open = () => {
    const folder = temporaryFolder()
    onTestFinished(() => folder[Symbol.dispose]())
    const { now } = new Clock()
    const files = openBlobs({ dataFolder: folder.path, log: silent, now })
    const accounts = openAccounts(store(), now, files)
    const userData = openUserData({ store: store(), accounts, files, now })
    const add = async (role: Role = 'contributor') => {
      const account = await accounts.create({
        email: `${crypto.randomUUID()}@example.com`,
        role,
        name: 'Ada',
      })
      await store().query('everyone', addNote(account.id, `note of ${account.id}`))
      await store().query('everyone', addReplies(account.id, 2))
      await store().query('everyone', {
        sql: 'insert into marks select id, 7 from notes where user_id = $1',
        parameters: [account.id],
      })
      await store().query('everyone', {
        sql: `insert into personal_tokens (user_id, name, token_hash, resource, scopes, created_at, expires_at)
              values ($1::uuid, 'ci', 'hash of ' || $1::uuid, 'https://quipu.example', '{a,b}', $2, $2)`,
        parameters: [account.id, now()],
      })
      await store().query('everyone', {
        sql: `insert into idempotency_keys (user_id, key, tool, arguments_hash, created_at, expires_at)
              values ($1, 'key', 'add', 'hash', $2, $2)`,
        parameters: [account.id, now()],
      })
      await files.put({ userId: account.id }, bytes)
      return account
    }
    return { folder: folder.path, now, accounts, userData, add }
  }
  const rowsOf = async (table: string, userId: string) =>
    (
      await store().query('everyone', {
        sql: `select from ${table} where user_id = $1`,
        parameters: [userId],
      })
    ).length

  test('[A36] the export holds the account, rows, audit and files of one person, and no credential', async () => {
    const { userData, add, now } = open()
    const [ada, bob] = [await add(), await add()]
    const audit = openAudit(store(), now, silent)
    for (const { id } of [ada, bob])
      audit.record({
        userId: id,
        action: 'auth.signed_in',
        resourceType: 'user',
        resourceId: id,
        outcome: 'ok',
        requestId: 'r',
        metadata: {},
      })
    await audit.close()

    const entries = unzipSync(await userData.export(ada.id))

    const json = (name: string): unknown => JSON.parse(text(entries[name]))
    expect(Object.keys(entries).toSorted()).toEqual([
      'Odd "replies".json',
      'README.txt',
      'account.json',
      'audit.json',
      `files/${sha256}`,
      'marks.json',
      'notes.json',
      'personal_tokens.json',
    ])
    expect(json('account.json')).toEqual({
      id: ada.id,
      email: ada.email,
      name: 'Ada',
      role: 'contributor',
      created_at: '2026-11-01T08:00:00.000Z',
    })
    expect(json('notes.json')).toMatchObject([{ user_id: ada.id, text: `note of ${ada.id}` }])
    expect(json('marks.json')).toMatchObject([{ page: 7 }])
    expect(json('personal_tokens.json')).toMatchObject([{ name: 'ci', scopes: ['a', 'b'] }])
    expect(json('audit.json')).toEqual([
      {
        at: '2026-11-01T08:00:00+00:00',
        action: 'auth.signed_in',
        resource: { type: 'user', id: ada.id },
        outcome: 'ok',
      },
    ])
    expect(text(entries['Odd "replies".json'])).toContain('12345678901234567890.10')
    expect(entries[`files/${sha256}`]).toEqual(bytes)
    expect(text(entries['README.txt'])).toContain(`Everything that Quipu keeps for ${ada.email}`)
    const all = Object.values(entries).map(text).join('\n')
    expect(all).not.toMatch(/hash of|token_hash|hush|sealed_key/)
    expect(all).not.toContain(bob.id)
  })

  test('[A36] more rows than a page holds all come, each once and in order', async () => {
    const { userData, accounts } = open()
    const { id } = await accounts.create({ email: `${crypto.randomUUID()}@example.com`, role: 'viewer' })
    await store().query('everyone', addReplies(id, 12_001))

    const entries = unzipSync(await userData.export(id))

    const rows = JSON.parse(text(entries['Odd "replies".json'])) as { at: string }[] // As this test wrote them.
    const times = rows.map(({ at }) => at)
    expect(times).toHaveLength(12_001)
    expect(new Set(times).size).toBe(12_001)
    expect(times[0]).toBe('2026-01-01T00:00:00.000001+00:00')
    expect(times.at(-1)).toBe('2026-01-01T00:00:00.012001+00:00')
  })

  test('[A936] the summary counts what the export holds', async () => {
    const { userData, add, accounts } = open()
    const { id } = await add()
    const newcomer = await accounts.create({ email: `${crypto.randomUUID()}@example.com`, role: 'viewer' })

    expect(await userData.summary(id)).toEqual([
      { kind: 'Odd "replies"', rows: 2 },
      { kind: 'notes', rows: 1 },
      { kind: 'personal_tokens', rows: 1 },
      { kind: 'marks', rows: 1 },
      { kind: 'files', rows: 1 },
    ])
    expect(await userData.summary(newcomer.id)).toEqual([])
    for (const unknown of [crypto.randomUUID(), 'no-id']) {
      await expect(userData.summary(unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(userData.export(unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
  })

  test('[A29] [A926] erasing leaves the audit and nothing else, and takes nothing of anyone else', async () => {
    const { accounts, add, folder, now } = open()
    await add('admin')
    const [ada, bob] = [await add(), await add()]
    const sessions = new WebSessions({ store: store(), now })
    await sessions.begin(ada.id)
    await openLinks({ store: store(), accounts, appUrl: 'https://quipu.example', now }).resetPassword(
      ada.email,
    )
    await addGrant(ada.id)
    await addGrant(bob.id)
    const audit = openAudit(store(), now, silent)
    await store().query(
      'everyone',
      audit.row({
        userId: ada.id,
        action: 'user.created',
        resourceType: 'user',
        resourceId: ada.id,
        outcome: 'ok',
        requestId: 'r',
        metadata: {},
      }),
    )

    expect(await accounts.erase(ada.email.toUpperCase())).toMatchObject({ id: ada.id, email: ada.email })

    expect(await accounts.byId(ada.id)).toBeUndefined()
    const tables = ['notes', '"Odd ""replies"""', 'personal_tokens', 'idempotency_keys', 'connected_apps']
    for (const table of [...tables, 'web_sessions', 'one_time_links'])
      expect([table, await rowsOf(table, ada.id)]).toEqual([table, 0])
    for (const table of tables) expect([table, await rowsOf(table, bob.id)]).not.toEqual([table, 0])
    expect(await rowsOf('audit_events', ada.id)).toBe(1)
    expect(await grantsLeft()).toEqual([`grant of ${bob.id}`])
    expect(existsSync(join(folder, 'blobs', ada.id))).toBe(false)
    expect(existsSync(join(folder, 'blobs', bob.id))).toBe(true)
  })

  test('[A29] an erasure that fails halfway has erased no row, and can be repeated', async () => {
    const { accounts, add, now } = open()
    await add('admin')
    const ada = await add()
    const broken = openAccounts(store(), now, { drop: () => Promise.reject(new Error('disk')) })

    await expect(broken.erase(ada.email)).rejects.toThrow('disk')

    expect(await rowsOf('notes', ada.id)).toBe(1)
    await accounts.erase(ada.email)
    expect(await rowsOf('notes', ada.id)).toBe(0)
  })

  const addGrant = async (userId: string) => {
    await store().query('everyone', {
      sql: `insert into connected_apps (id, user_id, client_id, client_name, redirect_host, resource, scopes,
              created_at, last_used_at, expires_at)
            values ('grant of ' || $1::uuid, $1::uuid, 'c', 'C', 'localhost', 'https://quipu.example', '{}', now(), now(), now())`,
      parameters: [userId],
    })
    await store().query('everyone', {
      sql: `insert into oauth_artifacts (kind, id_hash, sealed_payload, grant_id, created_at)
            values ('RefreshToken', $1::text, '', 'grant of ' || $1::text, now())`,
      parameters: [userId],
    })
  }
  const grantsLeft = async () =>
    (
      await store().query<{ grant_id: string }>('everyone', {
        sql: 'select grant_id from oauth_artifacts',
        parameters: [],
      })
    ).map(({ grant_id }) => grant_id)
})

function text(entry: Uint8Array | undefined): string {
  return strFromU8(entry ?? new Uint8Array())
}
