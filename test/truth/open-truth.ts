import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { truth } from '@quipu/truth'
import { afterAll, beforeAll, describe } from 'vitest'
import { servers } from '../environment/index.ts'
import type { Engine } from '../environment/test-host.ts'
import { engines, openTestHost } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'

export type Truth = Awaited<ReturnType<typeof openTruth>>

/** An installation with the truth module. */
export async function openTruth(engine: Engine, settings: Readonly<Record<string, unknown>>) {
  const host = await openTestHost(engine, [truth], { moduleSettings: { truth: settings } })
  return {
    clock: host.clock,
    url: host.url,
    /** The names of all files that are kept for this person. */
    blobsOf: (userId: string): readonly string[] => {
      const folder = join(host.options.dataFolder, 'blobs', userId)
      const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
      return names.filter((name) => /[0-9a-f]{64}$/.test(name))
    },
    /** How what this person did at a route or with a tool has ended. */
    outcomes: async (userId: string, name: string) =>
      (await host.host.audit.list({ userId })).rows.flatMap(({ resourceId, outcome }) =>
        resourceId === name ? [outcome] : [],
      ),
    person: async (options?: Parameters<typeof host.user>[0]) => new Person(await host.user(options)),
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  }
}

/** The same tests on every engine, each on one installation that they share; each test brings its own people. */
export function onEachEngine(
  tests: (installation: () => Truth) => void,
  settings: () => Readonly<Record<string, unknown>> = () => ({}),
): void {
  const available = engines.filter((engine) => engine === 'pglite' || servers().databaseUrl !== null)
  describe.each(available)('on %s', (engine) => {
    let opened: Truth | undefined
    beforeAll(async () => {
      opened = await openTruth(engine, settings())
    })
    afterAll(async () => {
      await opened?.[Symbol.asyncDispose]()
    })
    tests(() => {
      if (opened === undefined) throw new Error('No installation yet')
      return opened
    })
  })
}

export class Person {
  readonly user: TestUser

  constructor(user: TestUser) {
    this.user = user
  }

  /** The answer of a call that must succeed. */
  async call<Answer = Record<string, unknown>>(tool: string, input: object = {}): Promise<Answer> {
    const { isError, body } = await this.user.call(tool, input)
    if (isError) throw new Error(`${tool} failed: ${JSON.stringify(body)}`)
    // Each test says what it expects of the answer.
    return body as unknown as Answer
  }

  /** Sends a file as it is. */
  async upload<Body = Record<string, unknown>>(
    file: string | Uint8Array<ArrayBuffer> | ReadableStream,
    headers: Readonly<Record<string, string>> = {},
    search = '',
  ): Promise<{ readonly status: number; readonly body: Body }> {
    const response = await this.user.send('POST', `/api/truth/files${search}`, file, headers)
    return { status: response.status, body: (await response.json()) as Body }
  }

  /** The error of a call that must fail. */
  async refusal(
    tool: string,
    input: object = {},
  ): Promise<{ code: string; message: string; details?: unknown }> {
    const { isError, body } = await this.user.call(tool, input)
    if (!isError) throw new Error(`${tool} did not fail`)
    return (body as unknown as { error: { code: string; message: string } }).error
  }

  /** States entities and gives the ids that were created or matched, in the order of the receipt. */
  async state(...entities: object[]): Promise<Ingested> {
    return this.call<Ingested>('ingest', { entities })
  }

  snapshot(entity_id: string, more: object = {}): Promise<Snapshot> {
    return this.call<Snapshot>('get_entity_snapshot', { entity_id, ...more })
  }
}

export interface Ingested {
  readonly source_id: string
  readonly content_hash: string
  readonly file_size: number
  readonly deduplicated: boolean
  readonly interpretation: {
    readonly run_id: string
    readonly entities_created: number
    readonly observations_created: number
  }
  readonly receipt: {
    readonly created: readonly string[]
    readonly matched: readonly { readonly entity_id: string; readonly matched_by: string }[]
    readonly changed: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[]
  }
}

export interface Snapshot {
  readonly entity_id: string
  readonly entity_type: string
  readonly snapshot: Readonly<Record<string, unknown>>
  readonly provenance: Readonly<Record<string, string>>
  readonly observation_count: number
}
