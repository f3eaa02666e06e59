import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { freePort } from '../../test/environment/places.ts'
import { startPostgres } from '../../test/environment/postgres.ts'
import { startRedis } from '../../test/environment/redis.ts'

export interface RunningServer extends AsyncDisposable {
  readonly url: string
  readonly token: string
}

/** A separate process, so that it runs on its own core if there is one. */
export async function startServer(
  name: 'bare' | 'quipu',
  args: readonly string[] = [],
): Promise<RunningServer> {
  const child = fork(new URL(`./servers/${name}.ts`, import.meta.url), args, { stdio: 'inherit' })
  const ended = once(child, 'exit')
  const died = ended.then(() => Promise.reject(new Error(`The ${name} server has ended`)))
  // Safe: `report` sends this message.
  const [started] = (await Promise.race([once(child, 'message'), died])) as [
    { url: string; tokens: string[] },
  ]
  died.catch(() => {})
  return {
    url: started.url,
    token: started.tokens[0] ?? '',
    [Symbol.asyncDispose]: async () => {
      if (child.connected) child.send('end')
      await ended
    },
  }
}

export interface Network extends AsyncDisposable {
  readonly instances: readonly RunningServer[]
  readonly databaseUrl: string
}

/** Three instances on their own PostgreSQL and Redis. */
export async function startNetwork(): Promise<Network> {
  const stack = new AsyncDisposableStack()
  const waiting = setInterval(() => {}, 1000)
  stack.defer(() => clearInterval(waiting))
  const postgres = stack.use(await startPostgres())
  const redis = stack.use(await startRedis())
  const ports = [await freePort(), await freePort(), await freePort()]
  const appUrl = `http://127.0.0.1:${ports[0]}`
  const instances: RunningServer[] = []
  for (const port of ports) {
    const instance = await startServer('quipu', [postgres.url, redis.url, appUrl, String(port)])
    instances.push(stack.use(instance))
  }
  return { instances, databaseUrl: postgres.url, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Sends a request over kept-alive connections and returns the parsed answer. */
export class Client {
  readonly #agent: Agent
  readonly #token: string

  constructor(token: string, connections: number) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
    this.#token = token
  }

  send<Answer>(method: string, url: string, body?: unknown): Promise<{ status: number; answer: Answer }> {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const headers = {
      authorization: `Bearer ${this.#token}`,
      ...(text === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    }
    return new Promise((resolve, reject) => {
      const sent = request(url, { method, headers, agent: this.#agent }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const answer = JSON.parse(Buffer.concat(chunks).toString() || 'null') as Answer
          resolve({ status: response.statusCode ?? 0, answer })
        })
      })
      sent.on('error', reject)
      sent.end(text)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
