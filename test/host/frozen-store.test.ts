import { expect, inject, test } from 'vitest'
import { startPostgres } from '../environment/index.ts'
import { openTestHost } from '../environment/test-host.ts'

test.skipIf(inject('databaseUrl') === null)(
  '[S166] with a frozen PostgreSQL the installation is alive but not ready, and ready when PostgreSQL continues',
  { timeout: 180_000 },
  async () => {
    await using postgres = await startPostgres()
    const store = { kind: 'postgres', url: postgres.url, poolSize: 5 } as const
    await using site = await openTestHost('postgres', [], { store })
    const status = async (what: string) => (await fetch(`${site.url}/api/health/${what}`)).status
    expect(await status('ready')).toBe(200)

    postgres.freeze()
    await expect.poll(() => status('ready')).toBe(503)
    expect(await status('live')).toBe(200)

    postgres.thaw()
    await expect.poll(() => status('ready')).toBe(200)
  },
)
