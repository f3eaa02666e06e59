import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openHost, openLog } from '@quipu/host'
import { defineModule, defineTool } from '@quipu/kit'
import { tasks } from '@quipu/tasks'
import { z } from 'zod'
import { report } from './report.ts'

const count = Number(process.argv[2])
/** A named folder is kept for the next start; otherwise a temporary one is used. */
const kept = process.argv[3]

/** The same echo tool as the peer's, as a read tool with a permission, behind the whole front door. */
const echo = defineModule({
  name: 'echo',
  title: 'Echo',
  permissions: { 'echo:read': { says: 'Hear yourself', roles: ['admin'] } },
  tools: Array.from({ length: count }, (_, index) =>
    defineTool({
      name: index === 0 ? 'echo' : `echo_${index}`,
      title: 'Echo',
      description: 'Says it back.',
      needs: 'echo:read',
      effect: 'read',
      limit: { points: 1_000_000_000, seconds: 60 },
      input: z.object({ text: z.string().describe('What to say back.') }),
      output: z.object({ text: z.string() }),
      run: (_service, { text }) => ({ text }),
    }),
  ),
  open: () => null,
})

const folder = kept ?? (await mkdtemp(join(tmpdir(), 'quipu-bench-')))
const port = await freePort()
const appUrl = `http://127.0.0.1:${port}`
const host = await openHost({
  store: { kind: 'embedded', folder },
  dataFolder: folder,
  appUrl,
  listen: { host: '127.0.0.1', port },
  rootSecret: 'a root secret for measuring, nothing else',
  allowedOrigins: [],
  trustedProxies: [],
  bodyLimitBytes: 4 * 1024 * 1024,
  requestsPerMinute: 1_000_000_000,
  modules: [echo, tasks],
  version: '0.0.0-bench',
  log: openLog({ level: 'warn' }),
})
const email = 'bench@example.com'
const { id } =
  (await host.accounts.byEmail(email)) ??
  (await host.accounts.create({ email, role: 'admin', password: 'for measuring only' }))
const isList = count > 1
const path = isList ? '/api/echo/mcp' : '/mcp'
const token = await host.tokens.issue({
  userId: id,
  clientId: 'bench',
  scope: [],
  resource: appUrl + path,
  ttlSeconds: 3600,
})
await host.listen()
report(appUrl + path, token, async () => {
  await host.close()
  if (kept === undefined) await rm(folder, { recursive: true })
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => {
    probe.once('listening', resolve)
  })
  const { port: free } = probe.address() as AddressInfo
  await new Promise((resolve) => {
    probe.close(resolve)
  })
  return free
}
