/**
 * Makes the package that people install: `dist/quipu-VERSION.tgz`. Node does not strip types inside node_modules, so our
 * sources are compiled; they and all dependencies of plain JavaScript are bundled, which pins every one of them. What is
 * compiled for a machine, is WebAssembly or is a large file stays a dependency of its exact version.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleServer, installed } from './bundle.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, 'dist', 'package')

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
execFileSync(process.execPath, [join(root, 'scripts/docs.mjs'), join(target, 'docs/dist')], {
  stdio: 'ignore',
})
const bundled = await bundleServer(target)
cpSync(join(root, 'apps/console/dist'), join(target, 'apps/console/dist'), { recursive: true })
for (const file of ['LICENSE', 'README.md', '.env.example']) cpSync(join(root, file), join(target, file))
writeManifest()
writeLicences(bundled)
const [packed] = JSON.parse(
  execFileSync(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', join(root, 'dist'), target],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  ),
)
console.log(`dist/${packed.filename} (${packed.size} bytes, ${packed.entryCount} files)`)

function writeManifest() {
  const { license, description, optionalDependencies } = manifestOf(root)
  const server = manifestOf(join(root, 'apps/server'))
  const manifest = {
    name: 'quipu',
    // By which the MCP registry sees that the package is meant by its entry there.
    mcpName: JSON.parse(readFileSync(join(root, 'deploy/server.json'), 'utf8')).name,
    version: server.version,
    description,
    license,
    keywords: ['mcp', 'model-context-protocol', 'self-hosted'],
    type: 'module',
    bin: { quipu: 'bin/quipu.js' },
    // On an older one it runs itself on the Node that is installed with it.
    engines: { node: '>=20' },
    dependencies: Object.fromEntries(
      installed.map((name) => [name, manifestOf(join(root, 'node_modules', name)).version]),
    ),
    optionalDependencies,
  }
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Of every package whose code is in the bundle, as its licence asks for. */
function writeLicences(modules) {
  const folders = new Set(
    modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
  )
  const texts = [...folders]
    .toSorted((a, b) => a.localeCompare(b))
    .map((folder) => {
      const { name, version, license } = manifestOf(folder)
      const [file] = globSync('{LICEN[CS]E,licen[cs]e,COPYING}*', { cwd: folder })
      const text = file === undefined ? `Licence: ${license}\n` : readFileSync(join(folder, file), 'utf8')
      return `${name} ${version} (${license})\n\n${text.trim()}\n`
    })
  const line = `\n${'-'.repeat(80)}\n\n`
  writeFileSync(join(target, 'THIRD-PARTY-LICENSES.txt'), texts.join(line))
}

function manifestOf(folder) {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) throw new Error(`${dirname(file)} has no package.json: run npm install first`)
  return JSON.parse(readFileSync(file, 'utf8'))
}
