import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Json } from '@quipu/kit'
import { interpret } from './interpret.ts'
import type { ImageReader } from './statement/interpretation.ts'

/** Interprets every file below a folder, by name, and writes one line per file, also for equal files. */
export async function extractFolder(
  folder: string,
  out: string,
  readImage?: ImageReader,
): Promise<{ readonly files: number }> {
  const files = filesBelow(folder, '')
  const lines: string[] = []
  for (const file of files) lines.push(`${JSON.stringify(await extract(folder, file, readImage))}\n`)
  writeFileSync(out, lines.join(''))
  return { files: files.length }
}

async function extract(folder: string, file: string, readImage: ImageReader | undefined): Promise<Json> {
  const bytes = readFileSync(join(folder, file))
  const found = await interpret(
    { bytes, mimeType: 'application/octet-stream', filename: posix.basename(file) },
    readImage,
  )
  return {
    file,
    entities: found.statements.map(({ entityType, fields }) => ({ entity_type: entityType, fields })),
    ...(found.notes.length === 0 ? {} : { notes: found.notes }),
    ...(found.needsOcr ? { needs_ocr: true } : {}),
  }
}

function filesBelow(folder: string, below: string): readonly string[] {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = posix.join(below, entry.name)
      if (entry.isDirectory()) return filesBelow(folder, path)
      return entry.isFile() ? [path] : []
    })
}
