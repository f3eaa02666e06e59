import { mkdirSync, writeFileSync } from 'node:fs'
import { temporaryFolder } from '../../../../../test/environment/index.ts'
import { openSource } from '../opening/open-source.ts'
import { SourceRoots } from '../source-roots.ts'
import type { Table } from '../source.ts'
import { never } from '../test-limits.ts'

/** A folder of these files, opened as a source. */
export async function openFiles(contents: Readonly<Record<string, string | Buffer>>, memoryMb?: number) {
  const folder = temporaryFolder()
  mkdirSync(`${folder.path}/data`)
  const write = (name: string, content: string | Buffer) =>
    writeFileSync(`${folder.path}/data/${name}`, content)
  for (const [name, content] of Object.entries(contents)) write(name, content)
  const source = await openSource(
    { kind: 'files', paths: [`${folder.path}/data`] },
    { roots: new SourceRoots({ roots: [folder.path] }), memoryMb },
  )
  return {
    folder: `${folder.path}/data`,
    write,
    rows: async (sql: string) => (await source.query({ sql, parameters: [] }, never())).rows,
    table: async (name: string): Promise<Table> => {
      const all = await source.tables({ ...never(), isUnderstood: true })
      const found = all.find((table) => table.name === name)
      if (found === undefined) throw new Error(`There is no table ${name}`)
      return found
    },
    async [Symbol.asyncDispose]() {
      await source[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}
