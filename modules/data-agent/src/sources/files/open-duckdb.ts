import { DuckDBInstance } from '@duckdb/node-api'
import { duckdbFailure } from './duckdb-failure.ts'
import { attachDatabases } from './messy/expand-files.ts'
import { FileTables } from './file-tables.ts'
import type { DataFile } from './messy/data-file.ts'
import { pathText } from './messy/path-text.ts'

interface OpenedFiles {
  readonly instance: DuckDBInstance
  readonly tables: FileTables
}

/** A database in memory with one table per file, locked so that it can only read these files. */
export async function openDuckdb(files: readonly DataFile[], memoryMb: number): Promise<OpenedFiles> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '2',
    memory_limit: `${memoryMb}MB`,
    temp_directory: '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  })
  try {
    const connection = await instance.connect()
    await attachDatabases(connection, files)
    await connection.run(`set allowed_paths = [${files.map(({ path }) => pathText(path)).join(', ')}]`)
    await connection.run('set enable_external_access = false')
    await connection.run('set lock_configuration = true')
    const tables = new FileTables(files, memoryMb)
    await tables.make(connection)
    connection.closeSync()
    return { instance, tables }
  } catch (error) {
    instance.closeSync()
    throw duckdbFailure(error, memoryMb)
  }
}
