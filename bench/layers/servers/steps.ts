interface Statement {
  readonly sql: string
  readonly values: readonly (string | null)[]
}

interface Step {
  readonly name: string
  /** Sent once, for the session. */
  readonly before: readonly Statement[]
  /** Sent together, again and again. */
  readonly statements: readonly Statement[]
  readonly isSynced: boolean
}

export interface Steps {
  readonly list_tasks: readonly Step[]
  readonly add_task: readonly Step[]
}

/** What a call of a tool asks of the engine: its statement alone, and then with one thing more at each step. */
export function stepsOf(userId: string): Steps {
  const list = listOf(userId)
  const insert = insertOf(userId)
  const forSession = scopeOf(userId, false)
  const forTransaction = scopeOf(userId, true)
  const audit = auditOf(userId)
  const written = [plain('begin'), forTransaction, insert, audit, plain('commit')]
  return {
    list_tasks: [
      step('its statement', [list]),
      step('row-level security', [list], [forSession]),
      step('the role and the caller, in each transaction', [forTransaction, list]),
    ],
    add_task: [
      step('its statement', [insert]),
      step('row-level security', [insert], [forSession]),
      step('the role and the caller, in each transaction', [
        plain('begin'),
        forTransaction,
        insert,
        plain('commit'),
      ]),
      step('its row of the audit, in the same transaction', written),
      step('an fsync', written, [], true),
    ],
  }
}

function step(name: string, statements: Statement[], before: Statement[] = [], isSynced = false): Step {
  return { name, before, statements, isSynced }
}

function plain(sql: string): Statement {
  return { sql, values: [] }
}

function scopeOf(userId: string, isLocal: boolean): Statement {
  const sql = `select set_config('role', $1, ${isLocal}), set_config('app.user_id', $2, ${isLocal})`
  return { sql, values: ['quipu_app', userId] }
}

function listOf(userId: string): Statement {
  return {
    sql: `select * from (select count(*) as "total", 0 as "looked_through" from (select "id" from "tasks" where user_id = $1 and deleted_at is null order by created_at limit $2) as "some") as "counted" left join (select "id", "title", "description", "completed", "completed_at", "due_date", "created_at", "updated_at", created_at as "sort_key" from "tasks" where user_id = $3 and deleted_at is null and true order by created_at desc, "id" desc limit $4 offset $5) as "page" on true order by "page"."sort_key" desc, "page"."id" desc`,
    values: [userId, '10001', userId, '11', '0'],
  }
}

function insertOf(userId: string): Statement {
  const now = new Date().toISOString()
  return {
    sql: `insert into "tasks" ("user_id", "title", "title_folded", "title_sort", "description", "description_folded", "due_date", "created_at", "updated_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning "id", "title", "description", "completed", "completed_at", "due_date", "created_at", "updated_at"`,
    values: [userId, 'Water the plants', 'water the plants', 'water the plants', null, null, null, now, now],
  }
}

function auditOf(userId: string): Statement {
  return {
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
}
