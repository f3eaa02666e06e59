import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The sample shop on this machine: 24 months of orders up to today, in a file that is written on the first use of a day. */
export class Sample {
  readonly #folder: string
  readonly #now: () => Date
  #writing: Promise<string> | undefined

  constructor(folder: string, now: () => Date) {
    this.#folder = join(folder, 'sample')
    this.#now = now
  }

  /** The file of today, written if it is not there. */
  async ensure(): Promise<string> {
    const name = `shop-${this.#now().toISOString().slice(0, 10)}.sqlite`
    const file = join(this.#folder, name)
    if (existsSync(file)) return file
    this.#writing ??= this.#write(file, name).finally(() => (this.#writing = undefined))
    return this.#writing
  }

  async #write(file: string, name: string): Promise<string> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    // Loaded once a day: nobody else needs the generator.
    const { writeSampleShop } = await import('./sample-shop/write-sample-shop.ts')
    await writeSampleShop(file, this.#now())
    const former = (await readdir(this.#folder)).filter((each) => each < name)
    await Promise.all(former.map((each) => rm(join(this.#folder, each), { force: true })))
    return file
  }
}
