import { builtinModules } from 'node:module'
import { posix } from 'node:path'
import type { Import } from './imports.ts'
import { workspaceOf, type Project, type SourceFile, type Workspace } from './project.ts'

/** Which package may import which, by imports and by manifests. */
export function wrongEdges(project: Project): string[] {
  const byManifest = project.workspaces.flatMap((workspace) => wrongManifestEdges(project, workspace))
  const byImport = project.files.flatMap((file) =>
    file.imports.flatMap((found) => {
      const problem = problemOf(project, file, found)
      return problem ? [`${file.path}:${found.line} ${problem}`] : []
    }),
  )
  return [...byManifest, ...byImport]
}

function problemOf(project: Project, file: SourceFile, found: Import): string | null {
  const { specifier } = found
  if (specifier.startsWith('.'))
    return problemOfPath(project, file, posix.join(posix.dirname(file.path), specifier))
  if (/^(?:\/|[a-z]+:\/\/)/i.test(specifier))
    return `imports ${specifier} by an address that holds on one machine only`
  if (specifier.startsWith('node:')) return problemOfBuiltin(file, specifier)
  if (builtinModules.includes(specifier)) return `imports ${specifier}: write node:${specifier}`

  const name = packageName(specifier)
  const target = project.workspaces.find(({ folder, manifest }) => folder !== '' && manifest.name === name)
  if (target) {
    if (specifier !== name) return `reaches into ${name} with ${specifier}: import ${name}`
    if (!mayKnow(file.workspace, target.folder))
      return `imports ${name}, which ${file.workspace} must not know`
  }
  return problemOfDependency(project, file, name, found)
}

/** Only tests may leave their workspace by path, and only for the environment that `test/` gives them. */
function problemOfPath(project: Project, file: SourceFile, target: string): string | null {
  const targetWorkspace = workspaceOf(target)
  if (targetWorkspace !== file.workspace) {
    if (targetWorkspace !== '')
      return `reaches into another workspace with ${target}: import the package by its name`
    return file.isTest && target.startsWith('test/environment/') ? null : `leaves its workspace for ${target}`
  }
  const isTestTarget = project.files.some(({ path, isTest }) => isTest && path === target)
  // A measurement brings up the same servers as a test, and asks the same questions.
  const mayUseTestCode = file.isTest || /^bench\/|^modules\/[^/]+\/measure\//.test(file.path)
  return isTestTarget && !mayUseTestCode ? `imports test code ${target}` : null
}

function problemOfBuiltin(file: SourceFile, specifier: string): string | null {
  if (file.isTest) return null
  if (file.workspace === 'packages/orbits' || file.path.startsWith('apps/console/src/'))
    return `imports ${specifier}, which browsers do not have`
  const isPure = file.workspace === 'packages/kit' || libraries.has(file.workspace)
  if (!isPure || file.path === dictionary) return null
  const builtin = specifier.slice('node:'.length).split('/')[0] ?? ''
  return builtinsWithoutIo.has(builtin)
    ? null
    : `imports ${specifier}: ${file.workspace} does no input or output`
}

function problemOfDependency(project: Project, file: SourceFile, name: string, found: Import): string | null {
  const own = project.workspaces.find(({ folder }) => folder === file.workspace)
  if (own?.manifest.name === name) return file.isTest ? null : `imports its own package by name`

  const isAtRunTime = found.kind !== 'type' && !file.isTest && file.workspace !== ''
  if (own && dependencyNames(own, isAtRunTime).has(name)) return null
  if (file.workspace === '' && project.workspaces.some(({ manifest }) => manifest.name === name)) return null
  const root = project.workspaces.find(({ folder }) => folder === '')
  if (file.isTest && root && dependencyNames(root, false).has(name)) return null
  // Run beside frameworks that the bench installs elsewhere, so that the project does not depend on them.
  if (file.path.startsWith('bench/frameworks/peers/')) return null
  return `imports ${name}, which the manifest of ${file.workspace || 'the root'} does not list`
}

function wrongManifestEdges(project: Project, { folder, manifest }: Workspace): string[] {
  const names = dependencyNames({ folder, manifest }, false)
  return project.workspaces
    .filter((target) => target.folder !== '' && target.manifest.name && names.has(target.manifest.name))
    .filter((target) => !mayKnow(folder, target.folder))
    .map((target) => `${folder}/package.json lists ${target.manifest.name}, which it must not know`)
}

function mayKnow(from: string, to: string): boolean {
  if (from === to || from === '' || from === 'apps/server') return true
  if (from === 'packages/kit') return false
  const library = libraries.get(to)
  if (library) return library.isKnownTo(from)
  return to === 'packages/kit' && !from.startsWith('apps/') && !libraries.has(from)
}

/** Libraries without input or output, and who may import each. They import neither kit nor a module. */
const libraries: ReadonlyMap<string, { readonly isKnownTo: (workspace: string) => boolean }> = new Map([
  ['packages/orbits', { isKnownTo: (from) => from.startsWith('modules/') || from.startsWith('apps/') }],
  ['packages/connect', { isKnownTo: (from) => from.startsWith('apps/') || from === 'packages/host' }],
  ['packages/queue', { isKnownTo: (from) => from === 'packages/host' || from.startsWith('modules/') }],
  ['packages/query', { isKnownTo: (from) => from === 'packages/reading' || from === 'modules/data-agent' }],
  ['packages/reading', { isKnownTo: (from) => from === 'modules/data-agent' }],
])

/** Loads the dictionary, which comes with the code as its tables of words do. */
const dictionary = 'packages/reading/src/lexicon/dictionary-file.ts'

function dependencyNames({ manifest }: Workspace, isAtRunTime: boolean): Set<string> {
  const { dependencies, peerDependencies, optionalDependencies, devDependencies } = manifest
  const lists = [
    dependencies,
    peerDependencies,
    optionalDependencies,
    isAtRunTime ? undefined : devDependencies,
  ]
  return new Set(lists.flatMap((list) => Object.keys(list ?? {})))
}

function packageName(specifier: string): string {
  const parts = specifier.split('/')
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/')
}

const builtinsWithoutIo = new Set([
  'assert',
  'async_hooks',
  'buffer',
  'crypto',
  'events',
  'path',
  'string_decoder',
  'url',
  'util',
])
