import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/quipu-console')

/** A folder with the console as it is built for people. It is kept until the sources change. */
export async function builtConsole(): Promise<string> {
  const folder = join(cache, digestOfSources())
  if (existsSync(folder)) return folder
  const draft = join(cache, `draft-${process.pid}`)
  mkdirSync(draft, { recursive: true })
  await build(draft)
  try {
    renameSync(draft, folder)
  } catch (error) {
    // Another test was faster.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** Removes every build but the one of these sources. To be called when no test runs. */
export function forgetOldBuilds(): void {
  if (!existsSync(cache)) return
  const kept = digestOfSources()
  for (const name of readdirSync(cache))
    if (name !== kept) rmSync(join(cache, name), { recursive: true, force: true })
}

function digestOfSources(): string {
  const digest = createHash('sha256')
  const patterns = ['package-lock.json', 'apps/console/{src,public}/**/*', 'apps/console/*.{html,ts,json}']
  for (const file of globSync([...patterns, 'packages/orbits/src/*.ts'], { cwd: root }).toSorted())
    if (/\.\w+$/.test(file) && !file.includes('.test.'))
      digest.update(file).update(readFileSync(join(root, file)))
  return digest.digest('hex').slice(0, 16)
}

/** As it is shipped: the runner's own mode would give React's build for developers. */
async function build(folder: string): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const command = [vite, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error']
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, command, { cwd: join(root, 'apps/console'), env })
}
