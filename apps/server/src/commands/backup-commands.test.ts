import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDatabase, freePort, servers } from '../../../../test/environment/index.ts'
import { canMount, smallDisk } from '../../../../test/environment/small-disk.ts'
import { quipu, temporaryFolder } from '../testing/quipu-process.ts'
import { ServerProcess } from '../testing/server-process.ts'
import { folderWithStore } from '../testing/test-store.ts'

const invoice = `Fjord Paper Ltd
Invoice F-2026-17
Invoice date: 2026-03-05
Bill to: Acme Ltd
Net amount: EUR 100.00
VAT 19 %: EUR 19.00
Total amount: EUR 119.00
`
const secret = 'a root secret that is used in tests only'
const engines =
  servers().databaseUrl === null ? (['embedded'] as const) : (['embedded', 'PostgreSQL'] as const)

describe.each(engines)('with the %s store', (engine) => {
  test(
    '[C260] [C261] [C928] a backup of a server that runs is restored elsewhere with everything in it',
    { timeout: 900_000 },
    async () => {
      const { settings, folder } = await installation(engine)
      const server = await ServerProcess.start(folder, settings)
      const note = join(folder, '..', 'note.txt')
      writeFileSync(note, invoice)
      await run(['truth', 'add', note], settings)
      const token = await run(
        ['token', 'create', '--user', 'owner@localhost', '--resource', server.url],
        settings,
      )
      const headers = { authorization: `Bearer ${token.trim()}`, 'content-type': 'application/json' }
      const add = (title: string) =>
        fetch(`${server.url}/api/tasks`, { method: 'POST', headers, body: JSON.stringify({ title }) })
      expect((await add('Before the backup')).status).toBe(201)

      const file = join(folder, '..', 'quipu.backup')
      const [, said] = await Promise.all([add('During the backup'), run(['backup', file], settings)])
      expect(said).toMatch(
        /^Wrote \d+ rows of \d+ tables and 1 files to .*quipu\.backup .*It was read back and is whole\.\n$/,
      )
      expect(statSync(file).mode & 0o777).toBe(0o600)
      const again = await quipu(['backup', file], settings)
      expect([again.code, again.stderr]).toEqual([5, expect.stringContaining('is there already')])
      const rows = await run(['backup', `${file}.rows`, '--without-files'], settings)
      expect(rows).toMatch(/^Wrote \d+ rows of \d+ tables and 0 files to /)
      await server.stop()

      // Into the other engine: [C262] restores into the same one, and [H561] into each of them.
      const target = engines.find((one) => one !== engine) ?? engine
      const { settings: there, folder: place } = await emptyPlace(target, settings.JWT_SECRET)
      expect(await run(['restore', file], there)).toMatch(
        /^Restored \d+ rows of \d+ tables and 1 files, as of /,
      )
      expect(await run(['audit', 'verify'], there)).toMatch(/^✓ /)
      expect(await run(['truth', 'why', 'F-2026-17', 'total_amount'], there)).toContain('"119.00"')
      const copy = await ServerProcess.start(place, { ...there, APP_URL: server.url })
      const answer = await fetch(`${copy.url}/api/tasks`, { headers })
      expect(await answer.text()).toContain('Before the backup')
      await copy.stop()
    },
  )

  test(
    '[C929] [C932] a target that is in use or not empty, and a file that is not a backup, are refused',
    { timeout: 900_000 },
    async () => {
      const { settings, folder } = await installation(engine)
      const server = await ServerProcess.start(folder, settings)
      const file = join(folder, '..', 'quipu.backup')
      await run(['backup', file], settings)

      const inUse = await quipu(['restore', file], settings)
      expect(await run(['upgrade', '--check'], settings)).toContain('✓ The store is up to date')
      await server.stop()
      const notEmpty = await quipu(['restore', file], settings)
      writeFileSync(`${file}.cut`, readFileSync(file).subarray(0, 1000))
      const { settings: there, folder: place } = await emptyPlace(engine, settings.JWT_SECRET)
      const cut = await quipu(['restore', `${file}.cut`], there)
      const missing = await quipu(['restore', `${file}.not-there`], there)

      const [code, words] = engine === 'embedded' ? [3, 'is in use by process'] : [5, 'it has accounts']
      expect([inUse.code, inUse.stderr]).toEqual([code, expect.stringContaining(words)])
      expect([notEmpty.code, notEmpty.stderr]).toEqual([5, expect.stringContaining('is not empty')])
      expect([cut.code, cut.stderr]).toEqual([1, 'quipu: This is no whole backup: it is cut short.\n'])
      expect(missing.code).toBe(4)
      expect(existsSync(join(place, 'store'))).toBe(false)
    },
  )

  test(
    '[C263] upgrade --check reports what a start would do, and changes nothing',
    { timeout: 900_000 },
    async () => {
      const { settings, folder } = await installation(engine)
      const before = await quipu(['upgrade', '--check', '--json'], settings)
      await run(['migrate'], settings)
      const after = await quipu(['upgrade', '--check'], settings)
      const misused = await quipu(['upgrade'], settings)

      const pending = engine === 'embedded' ? [] : ['host/001-house']
      expect(JSON.parse(before.stdout)).toMatchObject({ problems: [] })
      expect(firstOf(before.stdout)).toEqual(pending)
      expect([after.code, after.stdout]).toEqual([0, expect.stringContaining('✓ The store is up to date')])
      expect([misused.code, misused.stderr]).toEqual([2, expect.stringContaining('Only --check is known')])
      if (engine === 'embedded') writeFileSync(join(folder, 'store', 'PG_VERSION'), '17\n')
      const unfit = await quipu(['upgrade', '--check'], settings)
      expect(unfit.code).toBe(engine === 'embedded' ? 1 : 0)
    },
  )
})

test(
  '[C262] [C930] [C931] the root secret is restored with the passphrase only, or must be there',
  { timeout: 900_000 },
  async () => {
    const folder = await folderWithStore()
    const settings = { QUIPU_DATA_DIR: folder }
    const [file, sealed] = [join(folder, '..', 'plain.backup'), join(folder, '..', 'sealed.backup')]
    const passphrase = join(folder, '..', 'passphrase.txt')
    writeFileSync(passphrase, 'correct horse battery\n')
    const result = await quipu(['backup', file], settings)
    await run(['backup', sealed, '--passphrase-file', passphrase], settings)
    const ownSecret = readFileSync(join(folder, 'root-secret'), 'utf8')
    const target = join(temporaryFolder(), 'data')
    const there = { QUIPU_DATA_DIR: target }

    expect(result.stderr).toContain(
      `The root secret is not in it: keep a copy of ${join(folder, 'root-secret')}`,
    )
    const without = await quipu(['restore', file], there)
    expect([without.code, without.stderr]).toEqual([
      6,
      expect.stringContaining('root secret of this backup is missing'),
    ])
    const other = await quipu(['restore', file], { ...there, JWT_SECRET: secret })
    expect([other.code, other.stderr]).toEqual([
      6,
      expect.stringContaining('JWT_SECRET is not the root secret'),
    ])
    writeFileSync(`${passphrase}.wrong`, 'another passphrase\n')
    const wrong = await quipu(['restore', sealed, '--passphrase-file', `${passphrase}.wrong`], there)
    expect([wrong.code, wrong.stderr]).toEqual([6, expect.stringContaining('The passphrase is not the one')])
    expect(existsSync(join(target, 'store'))).toBe(false)

    await run(['restore', sealed, '--passphrase-file', passphrase], there)
    expect(readFileSync(join(target, 'root-secret'), 'utf8')).toBe(ownSecret)
    expect(await run(['audit', 'verify'], there)).toMatch(/^✓ /)
    rmSync(target, { recursive: true })
    mkdirSync(target, { mode: 0o700 })
    cpSync(join(folder, 'root-secret'), join(target, 'root-secret'))
    expect(await run(['restore', file], there)).not.toContain('JWT_SECRET')
    expect(await run(['audit', 'verify'], there)).toMatch(/^✓ /)
    rmSync(target, { recursive: true })
    const bySetting = { ...there, JWT_SECRET: ownSecret.trim() }
    expect(await run(['restore', file], bySetting)).toContain(
      'Every command on it needs the same JWT_SECRET.',
    )
    expect(await run(['audit', 'verify'], bySetting)).toMatch(/^✓ /)
  },
)

test('[C606] without a store there is nothing to save, to verify or to list, and none is made', async () => {
  const folder = join(temporaryFolder(), 'data')
  const file = join(folder, '..', 'quipu.backup')
  for (const args of [
    ['backup', file],
    ['audit', 'verify'],
    ['user', 'list'],
  ]) {
    const { code, stderr } = await quipu(args, { QUIPU_DATA_DIR: folder })
    expect([code, stderr]).toEqual([3, expect.stringContaining(`There is no store in ${folder}`)])
  }
  expect(existsSync(folder)).toBe(false)
  expect(existsSync(file)).toBe(false)
})

test.skipIf(servers().databaseUrl === null)(
  '[C612] a backup of PostgreSQL without any file says where it looked for them',
  async () => {
    const { settings, folder } = await emptyPlace('PostgreSQL', secret)
    const { code, stderr } = await quipu(['backup', join(folder, '..', 'quipu.backup')], settings)
    expect([code, stderr]).toEqual([0, expect.stringContaining(`There is no uploaded file in ${folder}: `)])
  },
)

test.skipIf(!canMount())('[C616] a data folder on a read-only disk is refused with what to do', async () => {
  using disk = smallDisk(1)
  execFileSync('mount', ['-o', 'remount,ro', disk.path])
  const { code, stderr } = await quipu(['migrate'], { QUIPU_DATA_DIR: disk.path })
  expect([code, stderr]).toEqual([3, expect.stringContaining('Mount its disk for writing')])
})

test.skipIf(!canMount())('[C611] a backup to a place that cannot be written is refused at once', async () => {
  using disk = smallDisk(1)
  execFileSync('mount', ['-o', 'remount,ro', disk.path])
  const settings = { QUIPU_DATA_DIR: await folderWithStore() }
  const { code, stderr } = await quipu(['backup', join(disk.path, 'quipu.backup')], settings)
  expect([code, stderr]).toEqual([
    6,
    expect.stringContaining(`The folder ${disk.path} cannot be written: EROFS`),
  ])
  expect(existsSync(join(settings.QUIPU_DATA_DIR, 'exports'))).toBe(false)
})

test(
  '[C607] while a rotation waits for a restart, a backup names the secret that it needs, and is restored with it',
  { timeout: 900_000 },
  async () => {
    const folder = await folderWithStore()
    const settings = { QUIPU_DATA_DIR: folder }
    const file = join(folder, '..', 'quipu.backup')
    const server = await ServerProcess.start(folder)
    await run(['secret', 'rotate'], settings)
    const { stderr } = await quipu(['backup', file], settings)
    await server.stop()
    const [former, current] = ['root-secret.previous', 'root-secret'].map((name) =>
      readFileSync(join(folder, name), 'utf8').trim(),
    ) as [string, string]
    const there = { QUIPU_DATA_DIR: join(temporaryFolder(), 'data'), JWT_SECRET: current }

    expect(stderr).toContain(`keep a copy of ${join(folder, 'root-secret.previous')} elsewhere`)
    const refused = await quipu(['restore', file], there)
    expect([refused.code, refused.stderr]).toEqual([6, expect.stringContaining('JWT_SECRET_PREVIOUS')])
    await run(['restore', file], { ...there, JWT_SECRET_PREVIOUS: former })
    expect(await run(['audit', 'verify'], { ...there, JWT_SECRET_PREVIOUS: former })).toMatch(/^✓ /)
  },
)

async function run(args: readonly string[], settings: Readonly<Record<string, string>>): Promise<string> {
  const { code, stdout, stderr } = await quipu(args, settings)
  expect([args.join(' '), code, stderr]).toEqual([args.join(' '), 0, expect.any(String)])
  return stdout
}

/** The first migration that a start would apply. */
function firstOf(stdout: string): readonly string[] {
  const { pending } = JSON.parse(stdout) as { pending: readonly string[] }
  return pending.slice(0, 1)
}

/** With a store that nobody has used yet. */
async function installation(engine: (typeof engines)[number]) {
  if (engine === 'PostgreSQL') return emptyPlace(engine, secret)
  const folder = await folderWithStore()
  const own = readFileSync(join(folder, 'root-secret'), 'utf8').trim()
  return { folder, settings: { QUIPU_DATA_DIR: folder, PORT: String(await freePort()), JWT_SECRET: own } }
}

async function emptyPlace(engine: (typeof engines)[number], rootSecret: string) {
  const folder = join(temporaryFolder(), 'data')
  const settings = { QUIPU_DATA_DIR: folder, PORT: String(await freePort()), JWT_SECRET: rootSecret }
  if (engine === 'embedded') return { folder, settings }
  const database = await createDatabase()
  onTestFinished(() => database.drop())
  return { folder, settings: { ...settings, DATABASE_URL: database.url } }
}
