import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openHost, openLog } from '@quipu/host'
import { universe } from '@quipu/universe'
import { report } from '../../sessions/servers/report.ts'

const [databaseUrl = '', redisUrl = '', appUrl = '', port = ''] = process.argv.slice(2)
const unlimited = 1_000_000_000
const folder = await mkdtemp(join(tmpdir(), 'quipu-bench-'))
const host = await openHost({
  store: { kind: 'postgres', url: databaseUrl, poolSize: 10 },
  redisUrl,
  dataFolder: folder,
  appUrl,
  listen: { host: '127.0.0.1', port: Number(port) },
  rootSecret: 'a root secret for measuring, nothing else',
  allowedOrigins: [],
  trustedProxies: [],
  bodyLimitBytes: 4 * 1024 * 1024,
  requestsPerMinute: unlimited,
  limitOverrides: { send_universe_command: { points: unlimited, seconds: 60 } },
  streams: { mostPerUser: 5_000 },
  shutdownSeconds: 2,
  consoleFolder: join(import.meta.dirname, '..', '..', '..', 'apps', 'console', 'dist'),
  modules: [universe],
  version: '0.0.0-bench',
  log: openLog({ level: 'error' }),
})
const email = `bench-${port}@example.com`
const { id: userId } = await host.accounts.create({
  email,
  role: 'contributor',
  password: 'for measuring only',
})
const token = await host.tokens.issue({
  userId,
  clientId: 'bench',
  scope: [],
  resource: appUrl,
  ttlSeconds: 3600,
})
await host.listen()
report(`http://127.0.0.1:${port}`, [token], async () => {
  await host.close()
  await rm(folder, { recursive: true })
})
