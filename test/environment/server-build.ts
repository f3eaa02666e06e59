import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { KeptBuild, root } from './kept-build.ts'

const sources = [
  'package-lock.json',
  'scripts/{bundle.mjs,store-templates.ts}',
  'apps/server/{bin,src}/**/*',
  'apps/server/package.json',
  'packages/*/src/**/*',
  'modules/*/src/**/*',
]

export const serverBuild = new KeptBuild('quipu-server', sources, build)

/**
 * The program `quipu` as it is installed, with the console and the documentation of the checkout. It takes half the
 * processor time of the sources, which are a thousand files.
 */
export async function builtServer(): Promise<string> {
  return join(await serverBuild.folder(), 'bin/quipu.js')
}

async function build(folder: string): Promise<void> {
  await promisify(execFile)(process.execPath, [join(root, 'scripts/bundle.mjs'), folder])
  for (const built of ['apps/console', 'docs']) {
    mkdirSync(join(folder, built), { recursive: true })
    symlinkSync(join(root, built, 'dist'), join(folder, built, 'dist'))
  }
}
