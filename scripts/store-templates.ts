/**
 * Puts the templates of an embedded store into a folder: `node scripts/store-templates.ts FOLDER`. To make them takes
 * ten seconds, so they are kept among the installed packages until a source changes that decides what is in them.
 */
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, 'node_modules/.cache/quipu-templates')
const names = ['bare.zst', 'migrated.zst'] as const
const kept = join(cache, digest())

if (!existsSync(kept)) await make()
const target = resolve(process.argv[2] ?? '.')
mkdirSync(target, { recursive: true })
for (const name of names) copyFileSync(join(kept, name), join(target, name))

/** Complete before it has its name, because another build may be at it too. */
async function make(): Promise<void> {
  const draft = join(cache, `draft-${process.pid}`)
  const [bare, migrated] = names.map((name) => join(draft, name)) as [string, string]
  // Loaded here, because mostly none of it is needed.
  const { makeStoreTemplates } = await import('@quipu/host')
  const modules = await (await import('./all-modules.ts')).allModules()
  const silent = { debug() {}, info() {}, warn() {}, error() {} }
  await makeStoreTemplates({ bare, migrated }, { modules, log: silent, now: () => new Date() })
  if (!existsSync(kept)) renameSync(draft, kept)
  for (const name of readdirSync(cache))
    if (!name.startsWith('draft-') && join(cache, name) !== kept)
      rmSync(join(cache, name), { recursive: true, force: true })
}

function digest(): string {
  const hash = createHash('sha256').update(
    readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')),
  )
  const sources = [
    'scripts/all-modules.ts',
    'packages/host/src/*store*.ts',
    'packages/host/src/storage/**/*.ts',
    'modules/*/src/migrations/*.ts',
  ]
  for (const file of globSync(sources, { cwd: root }).toSorted())
    if (!file.includes('test')) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}
