import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openHost, openLog } from '@quipu/host'
import { defineModule, defineTool } from '@quipu/kit'
import { tasks } from '@quipu/tasks'
import { z } from 'zod'
import { report } from './report.ts'

const users = Number(process.argv[2])
const unlimited = 1_000_000_000

/** A read tool that does almost nothing, so that only the path to it is measured. */
const echo = defineModule({
  name: 'echo',
  title: 'Echo',
  permissions: { 'echo:read': { says: 'Hear yourself', roles: ['contributor'] } },
  tools: [
    defineTool({
      name: 'echo',
      title: 'Echo',
      description: 'Says it back.',
      needs: 'echo:read',
      effect: 'read',
      limit: { points: unlimited, seconds: 60 },
      input: z.object({ text: z.string().describe('What to say back.') }),
      output: z.object({ text: z.string() }),
      run: (_service, { text }) => ({ text }),
    }),
  ],
  open: () => null,
})

const folder = await mkdtemp(join(tmpdir(), 'quipu-bench-'))
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
  requestsPerMinute: unlimited,
  shutdownSeconds: 2,
  modules: [echo, tasks],
  version: '0.0.0-bench',
  log: openLog({ level: 'error' }),
})
const tokens: string[] = []
for (let user = 0; user < users; user += 1) tokens.push(await newUser(`bench-${user}@example.com`))
await host.listen()
report(`${appUrl}/mcp`, tokens, async () => {
  await host.close()
  await rm(folder, { recursive: true })
})

async function newUser(email: string): Promise<string> {
  const { id: userId } = await host.accounts.create({ email, role: 'contributor' })
  const resource = `${appUrl}/mcp`
  return host.tokens.issue({ userId, clientId: 'bench', scope: [], resource, ttlSeconds: 3600 })
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port: free } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return free
}
