import { expect, test } from 'vitest'
import { openTestHost } from '../environment/test-host.ts'
import { fixtures } from './fixtures/index.ts'
import type { Outcome } from './run-suite.ts'
import { runSuite } from './run-suite.ts'
import { openTokenProxy } from './token-proxy.ts'

test('[P1] every scenario that counts for 2026-07-28 passes', { timeout: 180_000 }, async () => {
  const outcome = await measure('2026-07-28')

  expectConformance(outcome, 37)
})

test('[P2] every scenario that counts for 2025-11-25 passes', { timeout: 180_000 }, async () => {
  const outcome = await measure('2025-11-25')

  expectConformance(outcome, 30)
})

async function measure(revision: string): Promise<Outcome> {
  await using host = await openTestHost('pglite', [fixtures()])
  const user = await host.user()
  await using proxy = await openTokenProxy(host.url, user.token)
  return await runSuite(revision, `${proxy.url}/mcp`)
}

function expectConformance({ exitCode, scored, passed, complaints }: Outcome, count: number): void {
  expect(complaints.filter(({ scenario }) => scored.includes(scenario))).toEqual([])
  expect(scored).toHaveLength(count)
  expect(passed).toEqual(expect.arrayContaining([...scored]))
  expect(exitCode).toBe(0)
}
