/**
 * Two things that an installation needs beside its packages. npm on an older Node leaves out, without a word, optional
 * packages that ask for a newer one. The Node that the project brings along could run them, so npm runs once more on
 * it, but only when something was left out. Then the web console is built: it alone is not run from its sources.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

const neededMajor = 24
const secondPass = 'QUIPU_SECOND_INSTALL_PASS'

const npmNode = process.env.npm_config_user_agent?.match(/node\/v(\S+)/)?.[1] ?? process.versions.node
// npm puts node_modules/.bin first on the PATH of its scripts, so this is the Node that the project's commands get.
const isUsable = major(process.versions.node) >= neededMajor
if (!isUsable)
  console.warn(
    `Quipu needs Node ${neededMajor} or later and this is ${process.version}: install it from https://nodejs.org`,
  )
if (!process.env[secondPass] && isUsable) {
  if (major(npmNode) < neededMajor) completeInstall()
  buildConsole()
}

/** The types of its client are for the type check and for editors; the build itself does without. */
function buildConsole() {
  const vite = join('node_modules', 'vite', 'bin', 'vite.js')
  const steps = [
    [join('scripts', 'generate-client.ts')],
    [vite, 'build', '--logLevel', 'warn', join('apps', 'console')],
  ]
  for (const step of steps) {
    const { status, stdout, stderr } = spawnSync(process.execPath, step, {
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production' },
    })
    if (status === 0) continue
    console.error(`The web console could not be built.\n${stdout ?? ''}${stderr ?? ''}`)
    process.exitCode = 1
    return
  }
}

function completeInstall() {
  const leftOut = packagesLeftOut()
  if (leftOut.length === 0) return

  const path = [join(process.cwd(), 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH: path, [secondPass]: '1' }
  const { status } = spawnSync(
    'npm',
    ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  if (status === 0) return
  console.error(
    `These optional packages could not be installed: ${leftOut.join(', ')}. Run "npm install" again.`,
  )
  process.exitCode = 1
}

function packagesLeftOut() {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const isSatisfied = semverOfNpm()
  return Object.entries(packages)
    .filter(([path, about]) => isOptional(about) && isForThisMachine(about) && !existsSync(path))
    .filter(([, { engines }]) => engines?.node && !isSatisfied(npmNode, engines.node))
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
}

function isOptional({ optional, devOptional, dev }) {
  const omitsDev = process.env.NODE_ENV === 'production' || process.env.npm_config_omit?.includes('dev')
  const omitsOptional = process.env.npm_config_omit?.includes('optional')
  return (optional || devOptional) && !omitsOptional && !(dev && omitsDev)
}

function isForThisMachine({ os, cpu, libc }) {
  const ownLibc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
  return (
    allows(os, process.platform) &&
    allows(cpu, process.arch) &&
    (process.platform !== 'linux' || allows(libc, ownLibc))
  )
}

function allows(wanted, value) {
  const list = [wanted ?? []].flat()
  if (list.includes(`!${value}`)) return false
  return list.includes(value) || list.every((entry) => entry.startsWith('!'))
}

/** npm's own copy: ours may be among what was left out. Without it every range counts as unmet, which costs one pass. */
function semverOfNpm() {
  try {
    return createRequire(process.env.npm_execpath)('semver').satisfies
  } catch {
    return () => false
  }
}

function major(version) {
  return Number.parseInt(version, 10)
}
