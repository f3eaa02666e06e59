import { lstat, realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { SourceError, SourceGone } from './source.ts'

export interface SourceRootsOptions {
  /** Folders from which people may connect files. Default: none. */
  readonly roots?: readonly string[]
  /** Single files that are open wherever they are: the sample shop. */
  readonly files?: readonly string[]
  /** Folders that are never open, even inside a root: the server's data folder. */
  readonly closed?: readonly string[]
}

interface AdmittedPath {
  /** The path without symbolic links: open this one. */
  readonly path: string
  readonly isFolder: boolean
}

/** Which files of this machine may be read as a source. */
export class SourceRoots {
  /** The options to create the same in another process. */
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

  /** Resolves every link first, so that the checked path is the one that is opened. Outside the roots an error does not say whether a file exists. */
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

  /** Whether a missing path may be reported as missing: only if its nearest existing folder is open. */
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

/** Null if it does not exist, also through a link. */
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
