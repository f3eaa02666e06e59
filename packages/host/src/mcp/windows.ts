import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tool } from '@quipu/kit'
import type { Profile } from './profile.ts'

const windowMimeType = 'text/html;profile=mcp-app'

const prefix = 'ui://quipu/'

/** The metadata of a tool's window in `tools/list`, for clients that can show one. */
export function windowMeta({ window }: Tool): Record<string, unknown> {
  return window === undefined ? {} : { _meta: { ui: { resourceUri: prefix + window } } }
}

/** The windows of the console's build: one self-contained page each. */
export class Windows {
  readonly #folder: string | undefined

  constructor(consoleFolder: string | undefined) {
    this.#folder = consoleFolder === undefined ? undefined : join(consoleFolder, 'windows')
  }

  /** The contents of a window that a tool of this profile declares; undefined for any other address. */
  async read(uri: string, profile: Profile): Promise<Record<string, unknown> | undefined> {
    if (!uri.startsWith(prefix) || this.#folder === undefined) return undefined
    const declared = [...profile.tools].find(({ thing }) => thing.window === uri.slice(prefix.length))
    if (declared === undefined) return undefined
    const text = await this.#page(`${declared.thing.window}.html`)
    return text === undefined ? undefined : { uri, mimeType: windowMimeType, text, _meta: { ui: policy } }
  }

  async #page(file: string): Promise<string | undefined> {
    try {
      return await readFile(join(this.#folder ?? '', file), 'utf8')
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    }
  }
}

/** A window loads nothing and connects to nothing: the client passes it what it shows. */
const policy = {
  csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
  prefersBorder: true,
}
