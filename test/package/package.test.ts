import { execFile, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, lstatSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, temporaryFolder } from '../environment/index.ts'
import { copyContext, filesOf } from './image-context.ts'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

const invoice = `Fjord Paper Ltd
Invoice F-2026-17
Invoice date: 2026-03-05
Bill to: Acme Ltd
Total amount: EUR 119.00
`

test(
  '[C270] [C903] [C490] [H580] the package is installed into an empty folder, starts, answers the official client and stops',
  { timeout: 900_000 },
  async () => {
    const { stdout: made } = await run(process.execPath, ['scripts/package.mjs'], { cwd: root })
    const [, file = ''] = /^(dist\/\S+\.tgz) /.exec(made) ?? []
    const home = temporaryFolder()
    onTestFinished(() => home[Symbol.dispose]())
    const port = String(await freePort())
    // The Node of this machine, not the one that the checkout brings along.
    const path = (process.env['PATH'] ?? '').split(delimiter).filter((one) => !one.includes('node_modules'))
    const { HOME = '' } = process.env
    const env = {
      PATH: path.join(delimiter),
      HOME,
      PORT: port,
      LOG_LEVEL: 'warn',
      npm_config_loglevel: 'error',
    }
    const inHome = { cwd: home.path, env }
    const quipu = async (...args: string[]) =>
      (await run('npx', ['--no-install', 'quipu', ...args], inHome)).stdout

    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', join(root, file)], inHome)
    expectSizesOnPage(join(root, file), join(home.path, 'node_modules'))
    const url = `http://127.0.0.1:${port}`
    const server = spawn(join(home.path, 'node_modules/.bin/quipu'), ['start'], { ...inHome, stdio: 'pipe' })
    // It may stand before a process of its own, on the Node that came with it, and pass the signal on.
    onTestFinished(() => stop(server))
    const output = await outputOf(server, 'doctor')

    expect(output).toContain(`Quipu 0.1.0 is running at ${url}`)
    expect(output).toContain(join(home.path, 'data'))
    expect(output).toContain(`claude mcp add quipu -- ${join(home.path, 'node_modules/.bin/quipu')} stdio`)
    const token = await quipu('token', 'create', '--user', 'owner@localhost')
    await addTask(`${url}/mcp`, token.trim())
    writeFileSync(join(home.path, 'invoice.txt'), invoice)
    // Each of these has a process or a thread of its own: reading files, SQLite, DuckDB and the sample shop.
    expect(await quipu('truth', 'add', 'invoice.txt')).toContain('Remembered 1 file with 1 observation')
    await quipu('truth', 'resolve', '--records', csvIn(home.path), '--out', join(home.path, 'entities.csv'))
    expect(readFileSync(join(home.path, 'entities.csv'), 'utf8')).toContain('record_id,entity_id')
    expect(await quipu('ask', 'total sales by region last quarter')).toContain('region')
    expect(await quipu('doctor')).not.toContain('✗')
    const page = await fetch(`${url}/login`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<!doctype html>')])
    const [asset = ''] = globSync('*.js', { cwd: join(root, 'dist/package/apps/console/dist/assets') })
    expect((await fetch(`${url}/app/assets/${asset}`)).status).toBe(200)

    expect(await health(port)).toBe(0)
    server.kill('SIGTERM')
    expect((await once(server, 'exit'))[0]).toBe(0)
  },
)

test(
  '[H974] the bundle for desktop clients, unpacked, starts the server by its manifest',
  { timeout: 900_000 },
  async () => {
    // Of the package that was made above.
    const { stdout: made } = await run(process.execPath, ['scripts/mcpb.mjs'], { cwd: root })
    const [, file = ''] = /^(dist\/\S+\.mcpb) /.exec(made) ?? []
    using place = temporaryFolder()
    for (const [name, bytes] of Object.entries(unzipSync(readFileSync(join(root, file))))) {
      mkdirSync(dirname(join(place.path, name)), { recursive: true })
      writeFileSync(join(place.path, name), bytes)
    }
    const manifest = JSON.parse(readFileSync(join(place.path, 'manifest.json'), 'utf8')) as Bundle
    expect(manifest.compatibility.platforms).toEqual([process.platform])
    expect(existsSync(join(place.path, manifest.icon))).toBe(true)
    expect(existsSync(join(place.path, manifest.server.entry_point))).toBe(true)

    await listOverStdio(place.path, manifest)
  },
)

test(
  '[H720] what the first stage of the image copies is enough to make the package there',
  { timeout: 900_000 },
  async () => {
    using place = temporaryFolder()
    copyContext(root, place.path)
    const { PATH = '', HOME = '' } = process.env
    const there = { cwd: place.path, env: { PATH, HOME, NODE_ENV: 'production' } }

    // What `npm install` runs there, and then `npm run package`.
    await run(process.execPath, ['scripts/postinstall.mjs'], there)
    await run(process.execPath, ['scripts/package.mjs'], there)

    // As it was made above of the whole checkout.
    expect(filesOf(join(place.path, 'dist/package'))).toEqual(filesOf(join(root, 'dist/package')))
  },
)

test('[C272] the package carries the templates of a store, in at most 4 MB', () => {
  const templates = ['bare', 'migrated'].map((name) =>
    join(root, `dist/package/apps/server/store/${name}.zst`),
  )
  const bytes = templates.map((file) => statSync(file).size)

  expect(Math.min(...bytes)).toBeGreaterThan(500_000)
  expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(4 * 1024 * 1024)
})

test('[C270] the package names the exact version of everything that it installs', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'dist/package/package.json'), 'utf8')) as Manifest
  const versions = Object.values({ ...manifest.dependencies, ...manifest.optionalDependencies })

  expect(versions.length).toBeGreaterThan(5)
  for (const version of versions) expect(version).toMatch(/^\d+\.\d+\.\d+/)
  expect(manifest).not.toHaveProperty('scripts')
  expect(manifest).not.toHaveProperty('devDependencies')
  expect(readFileSync(join(root, 'dist/package/THIRD-PARTY-LICENSES.txt'), 'utf8')).toContain('oidc-provider')
})

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

/** Before the first start, which keeps its compiled code there too. */
function expectSizesOnPage(file: string, modules: string): void {
  const page = readFileSync(join(root, 'docs/site/operations.md'), 'utf8')
  const said =
    /^\| The package \| (\S+) MB to download; installed (\S+) MB with its dependencies, and (\S+) MB more/m.exec(
      page,
    )
  const [, download = 0, installed = 0, node = 0] = (said ?? []).map(Number)
  const isNode = (path: string) => path.startsWith('node-linux-')
  const paths = globSync('**', { cwd: modules })
  const megabytes = (some: readonly string[]) =>
    some.map((path) => lstatSync(join(modules, path))).reduce((sum, { size }) => sum + size, 0) / 1e6

  expectWithinTenth(download, statSync(file).size / 1e6)
  expectWithinTenth(installed, megabytes(paths.filter((path) => !isNode(path))))
  if (paths.some(isNode)) expectWithinTenth(node, megabytes(paths.filter(isNode)))
}

function expectWithinTenth(said: number, measured: number): void {
  expect(said).toBeGreaterThan(measured * 0.9)
  expect(said).toBeLessThan(measured * 1.1)
}

async function stop(server: ChildProcessWithoutNullStreams): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}

/** What a process says until it says this. Its output is read on, so that it can go on talking. */
function outputOf({ stdout, stderr }: ChildProcessWithoutNullStreams, last: string): Promise<string> {
  const { promise, resolve: finish, reject } = Promise.withResolvers<string>()
  let text = ''
  let errors = ''
  stdout.on('data', (chunk) => {
    text += String(chunk)
    if (text.includes(last)) finish(text)
  })
  stderr.on('data', (chunk) => (errors += String(chunk)))
  stdout.once('end', () => reject(new Error(`it ended before: ${text}${errors}`)))
  return promise
}

async function addTask(url: string, token: string): Promise<void> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
  try {
    const added = await client.callTool({ name: 'add_task', arguments: { title: 'Water the plants' } })
    expect(added.structuredContent).toMatchObject({ status: 'success', data: { title: 'Water the plants' } })
  } finally {
    await client.close()
  }
}

/** The check of the image, run here. */
async function health(port: string): Promise<number> {
  const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
  const [, command = ''] = /^HEALTHCHECK [^]*?CMD (\[.+\])$/m.exec(dockerfile) ?? []
  const [, ...args] = JSON.parse(command) as string[]
  const child = spawn(process.execPath, args, { env: { PORT: port } })
  const [code] = (await once(child, 'exit')) as [number]
  return code
}

/** As a desktop client starts it. */
async function listOverStdio(folder: string, manifest: Bundle): Promise<void> {
  const fill = (text: string) =>
    text.replace('${__dirname}', folder).replace('${user_config.data_folder}', join(folder, 'data'))
  const { args, env } = manifest.server.mcp_config
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: args.map(fill),
    env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)])),
    stderr: 'ignore',
  })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  try {
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('add_task')
  } finally {
    await client.close()
  }
}

interface Bundle {
  readonly icon: string
  readonly compatibility: { readonly platforms: string[] }
  readonly server: {
    readonly entry_point: string
    readonly mcp_config: { readonly args: string[]; readonly env: Record<string, string> }
  }
}

function csvIn(folder: string): string {
  const file = join(folder, 'people.csv')
  writeFileSync(file, 'id,name,email\n1,Ada Lovelace,ada@example.com\n2,A. Lovelace,ada@example.com\n')
  return file
}
