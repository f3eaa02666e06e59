import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/** The README and every page of the documentation, by their paths. */
export const pages: readonly string[] = [
  'README.md',
  ...globSync('docs/site/*.md', { cwd: root }).toSorted((a, b) => a.localeCompare(b)),
]

export interface Block {
  /** What stands behind its three backticks, such as `sh`. */
  readonly info: string
  readonly text: string
}

export function blocksOf(page: string): readonly Block[] {
  const text = readFileSync(join(root, page), 'utf8')
  return Array.from(text.matchAll(/^```([^\n]*)\n([^]*?)^```$/gm), ([, info = '', block = '']) => ({
    info,
    text: block,
  }))
}
