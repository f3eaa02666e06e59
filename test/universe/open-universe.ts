import { universe } from '@quipu/universe'
import type { Json, JsonObject } from '@quipu/kit'
import type { HostOptions } from '@quipu/host'
import { afterAll, beforeAll, describe } from 'vitest'
import { servers } from '../environment/index.ts'
import type { Engine, TestHost } from '../environment/test-host.ts'
import { engines, openTestHost } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'

/** The same tests on every engine, each on one installation that they share; each test brings its own people. */
export function onEachEngine(tests: (host: () => TestHost) => void): void {
  const available = engines.filter((engine) => engine === 'pglite' || servers().databaseUrl !== null)
  describe.each(available)('on %s', { timeout: 60_000 }, (engine) => {
    let opened: TestHost | undefined
    beforeAll(async () => {
      opened = await openUniverses(engine)
    })
    afterAll(() => opened?.[Symbol.asyncDispose]())
    tests(() => {
      if (opened === undefined) throw new Error('No installation yet')
      return opened
    })
  })
}

export function openUniverses(engine: Engine, more: Partial<HostOptions> = {}): Promise<TestHost> {
  return openTestHost(engine, [universe], more)
}

export interface Answer {
  readonly status: number
  readonly body: JsonObject
}

/** Someone with a token for everything that the installation has. */
export class Visitor {
  readonly user: TestUser

  constructor(user: TestUser) {
    this.user = user
  }

  static async of(
    host: TestHost,
    role: 'viewer' | 'contributor' | 'admin' = 'contributor',
  ): Promise<Visitor> {
    return new Visitor(await host.user({ role, path: '' }))
  }

  async rest(method: string, path: string, body?: Json): Promise<Answer> {
    const response = await this.user.api(method, path, body as object | undefined)
    const text = await response.text()
    return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as JsonObject) }
  }

  /** The answer of a request that must go well. */
  async must<Body = JsonObject>(method: string, path: string, body?: Json): Promise<Body> {
    const { status, body: answer } = await this.rest(method, path, body)
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(answer)}`)
    return answer as Body
  }

  /** The structured answer of a tool that must not fail. */
  async call<Body = JsonObject>(tool: string, input: object = {}): Promise<Body> {
    const { isError, raw } = await this.user.call(tool, input)
    if (isError) throw new Error(`${tool} failed: ${JSON.stringify(raw['structuredContent'])}`)
    return raw['structuredContent'] as Body
  }

  /** The envelope of a tool that must fail. */
  async refusal(tool: string, input: object = {}): Promise<JsonObject> {
    const { isError, raw } = await this.user.call(tool, input)
    if (!isError) throw new Error(`${tool} did not fail: ${JSON.stringify(raw['structuredContent'])}`)
    return raw['structuredContent'] as JsonObject
  }

  async make(name = 'Test', more: JsonObject = {}): Promise<string> {
    return (await this.must<{ id: string }>('POST', '/universes', { name, ...more })).id
  }

  send(id: string, command: JsonObject): Promise<Answer> {
    return this.rest('POST', `/universes/${id}/commands?include_state=false`, command)
  }

  async state(id: string): Promise<JsonObject> {
    return (await this.must<{ state: JsonObject }>('GET', `/universes/${id}`)).state
  }

  async revision(id: string): Promise<number> {
    return (await this.must<{ revision: number }>('GET', `/universes/${id}`)).revision
  }
}

export function star(id: string, more: JsonObject = {}): JsonObject {
  return {
    type: 'addStar',
    id,
    payload: {
      name: `Body ${id}`,
      mass: 1,
      radius: 1,
      color: '#ffcc00',
      parentId: null,
      orbitalDistance: 0,
      orbitalSpeed: 0,
      orbitalPhase: 0,
      ...more,
    },
  }
}
