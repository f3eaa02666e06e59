import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestHost } from '../environment/test-host.ts'
import { anyEngine, openTestHost } from '../environment/test-host.ts'
import { fixtures } from './fixtures/index.ts'
import { applicable, required, runSuite, scoredFor } from './run-suite.ts'
import { openTokenProxy } from './token-proxy.ts'

/** An extension that is not offered. The suite tries it all the same, and does not score it. */
const notOffered = /^tasks-/

describe.each(anyEngine())('on %s', { timeout: 180_000 }, (engine) => {
  let host: TestHost
  let proxy: Awaited<ReturnType<typeof openTokenProxy>>

  beforeAll(async () => {
    host = await openTestHost(engine, [fixtures()])
    proxy = await openTokenProxy(host.url, (await host.user()).token)
  })
  afterAll(async () => {
    await proxy[Symbol.asyncDispose]()
    await host[Symbol.asyncDispose]()
  })

  test.each([
    ['2026-07-28', 37],
    ['2025-11-25', 30],
  ])('[P1] every scenario that counts for %s passes, %d of them', async (revision, count) => {
    const { exitCode, passed, complaints } = await runSuite(required(revision), `${proxy.url}/mcp`)

    const scored = scoredFor(revision)
    expect(complaints.filter(({ scenario }) => !notOffered.test(scenario))).toEqual([])
    expect(scored).toHaveLength(count)
    expect(passed).toEqual(expect.arrayContaining(scored))
    expect(exitCode).toBe(0)
  })

  test.each([
    ['2025-06-18', 27],
    ['2025-03-26', 1],
  ])('[P2] every scenario that applies to %s passes, %d of them', async (revision, count) => {
    const { exitCode, passed, complaints } = await runSuite(applicable(revision), `${proxy.url}/mcp`)

    expect(complaints).toEqual([])
    expect(passed).toHaveLength(count)
    expect(exitCode).toBe(0)
  })
})
