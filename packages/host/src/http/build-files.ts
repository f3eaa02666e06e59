import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

export interface BuildFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly contentType: string
  readonly isGzipped: boolean
}

type Bytes = Uint8Array<ArrayBuffer>

const gzipAsync = promisify(gzip)
/** Smaller files are sent uncompressed. */
const worthGzipping = 1024

/** The files of a build in a folder. */
export class BuildFiles {
  readonly #folder: string
  /** By path and time, so that a new build replaces the former one. */
  readonly #gzipped = new Map<string, { readonly modifiedMs: number; readonly bytes: Promise<Bytes> }>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** `path` must have been checked: it is used unchanged. */
  async read(path: string, { mayGzip = false } = {}): Promise<BuildFile | undefined> {
    const place = join(this.#folder, path)
    const contentType = contentTypes[extname(path)] ?? 'application/octet-stream'
    try {
      const { mtimeMs, size } = await stat(place)
      const isGzipped = mayGzip && size >= worthGzipping && isText.test(contentType)
      const bytes = isGzipped ? await this.#gzip(place, mtimeMs) : await readFile(place)
      return { bytes, contentType, isGzipped }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined
      throw error
    }
  }

  #gzip(place: string, modifiedMs: number): Promise<Bytes> {
    const known = this.#gzipped.get(place)
    if (known?.modifiedMs === modifiedMs) return known.bytes
    const bytes = readFile(place).then((plain) => gzipAsync(plain) as Promise<Bytes>)
    this.#gzipped.set(place, { modifiedMs, bytes })
    bytes.catch(() => this.#gzipped.delete(place))
    return bytes
  }
}

const isText = /^text\/|json$|svg|wasm$/

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}
