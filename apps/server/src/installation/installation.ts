import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the files of this program are: the checkout, or the package that was installed. */
const files = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/\/$/, '')
const folders = foldersOf(files, process.cwd())

/** Whose `.env` and data folder count, wherever the command was started from. */
export const root = folders.root

/** Whether the same settings are found from wherever it is started. */
export const hasOwnRoot = folders.isOwn

/** What an assistant is configured with: found by its absolute path, whatever Node the assistant has. */
export const program = folders.program

/** The build of the web console. */
export const consoleFolder = `${files}/apps/console/dist`

/** Made with the package. A checkout has none. */
export const storeTemplates = {
  bare: `${files}/apps/server/store/bare.zst`,
  migrated: `${files}/apps/server/store/migrated.zst`,
}

/** The build of the documentation. */
export const docsFolder = `${files}/docs/dist`

// The manifest of this very package: it has a version.
export const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as {
  version: string
}

/**
 * The settings and data of a checkout are in the checkout. A package uses those of the project in which it is
 * installed. If npx fetched it, or all users of the machine share it, it uses those of the folder where it was started.
 */
export function foldersOf(files: string, cwd: string): Folders {
  if (basename(dirname(files)) !== 'node_modules')
    return { root: files, program: `${files}/node_modules/.bin/quipu`, isOwn: true }
  const project = dirname(dirname(files))
  const isOwn = existsSync(join(project, 'package.json')) && !project.includes('/_npx/')
  return isOwn
    ? { root: project, program: `${project}/node_modules/.bin/quipu`, isOwn }
    : { root: cwd, program: `${files}/bin/quipu.js`, isOwn }
}

interface Folders {
  readonly root: string
  readonly program: string
  readonly isOwn: boolean
}
