import { readdir, stat } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { CommandFailed, exitCodes } from '../terminal/failure.ts'

/** These files and every file below these folders, by name. A link is not followed. */
export async function filesOf(paths: readonly string[]): Promise<readonly string[]> {
  const files: string[] = []
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined)
    if (found === undefined)
      throw new CommandFailed(exitCodes.notFound, `There is no file or folder ${path}.`)
    files.push(...(found.isDirectory() ? await filesBelow(path) : [resolve(path)]))
  }
  return files
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const files: string[] = []
  for (const entry of sorted) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) files.push(...(await filesBelow(path)))
    else if (entry.isFile()) files.push(resolve(path))
  }
  return files
}

/** By the name; the content of a file is recognised by its bytes. */
export function mimeTypeOf(file: string): string {
  return mimeTypes[extname(file).toLowerCase()] ?? 'application/octet-stream'
}

const mimeTypes: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.eml': 'message/rfc822',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.ics': 'text/calendar',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.jsonl': 'application/jsonl',
  '.mbox': 'application/mbox',
  '.md': 'text/markdown',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.txt': 'text/plain',
  '.vcf': 'text/vcard',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.xml': 'application/xml',
}
