import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { chooseCommand } from './choose-command.ts'
import { commands } from './commands.ts'
import { exitCodes } from '../terminal/failure.ts'
import { version } from '../installation/installation.ts'
import { nearest } from '../terminal/nearest.ts'
import { canMount, smallDisk } from '../../../../test/environment/small-disk.ts'
import { bin, quipu, temporaryFolder } from '../testing/quipu-process.ts'
import { ServerProcess } from '../testing/server-process.ts'
import { folderWithStore } from '../testing/test-store.ts'

test.each([
  ['usr create', /There is no command "usr create". Did you mean quipu user create\?/],
  ['user', /quipu user needs one word more: create, invite, list, role, password/],
  ['user remove', /There is no command "user remove"/],
  ['user create --emial a@b', /--emial is not an option of quipu user create. Did you mean --email\?/],
  ['user role a@b.c', /ROLE is missing/],
  ['user role a@b.c admin please', /"please" is one word too many/],
  ['token create --user', /--user/],
  ['user delete a@b.c --data', /--data/],
  ['client add one two', /"two" is one word too many/],
  ['pat revoke --user a@b.c', /ID is missing/],
  [
    'keys rotate --end-fomer',
    /--end-fomer is not an option of quipu keys rotate. Did you mean --end-former\?/,
  ],
  ['start --port 9000', /--port is not an option of quipu start/],
])('[C6] quipu %s is refused', (line, message) => {
  expect(() => chooseCommand(line.split(' '))).toThrow(message)
})

test.each([
  ['strat', /There is no command "strat". Did you mean quipu start\?/],
  ['user create --role viewer --password longenough', /--email is missing/],
  [
    'user create --email a@b.c --role vewer --password longenough',
    /"vewer" is not a role.*did you mean viewer\?/,
  ],
  ['user create --email a@b.c --role viewer', /--password or --password-stdin is missing/],
  ['user invite --email a@b.c --role vewer', /"vewer" is not a role.*did you mean viewer\?/],
  ['user delete a@b.c --data keep', /"keep" is no choice for --data: use erase or export/],
  ['user delete a@b.c --data export', /--out is missing/],
  ['user delete a@b.c --data erase --out x.zip', /--out goes with --data export/],
  ['user export a@b.c', /--out is missing/],
  ['client add my-client', /--redirect is missing/],
  ['pat create --user a@b.c', /--name is missing/],
  ['pat create --user a@b.c --name ci --ttl 1y', /"1y" is not a time/],
  ['token create --user a@b --ttl soon', /"soon" is not a time: write 900s, 15m, 12h or 30d/],
])('[C6] quipu %s ends with code 2 before anything is made', async (line, message) => {
  const folder = join(temporaryFolder(), 'data')
  const { code, stdout, stderr } = await quipu(line.split(' '), { QUIPU_DATA_DIR: folder })
  expect(stderr).toMatch(message)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(existsSync(folder)).toBe(false)
})

test('[C32] an option that may be repeated keeps each value in order', () => {
  const args =
    'client add portal --redirect https://a.example/cb --name Portal --redirect=https://b.example/cb'
  const choice = chooseCommand(args.split(' '))
  if (choice.kind !== 'run') throw new Error('it is a command to run')
  expect(choice.given.values('redirect')).toEqual(['https://a.example/cb', 'https://b.example/cb'])
  expect(choice.given.value('name')).toBe('Portal')
  expect(textFor('client add --help')).toContain('--redirect URI …')
})

test('[C6] the nearest word is one that could have been meant', () => {
  expect(nearest('docter', ['doctor', 'start'])).toBe('doctor')
  expect(nearest('claud', ['claude-code', 'claude'])).toBe('claude')
  expect(nearest('xyzzy', ['doctor', 'start'])).toBeUndefined()
})

test.each(commands)(
  '[C7] quipu $name --help shows its options and examples',
  ({ name, options, examples }) => {
    const help = textFor(`${name} --help`)
    for (const [option, { isHidden = false }] of Object.entries(options))
      expect([option, help.includes(`--${option}`)]).toEqual([option, !isHidden])
    expect(examples.length).toBeGreaterThan(0)
    const joined = help.replaceAll(/ \\\n +/g, ' ')
    for (const example of examples) expect(joined).toContain(example)
  },
)

const groups = [...new Set(commands.map(({ name }) => name.split(' ')[0]))]
test.each([
  ...groups.map((word) => `${word} --help`),
  ...commands.map(({ name }) => `${name} --help`),
  '--help',
])('[C180] quipu %s fits a screen of 24 lines and 80 columns', (line) => {
  const lines = textFor(line).split('\n')

  expect(lines.length).toBeLessThanOrEqual(24)
  for (const each of lines) expect(each.length).toBeLessThanOrEqual(80)
})

test('[C7] the overview lists every command and every exit code', () => {
  const help = textFor('--help')
  for (const { name } of commands) {
    const [word = '', second = ''] = name.split(' ')
    expect(help).toMatch(new RegExp(`(?:^|  )  ${word} +[^]*?\\b${second}\\b`, 'm'))
    expect(textFor(`${word} --help`)).toContain(name)
  }
  for (const code of Object.values(exitCodes)) expect(help).toMatch(new RegExp(`\\b${code} \\w`))
  expect(textFor('help user')).toContain('user role EMAIL')
  expect(textFor('--version')).toBe(version)
})

test('[C906] help and version are printed whatever the settings', async () => {
  const env = { PORT: 'nonsense' }
  expect(await quipu(['user', 'list', '--help'], env)).toMatchObject({ code: 0, stderr: '' })
  expect(await quipu(['--version'], env)).toMatchObject({ code: 0, stdout: `${version}\n` })
})

test('[C2] bad settings are reported line by line, with code 2', async () => {
  const { code, stderr } = await quipu(['user', 'list'], { PORT: 'x', LOG_LEVEL: 'y' })
  expect(code).toBe(2)
  expect(stderr.trim().split('\n')).toEqual([
    'quipu: PORT must be a whole number from 1 to 65535',
    'LOG_LEVEL must be one of: debug, info, warn, error, silent',
  ])
})

test('[C907] [C908] a failure has no stack trace unless asked for, and is JSON with --json', async () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  const env = { QUIPU_DATA_DIR: join(file, 'data') }

  const plain = await quipu(['migrate'], env)
  expect(plain.code).toBe(3)
  expect(plain.stderr).toMatch(/The data folder .* cannot be used/)
  expect(plain.stderr).not.toMatch(/ {4}at /)
  expect((await quipu(['migrate'], { ...env, LOG_LEVEL: 'debug' })).stderr).toMatch(/ {4}at /)

  const json = await quipu(['migrate', '--json'], env)
  expect(JSON.parse(json.stderr)).toMatchObject({ error: { code: 'UNAVAILABLE' } })
})

test('[C9] on an older Node the program runs itself on the one installed with it', async () => {
  const { code, stderr } = await onOlderNode(['user', 'role', 'only-one-word'])
  expect(stderr).toMatch(/ROLE is missing/)
  expect(code).toBe(2)
})

test('[C9] where there is no newer Node, it says what to install', async () => {
  const { code, stderr } = await onOlderNode(['--version'], { QUIPU_NODE_CHOSEN: '1' })
  expect(stderr).toMatch(/needs Node 24.11 or newer; this is v20.0.0[^]*npm install/)
  expect(code).toBe(1)
})

test('[C29] doctor looks at a fresh installation without making anything', async () => {
  const folder = join(temporaryFolder(), 'data')
  const { code, stdout } = await quipu(['doctor'], { QUIPU_DATA_DIR: folder, PORT: '1' })
  expect(stdout).toMatch(/✓ data folder[^]*✓ root secret[^]*✓ store +none yet[^]*✓ server +not running/)
  expect(code).toBe(0)
  expect(existsSync(folder)).toBe(false)
})

test.each([
  { busy: 2, says: '✓ server', asked: 3 },
  { busy: 9, says: '✗ server', asked: 5 },
])(
  '[C601] doctor asks $asked times where a server is not ready for $busy requests',
  async ({ busy, says, asked }) => {
    let requests = 0
    const server = createServer((_, response) => response.writeHead(++requests > busy ? 200 : 503).end())
    onTestFinished(() => void server.close())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo

    const { stdout } = await quipu(['doctor'], {
      QUIPU_DATA_DIR: join(temporaryFolder(), 'none'),
      PORT: String(port),
    })

    expect(stdout).toContain(says)
    expect(requests).toBe(asked)
  },
)

test('[C29] doctor says what to do about a folder that others can read', async () => {
  const folder = join(temporaryFolder(), 'data')
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  const { code, stdout } = await quipu(['doctor', '--json'], { QUIPU_DATA_DIR: folder, PORT: '1' })
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    checks: expect.arrayContaining([
      { name: 'data folder', ok: false, detail: `${folder} is open to other users: chmod 700 ${folder}` },
    ]),
  })
})

test('[C608] doctor and connect ask the server of the data folder where it is', async () => {
  const folder = await folderWithStore()
  const server = await ServerProcess.start(folder)
  const env = { QUIPU_DATA_DIR: folder, PORT: '1' }

  expect((await quipu(['doctor'], env)).stdout).toContain(`✓ server         ready at ${server.url}`)
  expect((await quipu(['connect'], env)).stdout).toContain(`The address is ${server.url}/mcp`)
})

test.skipIf(process.getuid?.() !== 0)(
  '[C609] root opens no store of another user, unless the server has it open',
  async () => {
    const folder = await folderWithStore()
    chownSync(folder, 4711, 4711)
    const env = { QUIPU_DATA_DIR: folder }
    const files = readdirSync(folder)
    const alone = await quipu(['user', 'list'], env)
    expect([alone.code, alone.stderr]).toEqual([6, expect.stringContaining('belongs to the user 4711')])
    expect(readdirSync(folder)).toEqual(files)

    await ServerProcess.start(folder)
    expect(await quipu(['user', 'list'], env)).toMatchObject({ code: 0 })
  },
)

test.skipIf(!canMount())(
  '[C615] doctor says how much room there is, and fails where it is little',
  async () => {
    using disk = smallDisk(20)
    chmodSync(disk.path, 0o700)
    const [small, large] = await Promise.all(
      [disk.path, temporaryFolder()].map((folder) =>
        quipu(['doctor'], { QUIPU_DATA_DIR: folder, PORT: '1' }),
      ),
    )

    expect(small?.stdout).toMatch(/✗ disk +20 MB free: make room for /)
    expect(small?.code).toBe(1)
    expect(large?.stdout).toMatch(/✓ disk +\d+ [MG]B free$/m)
  },
)

test('[C610] doctor says nothing about what is in a data folder that it cannot look into', async () => {
  const file = join(temporaryFolder(), 'data')
  writeFileSync(file, '')
  const { code, stdout } = await quipu(['doctor'], { QUIPU_DATA_DIR: file, PORT: '1' })
  expect([code, stdout]).toEqual([1, expect.stringContaining(`✗ data folder    ${file} is no folder`)])
  expect(stdout).not.toMatch(/root secret|store/)
})

/** This Node, taken for an older one by the program, but not by the process that the program starts. */
function onOlderNode(args: readonly string[], env = {}): Promise<{ code: unknown; stderr: string }> {
  const disguise = join(temporaryFolder(), 'disguise.cjs')
  writeFileSync(
    disguise,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } })
     Object.defineProperty(process, 'version', { value: 'v20.0.0' })`,
  )
  return new Promise((resolve) => {
    const settings = { env: { ...process.env, QUIPU_ENV_FILE: '/dev/null', ...env } }
    execFile(process.execPath, ['--require', disguise, bin, ...args], settings, (error, _, stderr) => {
      resolve({ code: error?.code ?? 0, stderr })
    })
  })
}

function textFor(line: string): string {
  const choice = chooseCommand(line.split(' '))
  if (choice.kind !== 'read') throw new Error(`${line} is a command to run`)
  return choice.text
}

test('[C250] the OpenAPI document is printed without a store and without a server', async () => {
  const { code, stdout } = await quipu(['openapi'], { QUIPU_DATA_DIR: `${temporaryFolder()}/none` })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    openapi: '3.1.0',
    paths: { '/api/tasks': { get: { tags: ['tasks'] } }, '/api/account': { get: { tags: ['account'] } } },
  })
})

test('[C251] [C937] [C535] [C536] how a client is connected is shown without a store and without a server', async () => {
  const env = { QUIPU_DATA_DIR: `${temporaryFolder()}/none`, PORT: '8400' }
  const one = await quipu(['connect', 'claude-code', '--modules', 'tasks', '--readonly'], env)
  expect(one.stdout).toContain(
    "claude mcp add --transport http quipu 'http://127.0.0.1:8400/mcp?modules=tasks&readonly=1'",
  )
  const all = await quipu(['connect'], env)
  expect(all.stdout).toContain('http://127.0.0.1:8400/mcp')
  expect(all.stdout).toMatch(/cursor +Cursor/)
  const wrong = await quipu(['connect', 'cursr'], env)
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('Did you mean cursor?')])
  expect(existsSync(env.QUIPU_DATA_DIR)).toBe(false)
})

test('[C460] the thread of the store uses compiled code that is kept, as the command itself does', async () => {
  const program = fileURLToPath(new URL('../../bin/quipu.js', import.meta.url))
  const { NODE_COMPILE_CACHE: _, ...others } = process.env
  const settings = { QUIPU_ENV_FILE: '/dev/null', QUIPU_DATA_DIR: await folderWithStore() }
  const env = { ...others, ...settings, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }
  const { stderr } = await promisify(execFile)(process.execPath, [program, 'user', 'list'], {
    env,
    maxBuffer: 64 * 1024 * 1024,
  })

  for (const file of ['main.ts', 'pglite-worker.ts'])
    expect(stderr).toMatch(new RegExp(`reading cache from \\S+/quipu-compiled/\\S+ for ESM \\S+/${file}`))
})

test('[C410] the list of commands loads neither the host nor a module', async () => {
  const loaded = await loadedBy(new URL('./commands.ts', import.meta.url))
  expect(loaded.some((url) => url.includes('/packages/kit/'))).toBe(true)
  expect(loaded.filter((url) => /\/(?:packages\/host|modules)\//.test(url))).toEqual([])
})

test('[C461] the modules load neither the reader of questions nor the library for YAML', async () => {
  const loaded = await loadedBy(new URL('../modules.ts', import.meta.url))
  expect(loaded.some((url) => url.includes('/modules/data-agent/'))).toBe(true)
  expect(loaded.filter((url) => /\/(?:packages\/reading|node_modules\/yaml)\//.test(url))).toEqual([])
})

/** The files that are loaded with a file, by a process of their own. */
async function loadedBy(file: URL): Promise<readonly string[]> {
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
    await import(${JSON.stringify(file.href)})
    console.log(JSON.stringify(loaded))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  return JSON.parse(stdout) as string[]
}
