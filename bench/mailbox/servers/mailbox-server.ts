import { randomUUID } from 'node:crypto'
import { openHost, openLog } from '@quipu/host'
import { truth } from '@quipu/truth'

const [folder = '', port = ''] = process.argv.slice(2)
const url = `http://127.0.0.1:${port}`
const host = await openHost({
  store: { kind: 'embedded', folder },
  dataFolder: folder,
  appUrl: url,
  listen: { host: '127.0.0.1', port: Number(port) },
  rootSecret: 'a root secret that is used in measurements only',
  allowedOrigins: [],
  trustedProxies: [],
  bodyLimitBytes: 4 * 1024 * 1024,
  requestsPerMinute: 1_000_000,
  modules: [truth],
  version: '0.0.0-bench',
  log: openLog({ level: 'warn' }),
  now: () => new Date(),
})
await host.listen()
const { id } = await host.accounts.create({ email: `${randomUUID()}@example.com`, role: 'contributor' })
const token = await host.tokens.issue({
  userId: id,
  clientId: 'bench',
  scope: [],
  resource: url,
  ttlSeconds: 86_400,
})
process.on('message', () => void host.close().then(() => process.exit()))
process.send?.({ url, token })
