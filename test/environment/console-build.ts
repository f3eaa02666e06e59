import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { KeptBuild, root } from './kept-build.ts'

const sources = [
  'package-lock.json',
  'apps/console/{src,public}/**/*',
  'apps/console/*.{html,ts,json}',
  'packages/orbits/src/*.ts',
]

export const consoleBuild = new KeptBuild('quipu-console', sources, build)

/** A folder with the console as it is built for people. */
export function builtConsole(): Promise<string> {
  return consoleBuild.folder()
}

/** As it is shipped: the runner's own mode would give React's build for developers. */
async function build(folder: string): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const command = [vite, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error']
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, command, { cwd: join(root, 'apps/console'), env })
}
