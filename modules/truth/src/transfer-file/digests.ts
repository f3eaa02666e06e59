import { createHash, type Hash } from 'node:crypto'
import type { Json, JsonObject } from '@quipu/kit'
import { canonicalText } from '../model/ids.ts'

/** Both hashes of a file of truth, line by line. */
export class Digests {
  readonly #content: Hash = createHash('sha256')
  readonly #bytes: Hash = createHash('sha256')

  /** `text` is the line as in the file, without its end. */
  add(line: JsonObject, text: string): void {
    this.#bytes.update(text).update('\n')
    const { learned, ...content } = line
    this.#content.update(learned === undefined ? text : canonicalText(content as Json)).update('\n')
  }

  end(): { readonly content_sha256: string; readonly sha256: string } {
    return { content_sha256: this.#content.digest('hex'), sha256: this.#bytes.digest('hex') }
  }
}
