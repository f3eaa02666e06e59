import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { storeTemplate } from '../environment/embedded-store.ts'
import { freePort, temporaryFolder } from '../environment/index.ts'
import { runServer } from '../environment/run-server.ts'
import { builtServer } from '../environment/server-build.ts'
import { FakeVikunja } from '../environment/fake-vikunja/fake-vikunja.ts'
import { blocksOf, pages, root } from './blocks.ts'
import { prelude } from './shell.ts'

const program = await builtServer()
const scripted = pages.filter((page) => blocksOf(page).some(({ info }) => info === 'sh'))

/** What a page may show without running it, each for a reason that its words give. */
const shown = new Set(['text', 'ini', 'json', 'yaml'])

describe.each(scripted)('%s', (page) => {
  test(
    '[C280] every command runs, one after the other, beside a server on a fresh folder',
    { timeout: 900_000 },
    async () => {
      const place = temporaryFolder()
      onTestFinished(() => place[Symbol.dispose]())
      const port = String(await freePort())
      const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
      const vikunja = await startVikunja()
      const env = {
        PATH,
        HOME,
        NODE_COMPILE_CACHE,
        QUIPU_ENV_FILE: '/dev/null',
        QUIPU_DATA_DIR: join(place.path, 'data'),
        QUIPU_SOURCE_ROOTS: join(place.path, 'srv'),
        VIKUNJA_URL: vikunja.url,
        PORT: port,
        LOG_LEVEL: 'warn',
        // To make the sample shop takes as long as all commands of a page.
        QUIPU_SAMPLE: asksTheShop(page) ? 'on' : 'off',
      }
      mkdirSync(join(place.path, 'srv'))
      installProgram(place.path)
      await putStore(env)
      await runServer(program, env)
      const script = [
        prelude({ root, program, url: 'http://127.0.0.1:8319' }),
        ...blocksOf(page).flatMap(({ info, text }) => (info === 'sh' ? text : [])),
      ].join('\n')
      if (script.includes('/srv/data')) await writeShop(place.path, env)
      writeFileSync(
        join(place.path, 'page.sh'),
        adapted(script, place.path, port).replaceAll('tk_…', vikunja.token),
      )

      const run = promisify(execFile)('bash', [join(place.path, 'page.sh')], { cwd: place.path, env })
      const failure = await run.then(
        // A client may take the error of a tool for an answer like any other.
        ({ stdout }) => (/"isError": ?true/.test(stdout) ? stdout : undefined),
        (error: { stdout: string; stderr: string }) => `${error.stdout}\n${error.stderr}`,
      )

      expect(failure).toBeUndefined()
    },
  )
})

test('[C904] a block of commands is one that is run, or says by its kind that it is only shown', () => {
  const unknown = pages.flatMap((page) =>
    blocksOf(page)
      .map(({ info }) => info)
      .filter((info) => !isRun(page, info) && !shown.has(info))
      .map((info) => [page, info]),
  )

  expect(unknown).toEqual([])
})

/** Only the commands of these pages have to do with data. */
function asksTheShop(page: string): boolean {
  return blocksOf(page).some(
    ({ info, text }) => info === 'sh' && /quipu (?:ask|query|ontology|metric)|\/srv\/data/.test(text),
  )
}

/** Commands with their answers are run by C206, on its page alone. */
function isRun(page: string, info: string): boolean {
  return info === 'sh' || info.startsWith('ts file=') || (info === 'console' && page === 'docs/site/truth.md')
}

describe('the stand-ins of other programs', () => {
  const url = 'http://127.0.0.1:1'
  test.each([
    'claude mcp add',
    'claude mcp remove quipu',
    `claude mcp add --transport sse quipu ${url}/mcp`,
    `claude mcp add --transport http quipu ${url}/mcp`,
    'claude mcp add --transport http quipu https://example.com/mcp',
    'claude mcp add quipu -- /nowhere/quipu stdio',
    'claude mcp add quipu -- /bin/sh start',
    'code --install-extension quipu',
    `code --add-mcp '{"name":"quipu","type":"http","url":"${url}/mcp"}'`,
    `code --add-mcp '{"name":"quipu","command":"/bin/sh","args":["start"]}'`,
    `code --add-mcp '{"name":"quipu","command":"/bin/sh","args":["stdio"],"colour":"green"}'`,
    'npm run anything',
  ])('[C280] %s is refused', async (command) => {
    const script = `${prelude({ root, program, url })}\n${command}`

    await expect(promisify(execFile)('bash', ['-c', script])).rejects.toMatchObject({ code: 1 })
  })
})

test('[C281] the README is a front page of at most 150 lines', () => {
  expect(readFileSync(join(root, 'README.md'), 'utf8').split('\n').length).toBeLessThanOrEqual(150)
})

function adapted(script: string, place: string, port: string): string {
  return script
    .replaceAll('8319', port)
    .replaceAll('/srv/data', join(place, 'srv'))
    .replaceAll('/srv/restored', join(place, 'restored'))
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

/** Where a package is installed, and the lines for clients say that it is. */
function installProgram(place: string): void {
  const folder = join(place, 'node_modules/.bin')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'quipu'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`, {
    mode: 0o755,
  })
}

/** With what the example asks of it: a person with a token and a project. */
async function startVikunja(): Promise<{ url: string; token: string }> {
  const fake = await FakeVikunja.start()
  onTestFinished(() => fake[Symbol.asyncDispose]())
  const { id } = fake.world.addUser('ana')
  fake.world.addProject(id, 'Home')
  return { url: fake.url, token: fake.world.addToken(id) }
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
