import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Lists the licences of everything that package-lock.json names, and fails on one that asks for more than to be named.
 * `npm run licences`, with `-- FOLDER` for another project.
 */
const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'))
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  // Asks for the source of its own files only, which npm gives.
  'MPL-2.0',
])
/** Never part of what people install. */
const allowedInDevelopment = new Set([
  // The MCP Inspector has its MIT licence in a file.
  'SEE LICENSE IN LICENSE',
  // Not for this machine: optional builds for other systems.
  'not installed',
  'CC-BY-4.0',
])

/** Say so in their README only. */
const inReadme = new Map([
  ['humanize-number', 'MIT'],
  ['only', 'MIT'],
])

const found = Object.entries(packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, { version, license, dev = false }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const licence = license ?? inReadme.get(name) ?? installedLicence(path)
    return { name, version, licence, isShipped: !dev }
  })
const refused = found.filter(({ licence, isShipped }) => !isAllowed(licence, isShipped))

for (const isShipped of [true, false]) {
  const part = found.filter((each) => each.isShipped === isShipped)
  console.log(`${isShipped ? 'shipped' : 'for development'}: ${part.length} packages`)
  const byLicence = Map.groupBy(part, ({ licence }) => licence)
  for (const [licence, all] of [...byLicence].toSorted(([, one], [, other]) => other.length - one.length))
    console.log(`  ${licence}: ${all.length <= 5 ? all.map(({ name }) => name).join(', ') : all.length}`)
}
for (const { name, version, licence } of refused)
  console.error(
    `${name} ${version} is under ${licence}: replace it, or allow it in scripts/licences.mjs with the reason`,
  )
process.exitCode = refused.length > 0 ? 1 : 0

/** Of packages whose lock entry has none, the manifest that is installed. */
function installedLicence(path) {
  const manifest = join(root, path, 'package.json')
  if (!existsSync(manifest)) return 'not installed'
  const { license, licenses } = JSON.parse(readFileSync(manifest, 'utf8'))
  return license?.type ?? license ?? licenses?.[0]?.type ?? 'unknown'
}

/** One of several that may be chosen is enough; of several that hold together, all must be allowed. */
function isAllowed(licence, isShipped) {
  const choices = licence.replace(/[()]/g, '').split(/ or /i)
  return choices.some((choice) =>
    choice
      .split(/ and /i)
      .every((name) => allowed.has(name) || (!isShipped && allowedInDevelopment.has(name))),
  )
}
