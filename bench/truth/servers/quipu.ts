import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openHost, openLog } from '@quipu/host'
import { truth } from '@quipu/truth'
import { freePort } from '../../../test/environment/places.ts'
import { plainRows } from './plain-rows.ts'

const unlimited = 1_000_000_000
const [databaseUrl = ''] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'quipu-truth-'))
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const host = await openHost({
  store:
    databaseUrl === '' ? { kind: 'embedded', folder } : { kind: 'postgres', url: databaseUrl, poolSize: 4 },
  dataFolder: folder,
  appUrl: url,
  listen: { host: '127.0.0.1', port },
  rootSecret: 'a root secret for measuring, nothing else',
  allowedOrigins: [],
  trustedProxies: [],
  bodyLimitBytes: 4 * 1024 * 1024,
  requestsPerMinute: unlimited,
  limitOverrides: {
    ingest: { points: unlimited, seconds: 60 },
    retrieve_entities: { points: unlimited, seconds: 60 },
  },
  modules: [truth, plainRows],
  version: '0.0.0-bench',
  log: openLog({ level: 'warn' }),
})
const { id: userId } = await host.accounts.create({ email: 'bench@example.com', role: 'contributor' })
const token = await host.tokens.issue({
  userId,
  clientId: 'bench',
  scope: [],
  resource: url,
  ttlSeconds: 86_400,
})
await host.listen()

const end = () =>
  void host
    .close()
    .then(() => rm(folder, { recursive: true }))
    .then(() => process.exit())
process.on('message', (wanted) => {
  if (wanted === 'cpu') process.send?.(process.cpuUsage())
  else end()
})
process.on('disconnect', end)
process.send?.({ url, token })
