/**
 * Makes `dist/quipu-VERSION-PLATFORM-ARCH.mcpb` for desktop clients: the package of `npm run package`, installed with its
 * dependencies for this machine, and the manifest that says how it is started. Run it on each platform it is meant for.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zipSync } from 'fflate'

const root = fileURLToPath(new URL('..', import.meta.url))
const manifest = JSON.parse(readFileSync(join(root, 'deploy/mcpb-manifest.json'), 'utf8'))
const { version } = manifest
const folder = join(root, 'dist', 'mcpb')

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'package.json'), '{}\n')
const install = [
  'install',
  '--no-audit',
  '--no-fund',
  '--prefer-offline',
  join(root, 'dist', `quipu-${version}.tgz`),
]
execFileSync('npm', install, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
for (const node of globSync('node_modules/node-linux-*', { cwd: folder }))
  rmSync(join(folder, node), { recursive: true })
rmSync(join(folder, 'node_modules/.bin'), { recursive: true, force: true })
cpSync(join(root, 'apps/console/public/icon.svg'), join(folder, 'icon.svg'))
const compatibility = { ...manifest.compatibility, platforms: [process.platform] }
writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify({ ...manifest, compatibility }, null, 2)}\n`)

const files = globSync('**/*', { cwd: folder }).filter((name) => statSync(join(folder, name)).isFile())
const archive = zipSync(Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name))])))
const name = `quipu-${version}-${process.platform}-${process.arch}.mcpb`
writeFileSync(join(root, 'dist', name), archive)
console.log(`dist/${name} (${archive.byteLength} bytes, ${files.length} files)`)
