import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createConnection, type Connection } from 'mysql2/promise'
import { userNamed, type ServerUser } from './guarded-process.ts'
import { freePort, temporaryFolder } from './places.ts'
import { startPrivateServer, type PrivateServer } from './private-server.ts'
import { findPrograms } from './programs.ts'

/** A MariaDB of our own in a temporary folder; `url` is that of a user who may do everything. */
export async function startMariadb(): Promise<PrivateServer> {
  const program = findPrograms().mariadb
  if (!program) throw new Error('MariaDB is not installed, or QUIPU_TEST_WITHOUT names it')

  const folder = temporaryFolder()
  const user = serverUser()
  const password = randomBytes(12).toString('hex')
  const data = await createData(folder.path, user, password)
  const port = await freePort()
  const url = `mysql://quipu:${password}@127.0.0.1:${port}/quipu`
  const args = [
    '--no-defaults',
    `--datadir=${data}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${join(data, 'socket')}`,
    `--init-file=${join(folder.path, 'start.sql')}`,
    '--skip-name-resolve',
    '--skip-log-bin',
    '--innodb-buffer-pool-size=32M',
    '--innodb-flush-log-at-trx-commit=0',
  ]
  return startPrivateServer({
    name: 'MariaDB',
    url,
    command: { program, args, folder: folder.path, user, stopSignal: 'SIGKILL' },
    ping: () => withMariadb(url, async (connection) => void (await connection.query('select 1'))),
    removeFolder: () => folder[Symbol.dispose](),
  })
}

export async function withMariadb<T>(url: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await createConnection({ uri: url, connectTimeout: 10_000, multipleStatements: true })
  connection.on('error', () => {})
  try {
    return await work(connection)
  } finally {
    await connection.end()
  }
}

async function createData(folder: string, user: ServerUser | null, password: string): Promise<string> {
  const data = join(folder, 'data')
  const start = join(folder, 'start.sql')
  mkdirSync(data, { mode: 0o700 })
  const sql = [
    `create user if not exists quipu@'%' identified by '${password}'`,
    "grant all on *.* to quipu@'%' with grant option",
    'create database if not exists quipu character set utf8mb4',
  ]
  writeFileSync(start, `${sql.join(';\n')};\n`, { mode: 0o600 })
  if (user) for (const path of [folder, data, start]) chownSync(path, user.uid, user.gid)
  const args = [
    '--no-defaults',
    `--datadir=${data}`,
    '--skip-test-db',
    '--auth-root-authentication-method=normal',
  ]
  await promisify(execFile)('mariadb-install-db', args, { cwd: folder, ...user })
  return data
}

/** MariaDB refuses to run as root. */
function serverUser(): ServerUser | null {
  if (process.getuid?.() !== 0) return null
  const user = userNamed('mysql') ?? userNamed('nobody')
  if (!user) throw new Error('MariaDB does not run as root, and there is no user "mysql" or "nobody"')
  return user
}
