import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { missingPart } from './store-files.ts'

/** Writes a closed store to one file, from which new ones are copied. */
export async function packTemplate(store: string, file: string): Promise<void> {
  const entries = await readdir(store, { recursive: true, withFileTypes: true })
  const nameOf = (entry: { parentPath: string; name: string }) =>
    join(entry.parentPath, entry.name).slice(store.length + 1)
  const folders = entries.filter((entry) => entry.isDirectory()).map(nameOf)
  const names = entries.filter((entry) => entry.isFile()).map(nameOf)
  const contents = await Promise.all(names.map((name) => readFile(join(store, name))))
  const files = names.map((name, index): [string, number] => [name, contents[index]?.length ?? 0])
  const list = Buffer.from(JSON.stringify({ folders: folders.toSorted(), files } satisfies List))
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32LE(list.length)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, await compress(Buffer.concat([length, list, ...contents]), { params: packing }))
}

/** Fills a folder with the store of a template. Throws if there is none, or none that is complete. */
export async function unpackTemplate(file: string, folder: string): Promise<void> {
  const bytes = await decompress(await readFile(file), { params: unpacking })
  const begin = lengthBytes + bytes.readUInt32LE(0)
  const { folders, files } = JSON.parse(bytes.toString('utf8', lengthBytes, begin)) as List
  for (const name of folders) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 })
  let at = begin
  // A thousand small files: to wait for each of them would take several times as long.
  for (const [name, size] of files) {
    writeFileSync(join(folder, name), bytes.subarray(at, at + size), { mode: 0o600 })
    at += size
  }
  const problem = at === bytes.length ? missingPart(folder) : 'its length is wrong'
  if (problem !== undefined) throw new Error(`The template ${file} is damaged: ${problem}`)
}

/** Then the contents of the files follow, in this order. */
interface List {
  readonly folders: readonly string[]
  readonly files: readonly (readonly [name: string, size: number])[]
}

const lengthBytes = 4
const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Many files of a store are alike and far apart. A file with a changed byte is noticed. */
const packing = {
  [constants.ZSTD_c_compressionLevel]: 12,
  [constants.ZSTD_c_windowLog]: 26,
  [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  [constants.ZSTD_c_checksumFlag]: 1,
}
const unpacking = { [constants.ZSTD_d_windowLogMax]: 26 }
