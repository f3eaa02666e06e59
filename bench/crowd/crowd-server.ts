import { randomUUID } from 'node:crypto'
import { dataAgent } from '@quipu/data-agent'
import { openHost, openLog } from '@quipu/host'

const [folder = '', port = '', people = '20', roots = ''] = process.argv.slice(2)
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
  limitOverrides: { ask_question: { points: 10_000, seconds: 60 } },
  moduleSettings: { 'data-agent': { sourceRoots: [roots] } },
  modules: [dataAgent],
  version: '0.0.0-bench',
  log: openLog({ level: 'silent' }),
  now: () => new Date(),
})
await host.listen()

const tokenOf = async (role: 'admin' | 'contributor', path: string): Promise<string> => {
  const { id } = await host.accounts.create({ email: `${randomUUID()}@example.com`, role })
  return host.tokens.issue({
    userId: id,
    clientId: 'bench',
    scope: [],
    resource: url + path,
    ttlSeconds: 86_400,
  })
}
const tokens: string[] = []
for (let person = 0; person < Number(people); person += 1)
  tokens.push(await tokenOf('contributor', '/api/data-agent/mcp'))

/** What the process used since the last report. */
export interface ServerUsage {
  readonly rssBefore: number
  readonly rssPeak: number
  /** The longest delay of a timer, and how much of it this thread spent computing. */
  readonly blockMs: number
  readonly busyMs: number
}

let usage = { rssBefore: 0, rssPeak: 0, blockMs: 0, busyMs: 0 }
let last = { wall: performance.now(), cpu: process.threadCpuUsage() }
setInterval(() => {
  const now = { wall: performance.now(), cpu: process.threadCpuUsage() }
  const busy = (now.cpu.user + now.cpu.system - last.cpu.user - last.cpu.system) / 1000
  const block = now.wall - last.wall - 5
  usage = {
    ...usage,
    blockMs: Math.max(usage.blockMs, block),
    busyMs: Math.max(usage.busyMs, Math.min(block, busy)),
    rssPeak: Math.max(usage.rssPeak, process.memoryUsage.rss()),
  }
  last = now
}, 5)

process.on('message', (wanted) => {
  if (wanted === 'stop') return void host.close().then(() => process.exit())
  process.send?.(usage)
  const rss = process.memoryUsage.rss()
  usage = { rssBefore: rss, rssPeak: rss, blockMs: 0, busyMs: 0 }
})
process.send?.({ url, admin: await tokenOf('admin', ''), people: tokens })
