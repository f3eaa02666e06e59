import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { SourceRoots } from '../source-roots.ts'
import { SourceError } from '../source.ts'
import type { DataFile } from './messy/data-file.ts'

const mostFiles = 500

/** The files to read, each checked by its real path. */
export async function findFiles(paths: readonly string[], roots: SourceRoots): Promise<readonly DataFile[]> {
  const found = (await Promise.all(paths.map((path) => filesAt(path, roots)))).flat()
  const files = [...new Map(found.map((file) => [file.path, file])).values()]
  if (files.length === 0)
    throw new SourceError(
      'missing',
      'There is no CSV, Excel, Parquet, JSON or DuckDB file here; connect a folder that holds some',
    )
  if (files.length > mostFiles)
    throw new SourceError(
      'refused',
      `There are more than ${mostFiles} files here; connect a folder with fewer`,
    )
  return files
}

async function filesAt(path: string, roots: SourceRoots): Promise<DataFile[]> {
  const place = await roots.admit(path)
  if (!place.isFolder) {
    const file = dataFile(path, place.path)
    if (file === null)
      throw new SourceError(
        'refused',
        'Only .csv, .tsv, .xlsx, .parquet, .json, .jsonl, .ndjson and .duckdb files can be read',
      )
    return [file]
  }
  const names = (await readdir(place.path)).toSorted()
  const wanted = names.filter((name) => !/^[.~]/.test(name) && readerOf(name) !== null)
  const admitted = wanted.map(async (name) => {
    const inside = await roots.admit(join(place.path, name))
    return inside.isFolder ? null : dataFile(name, inside.path)
  })
  return (await Promise.all(admitted)).filter((file) => file !== null)
}

function dataFile(given: string, path: string): DataFile | null {
  const reader = readerOf(given)
  return (
    reader && {
      name: basename(given)
        .replace(/\.gz$/i, '')
        .replace(/\.[^.]+$/, ''),
      path,
      reader,
    }
  )
}

function readerOf(name: string): DataFile['reader'] | null {
  if (/\.(csv|tsv)(\.gz)?$/i.test(name)) return 'read_csv'
  if (/\.parquet$/i.test(name)) return 'read_parquet'
  if (/\.xls[xm]$/i.test(name)) return 'workbook'
  if (/\.(duckdb|ddb)$/i.test(name)) return 'database'
  return /\.(json|jsonl|ndjson)(\.gz)?$/i.test(name) ? 'read_json' : null
}
