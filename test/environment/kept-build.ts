import { createHash } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { locks, madeOnce } from './made-once.ts'

export const root = resolve(import.meta.dirname, '../..')

/** Another run that began before a source was changed may still use the one before. */
const mostKept = 3

/** Something that is built from sources and kept among the installed packages until they change. */
export class KeptBuild {
  readonly #cache: string
  readonly #sources: readonly string[]
  readonly #build: (folder: string) => Promise<void>
  #folder: Promise<string> | undefined

  constructor(name: string, sources: readonly string[], build: (folder: string) => Promise<void>) {
    this.#cache = join(root, 'node_modules/.cache', name)
    this.#sources = sources
    this.#build = build
  }

  /** The folder that it is in. */
  folder(): Promise<string> {
    this.#folder ??= this.#find()
    return this.#folder
  }

  /** Removes all builds but those that were used last. To be called when no test runs. */
  forgetOld(): void {
    if (!existsSync(this.#cache)) return
    const names = readdirSync(this.#cache).filter((name) => name !== locks)
    const paths = names.map((name) => join(this.#cache, name))
    const usedAt = new Map(paths.map((path) => [path, statSync(path).mtimeMs]))
    const old = paths.toSorted((a, b) => (usedAt.get(b) ?? 0) - (usedAt.get(a) ?? 0)).slice(mostKept)
    for (const path of old) rmSync(path, { recursive: true, force: true })
  }

  async #find(): Promise<string> {
    const folder = join(this.#cache, this.#digest())
    if (existsSync(folder)) {
      utimesSync(folder, new Date(), new Date())
      return folder
    }
    await madeOnce(folder, this.#build)
    return folder
  }

  #digest(): string {
    const digest = createHash('sha256')
    for (const file of globSync([...this.#sources], { cwd: root }).toSorted())
      if (/\.\w+$/.test(file) && !file.includes('.test.'))
        digest.update(file).update(readFileSync(join(root, file)))
    return digest.digest('hex').slice(0, 16)
  }
}
