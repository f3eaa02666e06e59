import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { storeTemplate } from '../environment/embedded-store.ts'
import { freePort, temporaryFolder } from '../environment/index.ts'
import { builtServer } from '../environment/server-build.ts'
import { blocksOf, pages, root } from './blocks.ts'

const program = await builtServer()
const scripted = pages.filter((page) => blocksOf(page).some(({ info }) => info === 'sh'))

/** What a page may show without running it, each for a reason that its words give. */
const shown = new Set(['text', 'ini', 'json', 'yaml', 'console'])

describe.each(scripted)('%s', (page) => {
  test(
    '[C280] every command runs, one after the other, beside a server on a fresh folder',
    { timeout: 900_000 },
    async () => {
      const place = temporaryFolder()
      onTestFinished(() => place[Symbol.dispose]())
      const port = String(await freePort())
      const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
      const env = {
        PATH,
        HOME,
        NODE_COMPILE_CACHE,
        QUIPU_ENV_FILE: '/dev/null',
        QUIPU_DATA_DIR: join(place.path, 'data'),
        QUIPU_SOURCE_ROOTS: join(place.path, 'srv'),
        PORT: port,
        LOG_LEVEL: 'warn',
      }
      mkdirSync(join(place.path, 'srv'))
      await putStore(env)
      await startServer(env)
      const script = [
        prelude,
        ...blocksOf(page).flatMap(({ info, text }) => (info === 'sh' ? text : [])),
      ].join('\n')
      if (script.includes('/srv/data')) await writeShop(place.path, env)
      writeFileSync(join(place.path, 'page.sh'), adapted(script, place.path, port))

      const run = promisify(execFile)('bash', [join(place.path, 'page.sh')], { cwd: place.path, env })
      const failure = await run.then(
        () => undefined,
        (error: { stdout: string; stderr: string }) => `${error.stdout}\n${error.stderr}`,
      )

      expect(failure).toBeUndefined()
    },
  )
})

test('[C280] a block of commands is one that is run, or says by its kind that it is only shown', () => {
  for (const page of pages)
    for (const { info } of blocksOf(page))
      expect([page, info === 'sh' || info.startsWith('ts file=') || shown.has(info), info]).toEqual([
        page,
        true,
        info,
      ])
})

test('[C281] the README is a front page of at most 150 lines', () => {
  expect(readFileSync(join(root, 'README.md'), 'utf8').split('\n').length).toBeLessThanOrEqual(150)
})

/** Other programs are recognised by their arguments, which must be known. */
const prelude = `set -euo pipefail
quipu() { "${process.execPath}" "${program}" "$@"; }
npx() { local name=$1; shift; if [ "$name" = quipu ]; then quipu "$@"; else "${root}/node_modules/.bin/$name" "$@"; fi; }
npm() { case "$1" in install | start | test) ;; *) echo "npm $* is not known here" >&2; return 1 ;; esac; }
claude() { [ "$1 $2" = "mcp add" ]; }
code() { [ "$1" = --add-mcp ] && "${process.execPath}" --eval 'JSON.parse(process.argv[1])' "$2"; }`

function adapted(script: string, place: string, port: string): string {
  return script
    .replaceAll('8319', port)
    .replaceAll('/srv/data', join(place, 'srv'))
    .replaceAll(
      'QUIPU_DATA_DIR=/srv/restored',
      `QUIPU_DATA_DIR=${join(place, 'restored')} JWT_SECRET=$(cat ${join(place, 'data/root-secret')})`,
    )
}

/** Making a store takes seconds, copying one does not. */
async function putStore(env: Record<string, string>): Promise<void> {
  const folder = env['QUIPU_DATA_DIR'] ?? ''
  const migrated = await storeTemplate('server-store', async (draft) => {
    const settings = { ...env, QUIPU_DATA_DIR: draft, QUIPU_SAMPLE: 'off' }
    await promisify(execFile)(process.execPath, [program, 'migrate'], { env: settings })
  })
  cpSync(migrated, folder, { recursive: true })
}

async function startServer(env: Record<string, string>): Promise<void> {
  const server = spawn(process.execPath, [program, 'start'], { env, stdio: 'pipe' })
  onTestFinished(async () => {
    server.kill('SIGKILL')
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  })
  let output = ''
  server.stderr.on('data', (chunk) => (output += String(chunk)))
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (chunk) => {
      output += String(chunk)
      if (output.includes('doctor')) resolve()
    })
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
}

/** The database of the example: what the sample shop has. */
async function writeShop(place: string, env: Record<string, string>): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    [program, 'ask', 'how many orders are there?', '--ontology', 'sample'],
    { env },
  )
  const [sample = ''] = globSync('data/modules/data-agent/sample/*.sqlite', { cwd: place })
  cpSync(join(place, sample), join(place, 'srv/shop.sqlite'))
}
