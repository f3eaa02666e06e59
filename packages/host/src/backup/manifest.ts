import { z } from 'zod'

export const manifestFile = 'manifest.json'
export const sequencesFile = 'sequences.json'
export const endFile = 'end.json'

const SealedSecrets = z.object({ salt: z.string(), nonce: z.string(), sealed: z.string() })
export type SealedSecrets = z.infer<typeof SealedSecrets>

const Table = z.object({ name: z.string(), columns: z.array(z.string()) })
export type Table = z.infer<typeof Table>

/** The first part of a backup, which describes it. */
export const Manifest = z.object({
  format: z.literal('quipu-backup'),
  formatVersion: z.literal(1),
  /** The version of the program that made it. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  engine: z.enum(['pglite', 'postgres']),
  migrations: z.array(z.object({ module: z.string(), id: z.string(), checksum: z.string() })),
  tables: z.array(Table),
  hasFiles: z.boolean(),
  /** Marks by which root secrets are recognised: the current one, then the previous one if there is one. */
  secretMarks: z.array(z.string()),
  /** The root secrets, encrypted with a passphrase. */
  sealedSecrets: SealedSecrets.optional(),
})
export type Manifest = z.infer<typeof Manifest>

export const Sequences = z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() }))
export type Sequences = z.infer<typeof Sequences>

/** The last part of a backup: without it, the file is incomplete. */
export const End = z.object({
  /** Over the names, sizes and bytes of all files before this one. */
  sha256: z.string(),
  rows: z.record(z.string(), z.int()),
  files: z.int(),
  /** Files that were erased while the backup was made. */
  erased: z.int(),
})
export type End = z.infer<typeof End>

/** The part of a file's hash that comes before its bytes. */
export function entryMark(name: string, size: number): string {
  return `${name}\0${size}\0`
}

const tablePart = /^tables\/([a-z_][a-z0-9_]*)\/\d+\.jsonl$/
const blobPath = /^blobs\/([0-9A-Za-z_~-]+)\/[0-9a-f]{2}\/([0-9a-f]{64})$/

export type EntryKind =
  | { readonly kind: 'table'; readonly table: string }
  | { readonly kind: 'blob'; readonly owner: string; readonly sha256: string }
  | { readonly kind: 'sequences' }
  | { readonly kind: 'end' }
  | { readonly kind: 'unknown' }

/** The kind of a file of the archive, after the manifest. */
export function kindOf(name: string): EntryKind {
  if (name === endFile) return { kind: 'end' }
  if (name === sequencesFile) return { kind: 'sequences' }
  const [, table] = tablePart.exec(name) ?? []
  if (table !== undefined) return { kind: 'table', table }
  const [, owner, sha256] = blobPath.exec(name) ?? []
  if (owner !== undefined && sha256 !== undefined) return { kind: 'blob', owner, sha256 }
  return { kind: 'unknown' }
}

export function tablePartPath(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(6, '0')}.jsonl`
}

export function blobPathOf(owner: string, sha256: string): string {
  return `blobs/${owner}/${sha256.slice(0, 2)}/${sha256}`
}
