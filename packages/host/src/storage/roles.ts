import { StatementError } from './store.ts'
import type { Session } from './session.ts'
import { toRows } from './wire-values.ts'

/** They own nothing and bypass nothing: users' statements run as the first, the host's own as the second. */
const roles = ['quipu_app', 'quipu_system'] as const

/** Creates the roles if needed and checks that this login can take them. If not, the error has the SQL for a DBA. */
export async function prepareRoles(session: Session): Promise<void> {
  const login = await loginOf(session)
  for (const role of roles) {
    await createRole(session, role, login)
    if (!(await canTake(session, role))) await grantRole(session, role, login)
  }
  await requireSchema(session, login)
}

/** Refuses to start if row-level security would not hold, for whatever reason. */
export async function checkIsolation(session: Session): Promise<void> {
  for (const role of roles) {
    const [granted] = await read<{ rolsuper: boolean; rolbypassrls: boolean }>(
      session,
      'select rolsuper, rolbypassrls from pg_roles where rolname = $1',
      [role],
    )
    if (granted?.rolsuper || granted?.rolbypassrls) {
      throw refusal(`the role ${role} bypasses row-level security`, [
        `alter role ${role} nosuperuser nobypassrls`,
      ])
    }
    const [owned] = await read<{ name: string; owner: string }>(session, tablesOwnedBy, [role])
    if (owned) {
      const remedy =
        owned.owner === role
          ? `alter table ${owned.name} owner to current_user`
          : `revoke ${owned.owner} from ${role}`
      throw refusal(`the role ${role} has the rights of an owner on the table ${owned.name}`, [remedy])
    }
  }
}

/** Also tables that the role owns as a member of their owner, to which row-level security does not apply either. */
const tablesOwnedBy = `select c.oid::regclass::text as name, c.relowner::regrole::text as owner
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
    and pg_has_role($1, c.relowner, 'member') order by c.oid limit 1`

interface Login {
  readonly name: string
  /** Since version 16, being a member of a role and being able to take it are different. */
  readonly version: number
}

async function loginOf(session: Session): Promise<Login> {
  const sql = `select quote_ident(current_user) as name, current_setting('server_version_num')::int as version`
  const [login] = await read<Login>(session, sql)
  if (login === undefined) throw new Error('PostgreSQL does not say who is logged in')
  if (login.version < 150_000)
    throw new Error('PostgreSQL 15 or newer is needed. Upgrade it, then start again.')
  return login
}

async function createRole(session: Session, role: string, login: Login): Promise<void> {
  const exists = await read(session, 'select 1 from pg_roles where rolname = $1', [role])
  if (exists.length > 0) return
  try {
    await session.run([{ sql: `create role ${role} nologin`, values: [] }])
  } catch (error) {
    // Another instance, perhaps on another database of the cluster, was faster.
    if (error instanceof StatementError && ['42710', '23505'].includes(error.code)) return
    throw refusal(`the user ${login.name} may not create the role ${role}`, remedyFor(login), error)
  }
}

async function canTake(session: Session, role: string): Promise<boolean> {
  const sql = `select set_config('role', $1, true)`
  try {
    await session.run([{ sql, values: [role] }])
    return true
  } catch (error) {
    if (error instanceof StatementError && error.code === '42501') return false
    throw error
  }
}

async function grantRole(session: Session, role: string, login: Login): Promise<void> {
  const problem = `the user ${login.name} cannot take the role ${role}`
  try {
    await session.run([{ sql: `grant ${role} to current_user`, values: [] }])
  } catch (error) {
    // The same user may start on another database of the cluster and have been granted it there just now.
    if (await canTake(session, role)) return
    throw refusal(problem, remedyFor(login), error)
  }
  if (!(await canTake(session, role))) throw refusal(problem, remedyFor(login))
}

async function requireSchema(session: Session, login: Login): Promise<void> {
  const [schema] = await read<{
    name: string | null
    create: boolean | null
    app: boolean | null
    system: boolean | null
  }>(
    session,
    `select quote_ident(current_schema()) as name, has_schema_privilege(current_schema(), 'create') as create,
      has_schema_privilege('quipu_app', current_schema(), 'usage') as app,
      has_schema_privilege('quipu_system', current_schema(), 'usage') as system`,
  )
  const name = schema?.name ?? 'public'
  if (!schema?.create) {
    throw refusal(`the user ${login.name} may not create tables`, [
      `grant create, usage on schema ${name} to ${login.name}`,
    ])
  }
  if (!schema.app || !schema.system) {
    throw refusal(`the roles cannot use the schema ${name}`, [
      `grant usage on schema ${name} to ${roles.join(', ')}`,
    ])
  }
}

function remedyFor({ name, version }: Login): string[] {
  const option = version >= 160_000 ? ' with set true' : ''
  return [
    ...roles.map((role) => `create role ${role} nologin`),
    `grant ${roles.join(', ')} to ${name}${option}`,
  ]
}

export function refusal(problem: string, remedy: readonly string[], cause?: unknown): Error {
  const message = `Cannot use this database: ${problem}. A superuser has to run, leaving out what exists: ${remedy.join('; ')};`
  return new Error(message, { cause })
}

async function read<Row>(session: Session, sql: string, values: readonly string[] = []): Promise<Row[]> {
  return toRows<Row>(await session.run([{ sql, values }]))
}
