import { execFile } from 'node:child_process'
import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDatabase, freePort, servers, temporaryFolder } from '../environment/index.ts'
import { builtServer } from '../environment/server-build.ts'

const program = await builtServer()
const files = globSync('*.backup', { cwd: import.meta.dirname })
const engines = servers().databaseUrl === null ? ['embedded'] : ['embedded', 'PostgreSQL']

test('[C264] there is a backup of a released version to be restored', () => {
  expect(files).toContain('quipu-0.1.0.backup')
})

describe.each(files)('the backup %s', (file) => {
  test.each(engines)(
    '[C264] is restored by this version into the %s store, with everything in it',
    { timeout: 900_000 },
    async (engine) => {
      const { run, passphrase } = await installation(engine)

      expect(
        await run('restore', join(import.meta.dirname, file), '--passphrase-file', passphrase),
      ).toContain('and 1 files, as of ')

      expect(await run('upgrade', '--check')).toContain('✓ The store is up to date')
      expect(await run('audit', 'verify')).toMatch(/^✓ \d+ rows in \d+ seals are as they were sealed/)
      const people = JSON.parse(await run('user', 'list', '--json')) as unknown
      expect(JSON.stringify(people)).toMatch(/owner@localhost.*ana@example\.com/)
      expect(await run('truth', 'why', 'F-2026-17', 'total_amount')).toContain('text         "119.00"')
      expect(await run('truth', 'show', 'F-2026-17')).toContain('119')
      expect(await run('ontology', 'list')).toContain('Sample')
      expect(await run('pat', 'list', '--user', 'owner@localhost')).toContain('fixture')
    },
  )
})

async function installation(engine: string) {
  const place = temporaryFolder()
  onTestFinished(() => place[Symbol.dispose]())
  const database = engine === 'PostgreSQL' ? await createDatabase() : undefined
  if (database !== undefined) onTestFinished(() => database.drop())
  const passphrase = join(place.path, 'passphrase.txt')
  writeFileSync(passphrase, 'a passphrase for the fixture\n')
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  const env = {
    PATH,
    HOME,
    NODE_COMPILE_CACHE,
    QUIPU_ENV_FILE: '/dev/null',
    QUIPU_SAMPLE: 'off',
    QUIPU_DATA_DIR: join(place.path, 'data'),
    PORT: String(await freePort()),
    ...(database === undefined ? {} : { DATABASE_URL: database.url }),
  }
  const run = async (...args: string[]) =>
    (await promisify(execFile)(process.execPath, [program, ...args], { env })).stdout
  return { run, passphrase }
}
