import { expect, test } from 'vitest'
import { FakeVikunja } from '../../../../test/environment/fake-vikunja/fake-vikunja.ts'
import { quipu } from '../testing/quipu-process.ts'
import { ServerProcess } from '../testing/server-process.ts'
import { folderWithStore } from '../testing/test-store.ts'

test(
  '[C220] [C221] [C485] [C923] [C486] a token is stored, tested and removed from the command line',
  { timeout: 300_000 },
  async () => {
    await using fake = await FakeVikunja.start()
    const { id } = fake.world.addUser('ana')
    const token = fake.world.addToken(id)
    const settings = { QUIPU_DATA_DIR: await folderWithStore(), VIKUNJA_URL: `${fake.url}/` }
    // Beside a server none of the first three has to open the store; those after it run alone.
    const server = await ServerProcess.start(settings.QUIPU_DATA_DIR, settings)

    const connected = await quipu(['vikunja', 'connect'], settings, `${token}\n`)
    expect([connected.code, connected.stdout, connected.stderr]).toEqual([
      0,
      `Connected to ${fake.url} as ana.\n`,
      '',
    ])
    fake.world.tokens.delete(token)
    const refused = await quipu(['vikunja', 'test'], settings)
    expect([refused.code, refused.stdout]).toMatchObject([1, expect.stringContaining('✗ Vikunja refuses')])
    expect((await quipu(['vikunja', 'disconnect'], settings)).stdout).toBe(
      'Removed the stored Vikunja token.\n',
    )
    await server.stop()

    const away = await quipu(['vikunja', 'connect'], { QUIPU_DATA_DIR: settings.QUIPU_DATA_DIR }, token)
    expect([away.code, away.stderr]).toEqual([1, expect.stringContaining('VIKUNJA_URL is not set')])
    const nothing = await quipu(['vikunja', 'connect'], settings, ' \n')
    expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('held no token')])
    const all = [connected, refused, away, nothing].flatMap(({ stdout, stderr }) => [stdout, stderr])
    expect(all.join()).not.toContain(token)
  },
)
