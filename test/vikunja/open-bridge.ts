import type { HostOptions } from '@quipu/host'
import type { Module } from '@quipu/kit'
import { vikunja } from '@quipu/vikunja'
import { FakeVikunja, type FakeOptions } from '../environment/fake-vikunja/fake-vikunja.ts'
import { openTestHost, quickEngine, type Engine, type TestHost } from '../environment/test-host.ts'
import { TestUser } from '../environment/test-user.ts'

export const endpoint = '/api/vikunja/mcp'

/** A fake Vikunja with Ana, who has the project Home, and an installation that is a bridge to it. */
export interface TestBridge extends AsyncDisposable {
  readonly app: TestHost
  readonly fake: FakeVikunja
  readonly ana: number
  readonly home: number
  readonly token: string
  /** Someone who brings a token of the fake. Default: Ana's. */
  guest(token?: string): TestUser
  /** Each caller has 100 requests in 15 minutes, so a test with many takes a token of its own. */
  newToken(scopes?: Readonly<Record<string, readonly string[]>>): string
}

export async function openBridge(
  options: FakeOptions & {
    readonly engine?: Engine
    /** Beside the bridge. */
    readonly modules?: readonly Module[]
    readonly ofHost?: Partial<HostOptions>
  } = {},
): Promise<TestBridge> {
  const { engine = quickEngine(), modules = [], ofHost = {}, ...ofFake } = options
  const fake = await FakeVikunja.start(ofFake)
  const app = await openTestHost(engine, [vikunja, ...modules], {
    moduleSettings: { vikunja: { url: fake.url } },
    ...ofHost,
  })
  fake.world.clock = () => app.clock.now().getTime()
  const ana = fake.world.addUser('ana', { name: 'Ana Silva' }).id
  const home = fake.world.addProject(ana, 'Home', { identifier: 'HOME' }).id
  const token = fake.world.addToken(ana)
  return {
    app,
    fake,
    ana,
    home,
    token,
    guest: (given = token) => new TestUser({ id: '', email: '', token: given, url: app.url, path: endpoint }),
    newToken: (scopes) => fake.world.addToken(ana, scopes),
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]()
      await fake[Symbol.asyncDispose]()
    },
  }
}

/** What a tool answered. Throws if it failed. */
export async function answered<Body>(user: TestUser, tool: string, input: object = {}): Promise<Body> {
  const { isError, raw } = await user.call(tool, input)
  if (isError) throw new Error(`${tool} failed: ${JSON.stringify(raw['structuredContent'])}`)
  return raw['structuredContent'] as Body
}

export interface Failure {
  readonly code: string
  readonly message: string
  readonly candidates?: readonly { readonly id: number; readonly name: string }[]
  readonly missing_scope?: string
}

/** How a tool failed. Throws if it did not. */
export async function failure(user: TestUser, tool: string, input: object = {}): Promise<Failure> {
  const { isError, raw } = await user.call(tool, input)
  if (!isError) throw new Error(`${tool} did not fail: ${JSON.stringify(raw['structuredContent'])}`)
  return (raw['structuredContent'] as { error: Failure }).error
}
