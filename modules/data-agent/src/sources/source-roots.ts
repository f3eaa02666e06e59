import { lstat, realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { SourceError, SourceGone } from './source.ts'

export interface SourceRootsOptions {
  /** Folders under which people may connect files. Default: none. */
  readonly roots?: readonly string[]
  /** Single files that are open wherever they lie: the sample shop. */
  readonly files?: readonly string[]
  /** Folders that are never open, though a root may hold them: the server's data folder. */
  readonly closed?: readonly string[]
}

interface AdmittedPath {
  /** Without a symbolic link in it: open this one. */
  readonly path: string
  readonly isFolder: boolean
}

/** Which files of this machine may be read as a source. */
export class SourceRoots {
  /** From which another process makes the same. */
  readonly options: SourceRootsOptions
  readonly #roots: readonly string[]
  readonly #files: readonly string[]
  readonly #closed: readonly string[]

  constructor(options: SourceRootsOptions = {}) {
    const { roots = [], files = [], closed = [] } = options
    this.options = options
    this.#roots = roots.map((root) => resolve(root))
    this.#files = files.map((file) => resolve(file))
    this.#closed = closed.map((folder) => resolve(folder))
  }

  /** Follows every link first, so what is judged is what will be opened. Outside the roots nothing is told, not even absence. */
  async admit(path: string): Promise<AdmittedPath> {
    if (path.includes('\0') || !isAbsolute(path)) throw outside()
    const real = await realPath(path)
    if (real === null) throw (await this.#mayKnow(resolve(path))) ? new SourceGone() : outside()
    if (!(await this.#isOpen(real))) throw outside()
    const found = await stat(real)
    if (!found.isFile() && !found.isDirectory())
      throw new SourceError('refused', 'This is neither a file nor a folder; connect a regular file')
    return { path: real, isFolder: found.isDirectory() }
  }

  async #isOpen(real: string): Promise<boolean> {
    const [roots, files, closed] = await Promise.all([
      realPaths(this.#roots),
      realPaths(this.#files),
      realPaths(this.#closed),
    ])
    if (files.includes(real)) return true
    if (closed.some((folder) => isWithin(real, folder))) return false
    return roots.some((root) => isWithin(real, root))
  }

  /** Whether a path that leads nowhere may be called missing: only if its nearest existing folder is open. */
  async #mayKnow(path: string): Promise<boolean> {
    if (this.#files.includes(path)) return true
    for (let folder = resolve(path, '..'); ; folder = resolve(folder, '..')) {
      const real = await realPath(folder)
      if (real !== null) return this.#isOpen(real)
      if (folder === resolve(folder, '..')) return false
    }
  }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

async function realPaths(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(paths.map(realPath))
  return found.filter((path) => path !== null)
}

/** Null when it leads nowhere, also through a link. */
async function realPath(path: string): Promise<string | null> {
  try {
    await lstat(path)
    return await realpath(path)
  } catch {
    return null
  }
}

function outside(): SourceError {
  return new SourceError(
    'refused',
    'Files can only be read from the folders named in QUIPU_SOURCE_ROOTS; move the file there or ask an administrator to add its folder',
  )
}
