import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { userNamed, type ServerUser } from './guarded-process.ts'
import { freePort, temporaryFolder } from './places.ts'
import { startPrivateServer, type PrivateServer } from './private-server.ts'
import { findPrograms } from './programs.ts'

/** A PostgreSQL of our own in a temporary folder; `url` is its superuser's. */
export async function startPostgres(): Promise<PrivateServer> {
  const bin = findPrograms().postgresql
  if (!bin) throw new Error('PostgreSQL is not installed, or QUIPU_TEST_WITHOUT names it')

  const folder = temporaryFolder()
  const user = serverUser()
  const password = randomBytes(12).toString('hex')
  const data = await createCluster({ bin, folder: folder.path, user, password })
  const port = await freePort()
  const url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`
  const args = ['-D', data, '-p', String(port), ...settings(folder.path)]
  return startPrivateServer({
    name: 'PostgreSQL',
    url,
    command: { program: join(bin, 'postgres'), args, folder: folder.path, user, stopSignal: 'SIGQUIT' },
    ping: () => withClient(url, async (client) => void (await client.query('select 1'))),
    removeFolder: () => folder[Symbol.dispose](),
  })
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // A server that is killed also notifies idle clients, which must not end the tests.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

type Cluster = { bin: string; folder: string; user: ServerUser | null; password: string }

async function createCluster({ bin, folder, user, password }: Cluster): Promise<string> {
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user) for (const path of [folder, data, passwordFile]) chownSync(path, user.uid, user.gid)

  const locale = ['--encoding=UTF8', '--locale=C.UTF-8']
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const args = ['-D', data, '--no-sync', ...locale, ...access]
  await promisify(execFile)(join(bin, 'initdb'), args, { cwd: folder, ...user })
  rmSync(passwordFile)
  return data
}

function settings(folder: string): string[] {
  // The path of a socket has room for 107 bytes; TCP is what the tests use.
  const socketFolder = folder.length < 90 ? folder : ''
  return [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${socketFolder}`,
    'max_connections=300',
    'shared_buffers=64MB',
    'fsync=on',
    // Against a page that a power cut leaves half written; a test kills processes only.
    'full_page_writes=off',
    // It would look at hundreds of databases that are gone a moment later.
    'autovacuum=off',
    'max_wal_senders=0',
    'wal_level=minimal',
    'log_min_messages=fatal',
  ].flatMap((setting) => ['-c', setting])
}

/** PostgreSQL refuses to run as root. */
function serverUser(): ServerUser | null {
  if (process.getuid?.() !== 0) return null
  const user = userNamed('postgres') ?? userNamed('nobody')
  if (!user) throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody"')
  return user
}
