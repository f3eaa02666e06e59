import type { Host } from '@quipu/host'
import { openHost } from '@quipu/host'
import type { Module } from '@quipu/kit'
import { freePort, servers } from '../environment/index.ts'
import { openTestHost, type Engine, type TestHost } from '../environment/test-host.ts'
import { TestUser } from '../environment/test-user.ts'

export interface Instances extends AsyncDisposable {
  readonly first: TestHost
  /** The same person at each instance. */
  readonly ways: readonly TestUser[]
}

/** Several instances on PostgreSQL and Redis, each with its own clock; one instance on the embedded store. */
export async function openInstances(
  engine: Engine,
  modules: readonly Module[],
  clocks: readonly (() => Date)[],
): Promise<Instances> {
  const redisUrl = engine === 'postgres' ? (servers().redisUrl ?? undefined) : undefined
  const first = await openTestHost(engine, modules, { redisUrl, now: clocks[0] })
  const { id, email, token } = await first.user({ ttlSeconds: 30 * 86_400 })
  const hosts: Host[] = []
  const urls = [first.url]
  for (const now of engine === 'postgres' ? clocks.slice(1) : []) {
    const port = await freePort()
    const host = await openHost({ ...first.options, listen: { host: '127.0.0.1', port }, now })
    hosts.push(host)
    urls.push((await host.listen()).url)
  }
  return {
    first,
    ways: urls.map((url) => new TestUser({ id, email, token, url, path: '/mcp' })),
    [Symbol.asyncDispose]: async () => {
      for (const host of hosts) await host.close()
      await first[Symbol.asyncDispose]()
    },
  }
}

/** The structured content of an answer that must be a success. */
export async function answerOf<Body>(user: TestUser, tool: string, input: object): Promise<Body> {
  const { isError, raw } = await user.call(tool, input)
  if (isError) throw new Error(`${tool} failed: ${JSON.stringify(raw['structuredContent'])}`)
  return raw['structuredContent'] as Body
}

export function star(id: string, name = id) {
  const orbit = { parentId: null, orbitalDistance: 0, orbitalSpeed: 0, orbitalPhase: 0 }
  return { type: 'addStar', id, payload: { name, mass: 1, radius: 1, color: '#ffcc00', ...orbit } }
}
