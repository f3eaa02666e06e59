import { randomUUID } from 'node:crypto'
import type { HostOptions } from '@quipu/host'
import { openHost, openLog } from '@quipu/host'
import type { Module } from '@quipu/kit'
import type { Doom } from './doomed-host.ts'
import { freePort } from './places.ts'

/** Serves until it is killed. Prints its address, and a token of the user, who is created if needed. */
// Who starts it writes the argument.
const { store, dataFolder, module, userId, path = '/mcp' } = JSON.parse(process.argv[2] ?? '') as Doom
const port = await freePort()
const url = `http://127.0.0.1:${port}`
// A module's package exports its module and nothing else.
const [opened] = Object.values((await import(module)) as Record<string, Module>)
if (opened === undefined) throw new Error(`${module} exports nothing`)
const options: HostOptions = {
  store,
  dataFolder,
  appUrl: url,
  listen: { host: '127.0.0.1', port },
  rootSecret: 'a root secret that is used in tests only',
  allowedOrigins: [],
  trustedProxies: [],
  bodyLimitBytes: 4 * 1024 * 1024,
  requestsPerMinute: 1_000_000,
  modules: [opened],
  version: '0.0.0-test',
  log: openLog({ level: 'silent' }),
}
const host = await openHost(options)
await host.listen()
const account = { email: `${randomUUID()}@example.com`, role: 'contributor' as const, password: undefined }
const id = userId ?? (await host.accounts.create(account)).id
const resource = url + path
const token = await host.tokens.issue({ userId: id, clientId: 'test', scope: [], resource, ttlSeconds: 3600 })
process.stdout.write(`${JSON.stringify({ url, id, token })}\n`)
