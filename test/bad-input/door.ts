import assert from 'node:assert/strict'
import { tasks } from '@quipu/tasks'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { fixtures } from '../conformance/fixtures/index.ts'
import type { TestHost } from '../environment/test-host.ts'
import { openTestHost } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { meta } from '../environment/test-user.ts'
import { Census } from './census.ts'
import type { RawAnswer, RawRequest } from './raw-http.ts'
import { send } from './raw-http.ts'

export const version = '2026-07-28'
export const json = { 'content-type': 'application/json' }
export const goodMessage = '{"jsonrpc":"2.0","id":1,"method":"ping"}'

/** An installation to knock at. After each test it must live, and have the rows that it had before. */
export function useDoor(): () => Door {
  let door: Door | undefined
  beforeAll(async () => {
    door = await Door.open()
  })
  afterAll(() => door?.host[Symbol.asyncDispose]())
  beforeEach(() => door?.note())
  afterEach(() => door?.expectUntouched())
  return () => {
    if (door === undefined) throw new Error('Not open yet')
    return door
  }
}

export class Door {
  readonly host: TestHost
  readonly ada: TestUser
  /** Someone with a token for the REST API. */
  readonly api: TestUser
  readonly #census: Census
  #rows: Record<string, number> = {}

  private constructor(host: TestHost, ada: TestUser, api: TestUser, census: Census) {
    this.host = host
    this.ada = ada
    this.api = api
    this.#census = census
  }

  static async open(): Promise<Door> {
    const census = new Census()
    const host = await openTestHost('pglite', [tasks, fixtures(), census.module])
    const ada = await host.user()
    await ada.call('add_task', { title: 'Kept' })
    return new Door(host, ada, await host.user({ path: '' }), census)
  }

  async note(): Promise<void> {
    this.#rows = await this.#census.rows()
  }

  async expectUntouched(): Promise<void> {
    const { body } = await this.ada.call('list_tasks')
    const { total, tasks: kept } = body.data as { total: number; tasks: { title: string }[] }
    assert.deepEqual({ total, titles: kept.map(({ title }) => title) }, { total: 1, titles: ['Kept'] })
    assert.deepEqual(await this.#census.rows(), this.#rows)
  }

  /** A new account, which is an expected change. */
  async user(options?: Parameters<TestHost['user']>[0]): Promise<TestUser> {
    const user = await this.host.user(options)
    await this.note()
    return user
  }

  /** With Ada's token, and otherwise as it is given. */
  post({ headers = {}, ...rest }: RawRequest): Promise<RawAnswer> {
    return send(this.host.url, { ...rest, headers: { ...json, ...bearer(this.ada.token), ...headers } })
  }

  /** A modern request with the headers that belong to it. */
  rpc(
    { method = '', params = {} }: { method?: string; params?: Readonly<Record<string, unknown>> },
    headers: Record<string, string> = {},
  ): Promise<RawAnswer> {
    const name = params['name'] ?? params['uri']
    return this.post({
      headers: {
        'mcp-protocol-version': version,
        'mcp-method': method,
        ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta: meta, ...params } }),
    })
  }

  legacy(method: string, params: object): Promise<RawAnswer> {
    return this.post({ body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })
  }
}

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` }
}

export function errorOf({ text }: RawAnswer): { code: number; message: string; data: unknown } {
  return (JSON.parse(text) as { error: { code: number; message: string; data: unknown } }).error
}
