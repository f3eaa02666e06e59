import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite, protocol } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/** Only the statement of a tool, or all statements of a call: scope, statement, audit, in one transaction. */
export type Work = 'list_tasks' | 'add_task' | 'list_tasks with all' | 'add_task with all'

interface Statement {
  readonly sql: string
  readonly values: readonly (string | null)[]
}

/**
 * The upper limit: the statements of a tool, prepared once, directly on the engine. This process does nothing else.
 * It works on a copy of the store.
 */
const [, , source = '', userId = ''] = process.argv
const folder = await mkdtemp(join(tmpdir(), 'quipu-engine-'))
await cp(join(source, 'store'), folder, { recursive: true })
const pglite = await PGlite.create({ dataDir: folder, extensions: { pg_trgm } })
const { serialize } = protocol

const now = new Date().toISOString()
const list: Statement = {
  sql: `select * from (select count(*) as "total" from (select "id" from "tasks" where user_id = $1 and deleted_at is null limit $2) as "some") as "counted" left join (select "id", "title", "description", "completed", "completed_at", "due_date", "created_at", "updated_at", created_at as "sort_key" from "tasks" where user_id = $3 and deleted_at is null and true order by created_at desc, "id" desc limit $4 offset $5) as "page" on true order by "page"."sort_key" desc, "page"."id" desc`,
  values: [userId, '10001', userId, '11', '0'],
}
const insert: Statement = {
  sql: `insert into "tasks" ("user_id", "title", "title_folded", "title_sort", "description", "description_folded", "due_date", "created_at", "updated_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning "id", "title", "description", "completed", "completed_at", "due_date", "created_at", "updated_at"`,
  values: [userId, 'Water the plants', 'water the plants', 'water the plants', null, null, null, now, now],
}
const scope: Statement = {
  sql: `select set_config('role', $1, true), set_config('app.user_id', $2, true)`,
  values: ['quipu_app', userId],
}
const audit: Statement = {
  sql: `insert into audit_events (at, user_id, action, resource_type, resource_id, outcome, request_id, metadata)
    select timestamptz 'epoch' + at_ms * interval '1 millisecond', user_id, action, resource_type, resource_id, outcome, request_id, metadata
    from (select $1::bigint as at_ms, $2::text as request_id) call, json_to_record($3::text::json) as content (user_id uuid, action text, resource_type text, resource_id text, outcome text, metadata jsonb)`,
  values: [
    String(Date.now()),
    '6b3e7886-258f-4d27-b424-290abc956abc',
    JSON.stringify({
      user_id: userId,
      action: 'tool.call',
      resource_type: 'mcp_tool',
      resource_id: 'add_task',
      outcome: 'ok',
      metadata: { clientName: 'bench', clientVersion: '1', clientId: 'bench' },
    }),
  ],
}
const work: Readonly<Record<Work, readonly Statement[]>> = {
  list_tasks: [list],
  add_task: [insert],
  'list_tasks with all': [scope, list],
  'add_task with all': [plain('begin'), scope, insert, audit, plain('commit')],
}

const names = new Map<string, string>()
for (const { sql } of Object.values(work).flat()) {
  if (names.has(sql)) continue
  names.set(sql, `s${names.size}`)
  await send([serialize.parse({ text: sql, name: names.get(sql) ?? '' })])
}
process.send?.('ready')
process.on('message', (message: Work | 'end') => {
  if (message === 'end') void end()
  else void repeat(message).then((cost) => process.send?.(cost))
})
process.on('disconnect', () => process.exit(0))

/** Runs for two seconds and returns the processor time of one run in µs. */
async function repeat(wanted: Work): Promise<number> {
  const request = work[wanted].flatMap(({ sql, values }) => [
    serialize.bind({ statement: names.get(sql) ?? '', values: [...values] }),
    serialize.describe({ type: 'P' }),
    serialize.execute({}),
  ])
  const before = process.cpuUsage()
  const endsAt = performance.now() + 2000
  let runs = 0
  while (performance.now() < endsAt) {
    await send(request)
    runs += 1
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / runs
}

function plain(sql: string): Statement {
  return { sql, values: [] }
}

function send(requests: readonly Uint8Array[]) {
  return pglite.execProtocolStream(Buffer.concat([...requests, serialize.sync()]), { syncToFs: false })
}

async function end(): Promise<void> {
  await pglite.close()
  await rm(folder, { recursive: true })
  process.exit(0)
}
