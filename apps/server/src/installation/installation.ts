import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The root of this installation, wherever the command was started from. */
export const root = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/\/$/, '')

/** What an assistant is configured with: found by its absolute path, whatever Node the assistant has. */
export const program = `${root}/node_modules/.bin/quipu`

/** What the install has built of the web console. */
export const consoleFolder = `${root}/apps/console/dist`

// The manifest of this very package: it has a version.
export const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as {
  version: string
}
