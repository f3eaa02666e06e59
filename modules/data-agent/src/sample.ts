import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The sample shop on this machine: 24 months of orders up to today, in a file that is written on the first use of a day. */
export class Sample {
  readonly #folder: string
  readonly #now: () => Date
  #writing: { readonly file: string; readonly done: Promise<string> } | undefined

  constructor(folder: string, now: () => Date) {
    this.#folder = join(folder, 'sample')
    this.#now = now
  }

  /** The file of today, written if it does not exist. */
  async ensure(): Promise<string> {
    const today = this.#now()
    const file = join(this.#folder, nameOf(today))
    if (existsSync(file)) return file
    if (this.#writing?.file !== file)
      this.#writing = { file, done: this.#write(file, today).finally(() => (this.#writing = undefined)) }
    return this.#writing.done
  }

  async #write(file: string, today: Date): Promise<string> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    // Loaded on demand: the generator is needed once a day.
    const { writeSampleShop } = await import('./sample-shop/write-sample-shop.ts')
    await writeSampleShop(file, today)
    // Questions that were asked before midnight may still be reading the file of yesterday.
    const yesterday = nameOf(new Date(today.getTime() - 86_400_000))
    const former = (await readdir(this.#folder)).filter((each) => each < yesterday)
    await Promise.all(former.map((each) => rm(join(this.#folder, each), { force: true })))
    return file
  }
}

function nameOf(day: Date): string {
  return `shop-${day.toISOString().slice(0, 10)}.sqlite`
}
