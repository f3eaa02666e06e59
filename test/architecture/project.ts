import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { importsOf, type Import } from './imports.ts'
import { tokensOf, type Token } from './tokens.ts'

export type Manifest = {
  name?: string
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** A folder with its own manifest, such as `packages/kit`; '' is the root. */
export type Workspace = { folder: string; manifest: Manifest }

export type SourceFile = {
  path: string
  workspace: string
  isTest: boolean
  lines: number
  tokens: Token[]
  imports: Import[]
}

export type Project = {
  workspaces: Workspace[]
  files: SourceFile[]
  folders: string[]
  specs: Map<string, string>
}

/** `texts` holds every file of interest by its path: manifests, SPEC.md, sources. */
export function projectOf(texts: ReadonlyMap<string, string>): Project {
  const paths = [...texts.keys()]
  const workspaces = paths
    .filter((path) => posix.basename(path) === 'package.json')
    .map((path) => ({
      folder: posix.dirname(path) === '.' ? '' : posix.dirname(path),
      // Written by npm; an invalid manifest fails here, in the test.
      manifest: JSON.parse(texts.get(path) ?? '{}') as Manifest,
    }))
  const files = paths
    .filter((path) => sourceName.test(path))
    .map((path) => sourceFileOf(path, texts.get(path) ?? ''))
  const specs = new Map([...texts].filter(([path]) => posix.basename(path) === 'SPEC.md'))
  return { workspaces, files, folders: [...new Set(paths.flatMap(foldersAbove))], specs }
}

export function readTexts(root: string): Map<string, string> {
  const texts = new Map<string, string>()
  const visit = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = posix.join(folder, entry.name)
      if (entry.isDirectory() && !foreignFolders.has(entry.name)) visit(path)
      if (entry.isFile() && isOfInterest(path)) texts.set(path, readFileSync(join(root, path), 'utf8'))
    }
  }
  visit('')
  return texts
}

export function workspaceOf(path: string): string {
  return /^(?:packages|modules|apps)\/[^/]+/.exec(path)?.[0] ?? ''
}

const sourceName = /\.(?:[cm]?ts|tsx|[cm]?js|jsx)$/
const foreignFolders = new Set(['node_modules', '.git', 'data', 'dist', 'generated', 'coverage'])

function isOfInterest(path: string): boolean {
  return sourceName.test(path) || ['package.json', 'SPEC.md'].includes(posix.basename(path))
}

function sourceFileOf(path: string, text: string): SourceFile {
  const tokens = tokensOf(text)
  const imports = importsOf(tokens)
  return {
    path,
    workspace: workspaceOf(path),
    isTest: isTestCode(path, imports),
    lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    tokens,
    imports,
  }
}

/** The tests, everything below `test/`, and what several tests share: named `test-…`, in `testing/`, or a suite. */
function isTestCode(path: string, imports: readonly Import[]): boolean {
  const isNamedSo = /\.test\.tsx?$|\/test-[^/]+\.tsx?$|\/testing\//.test(path) || path.startsWith('test/')
  return isNamedSo || imports.some(({ specifier }) => specifier === 'vitest')
}

function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}
