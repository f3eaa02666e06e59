import { execFile, execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdDecompressSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort, temporaryFolder } from '../environment/index.ts'
import { runServer } from '../environment/run-server.ts'
import { builtServer } from '../environment/server-build.ts'

const program = await builtServer()
const files = globSync('*.folder.tar.zst', { cwd: import.meta.dirname })

test('[C491] there is a data folder of a released version to be started on', () => {
  expect(files).toContain('quipu-0.1.0.folder.tar.zst')
})

describe.each(files)('the data folder %s', (file) => {
  test(
    '[C491] is one on which a server of this version starts, with everything in it',
    { timeout: 900_000 },
    async () => {
      const { env, url } = await unpacked(file)
      const run = async (...args: string[]) =>
        (await promisify(execFile)(process.execPath, [program, ...args], { env })).stdout
      await runServer(program, env)

      const token = (await run('token', 'create', '--user', 'owner@localhost', '--resource', url)).trim()
      const read = async (path: string) =>
        (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).json()
      expect(await read('/api/tasks')).toMatchObject({ total: 1, tasks: [{ title: 'Water the plants' }] })
      expect(await read('/universes')).toMatchObject({ universes: [expect.anything()] })
      expect(JSON.stringify(await run('user', 'list', '--json'))).toMatch(/owner@localhost.*ana@example\.com/)
      expect(await run('truth', 'why', 'F-2026-17', 'total_amount')).toContain('text         "119.00"')
      expect(await run('ontology', 'list')).toContain('Sample')
      expect(await run('pat', 'list', '--user', 'owner@localhost')).toContain('fixture')
      expect(await run('audit', 'verify')).toMatch(/^✓ \d+ rows in \d+ seals are as they were sealed/)
      expect(await run('doctor')).not.toContain('✗')
    },
  )
})

async function unpacked(file: string) {
  const place = temporaryFolder()
  onTestFinished(() => place[Symbol.dispose]())
  const folder = join(place.path, 'data')
  mkdirSync(folder, { mode: 0o700 })
  const input = zstdDecompressSync(readFileSync(join(import.meta.dirname, file)))
  execFileSync('tar', ['--extract', '--preserve-permissions', '--no-same-owner', '--directory', folder], {
    input,
  })
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  const port = String(await freePort())
  const env = {
    PATH,
    HOME,
    NODE_COMPILE_CACHE,
    QUIPU_ENV_FILE: '/dev/null',
    QUIPU_SAMPLE: 'off',
    QUIPU_DATA_DIR: folder,
    PORT: port,
    LOG_LEVEL: 'warn',
  }
  return { env, url: `http://127.0.0.1:${port}` }
}
