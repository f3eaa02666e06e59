import { execFileSync } from 'node:child_process'
import { temporaryFolder } from './places.ts'

/** A separate file system with this many megabytes, to be filled. */
export function smallDisk(megabytes: number): { path: string } & Disposable {
  const folder = temporaryFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder.path], {
    stdio: 'ignore',
  })
  return {
    path: folder.path,
    [Symbol.dispose]() {
      execFileSync('umount', [folder.path])
      folder[Symbol.dispose]()
    },
  }
}

/** Only a superuser may, and not in every container. */
export function canMount(): boolean {
  try {
    smallDisk(1)[Symbol.dispose]()
    return true
  } catch {
    return false
  }
}
