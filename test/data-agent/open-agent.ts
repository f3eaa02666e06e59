import { setTimeout as pause } from 'node:timers/promises'
import type { HostOptions } from '@quipu/host'
import { dataAgent } from '@quipu/data-agent'
import { temporaryFolder } from '../environment/index.ts'
import { openTestHost, type Engine, type TestHost } from '../environment/test-host.ts'
import type { RpcAnswer, TestUser } from '../environment/test-user.ts'
import { writeBakery } from './bakery.ts'

export const agentPath = '/api/data-agent/mcp'

export interface TestAgent extends AsyncDisposable {
  readonly app: TestHost
  /** With a token for REST. */
  readonly admin: TestUser
  readonly folder: string
  readonly file: string
  readonly connectionId: string
  readonly ontologyId: string
}

/** An installation that has been connected to the bakery. */
export async function openAgent(
  engine: Engine,
  settings: Readonly<Record<string, unknown>> = {},
  more: Partial<HostOptions> = {},
): Promise<TestAgent> {
  const place = temporaryFolder()
  const file = writeBakery(place.path)
  const app = await openTestHost(engine, [dataAgent], {
    moduleSettings: { 'data-agent': { sourceRoots: [place.path], ...settings } },
    limitOverrides: {
      ask_question: { points: 10_000, seconds: 60 },
      query_data: { points: 10_000, seconds: 60 },
    },
    ...more,
  })
  const admin = await app.user({ role: 'admin', path: '' })
  const connection = await admin.api('POST', '/api/data-agent/connections', {
    name: 'bakery',
    kind: 'sqlite',
    file,
  })
  const { id: connectionId } = await made(connection)
  const ontologyId = await makeOntology(admin, {
    name: 'Bakery',
    description: 'What the bakeries sell',
    connection_id: connectionId,
  })
  return {
    app,
    admin,
    folder: place.path,
    file,
    connectionId,
    ontologyId,
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]()
      place[Symbol.dispose]()
    },
  }
}

/** Makes it and waits until it is ready. */
export async function makeOntology(admin: TestUser, body: object): Promise<string> {
  const { id } = await made(await admin.api('POST', '/api/data-agent/ontologies', body))
  await untilReady(admin, id)
  return id
}

async function made(response: Response): Promise<{ id: string }> {
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as { id: string }
}

/** Rejects with the reason of one that could not be made. */
export async function untilReady(user: TestUser, id: string): Promise<void> {
  for (;;) {
    const { ontologies } = (await (await user.api('GET', '/api/data-agent/ontologies')).json()) as {
      ontologies: { id: string; status: string; reason: string | null }[]
    }
    const found = ontologies.find((each) => each.id === id)
    if (found?.status === 'ready') return
    if (found?.status !== 'creating') throw new Error(`${found?.status ?? 'gone'}: ${found?.reason ?? ''}`)
    await pause(50)
  }
}

/** One request as a legacy client without a session sends it. */
export async function legacy(
  url: string,
  user: TestUser,
  method: string,
  params: object,
  headers: Record<string, string> = {},
): Promise<RpcAnswer> {
  const response = await fetch(url + agentPath, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return (await response.json()) as RpcAnswer
}

export interface AskResult {
  readonly content: readonly { readonly text: string }[]
  readonly structuredContent: Readonly<Record<string, unknown>>
  readonly isError?: boolean
}

export async function ask(user: TestUser, input: object): Promise<AskResult> {
  return (await user.call('ask_question', input)).raw as unknown as AskResult
}

export async function query(user: TestUser, input: object): Promise<AskResult> {
  return (await user.call('query_data', input)).raw as unknown as AskResult
}
