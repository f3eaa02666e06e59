import { openHost, openLog } from '@quipu/host'
import { truth } from '@quipu/truth'
import { freePort } from '../../../test/environment/places.ts'
import { fillByCopies } from './copies.ts'
import { plainRows } from './plain-rows.ts'

const unlimited = 1_000_000_000
/** What is copied in an installation that was filled before, and whose it is. */
const [databaseUrl = '', folder = '', account = '', copies = '0', edges = '0'] = process.argv.slice(2)
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
  // The tables of truth come first: its module is listed first.
  modules: [truth, plainRows(account === '' ? [] : [fillByCopies(Number(copies), Number(edges))])],
  version: '0.0.0-bench',
  log: openLog({ level: 'warn' }),
})
const { id: userId } =
  account === ''
    ? await host.accounts.create({ email: 'bench@example.com', role: 'contributor' })
    : { id: account }
const token = await host.tokens.issue({
  userId,
  clientId: 'bench',
  scope: [],
  resource: url,
  ttlSeconds: 86_400,
})
await host.listen()

const end = () => void host.close().then(() => process.exit())
process.on('message', (wanted) => {
  if (wanted === 'cpu') process.send?.(process.cpuUsage())
  else end()
})
process.on('disconnect', end)
process.send?.({ url, token, userId })
