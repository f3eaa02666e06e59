import { constants, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from './places.ts'

/** A data folder with a store that nobody has opened yet: to create one takes seconds, to copy one hardly any time. */
export async function copyOfEmptyStore(): Promise<{ path: string } & Disposable> {
  const template = await templateStore()
  const folder = temporaryFolder()
  cpSync(template, folder.path, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return folder
}

/** Kept among the installed packages, by the version of PGlite: a new one makes its own. */
async function templateStore(): Promise<string> {
  const entry = createRequire(import.meta.resolve('@quipu/host')).resolve('@electric-sql/pglite')
  const manifest = join(dirname(entry), '../package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  const cache = join(import.meta.dirname, '../../node_modules/.cache/quipu')
  const template = join(cache, `empty-store-${version}`)
  if (existsSync(template)) return template

  const draft = join(cache, `draft-${process.pid}`)
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(join(draft, 'store'), { recursive: true, mode: 0o700 })
  await createStore(entry, join(draft, 'store'))
  try {
    renameSync(draft, template)
  } catch (error) {
    // Another test was faster.
    rmSync(draft, { recursive: true })
    if (!existsSync(template)) throw error
  }
  return template
}

/** PGlite is the host's dependency, not ours, and so it is found by way of the host. */
async function createStore(entry: string, folder: string): Promise<void> {
  const { PGlite } = (await import(pathToFileURL(entry).href)) as {
    PGlite: { create(folder: string): Promise<{ close(): Promise<void> }> }
  }
  await (await PGlite.create(folder)).close()
}
