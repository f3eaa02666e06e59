import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { open, realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { fileNotFound, TruthError } from './errors.ts'

/** A file below one of the roots; its path is absolute or relative to a root. Symbolic links below a root are not followed. */
export async function openBelow(
  path: string,
  { roots, closed }: { readonly roots: readonly string[]; readonly closed: readonly string[] },
): Promise<FileHandle> {
  for (const root of roots) {
    const real = await realOf(root)
    const inside = relative(root, isAbsolute(path) ? resolve(path) : resolve(root, path))
    if (real === undefined || isOutside(inside)) continue
    const wanted = join(real, inside)
    if ((await realOf(wanted)) !== wanted || (await liesIn(wanted, closed))) continue
    return openFile(wanted)
  }
  throw fileNotFound(outsideHint)
}

/** A file of the person who runs this process. */
export async function openAnywhere(path: string): Promise<FileHandle> {
  if (!isAbsolute(path)) throw fileNotFound('. file_path must be absolute')
  const real = await realOf(path)
  if (real === undefined) throw fileNotFound()
  return openFile(real)
}

async function openFile(real: string): Promise<FileHandle> {
  // Opening a pipe without a writer would block, and a link may have been created meanwhile.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(real, flags).catch(() => undefined)
  if (file === undefined) throw fileNotFound()
  try {
    // A parent folder may have become a link meanwhile.
    if (process.platform === 'linux' && (await realpath(`/proc/self/fd/${file.fd}`)) !== real)
      throw fileNotFound()
    if (!(await file.stat()).isFile())
      throw new TruthError(
        'UNSUPPORTED_FILE_TYPE',
        'file_path must name a regular file, not a folder or device',
      )
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

async function liesIn(path: string, folders: readonly string[]): Promise<boolean> {
  for (const folder of folders) if (!isOutside(relative((await realOf(folder)) ?? folder, path))) return true
  return false
}

function isOutside(inside: string): boolean {
  return inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)
}

async function realOf(path: string): Promise<string | undefined> {
  try {
    return await realpath(path)
  } catch {
    // It is missing, not readable, or not a valid path.
    return undefined
  }
}

const outsideHint =
  '. Over HTTP file_path must lie in a folder that the server names in TRUTH_UPLOAD_ROOTS, and not be a symbolic link'
