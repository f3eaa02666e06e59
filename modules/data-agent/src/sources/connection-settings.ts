import { z } from 'zod'

export type ConnectionSettings = z.output<typeof ConnectionSettings>
export type SqliteSettings = Extract<ConnectionSettings, { kind: 'sqlite' }>
export type FilesSettings = Extract<ConnectionSettings, { kind: 'files' }>
export type PostgresSettings = Extract<ConnectionSettings, { kind: 'postgres' }>

const Path = z
  .string()
  .min(1, 'Give the path of a file')
  .max(4096)
  .refine((path) => !path.includes('\0'), 'A path holds no null character')

/** How to reach a database. The URL holds a password: encrypt it at rest and never show it again. */
export const ConnectionSettings = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('sqlite'),
    file: Path.describe('Path of a SQLite database under one of the source folders.'),
  }),
  z.strictObject({
    kind: z.literal('files'),
    paths: z
      .union([Path.transform((folder) => [folder]), z.array(Path).min(1).max(500)])
      .describe('A folder, or files, of CSV, Parquet or JSON under one of the source folders.'),
  }),
  z.strictObject({
    kind: z.literal('postgres'),
    url: z
      .string()
      .max(4096)
      .refine(isPostgresUrl, 'Give a URL such as postgres://reader:password@host:5432/database')
      .describe('postgres://reader:password@host:5432/database, of a role that can only read.'),
    schemas: z
      .array(z.string().min(1).max(63))
      .min(1)
      .max(100)
      .optional()
      .describe('The schemas to read; every schema that the role may use unless said.'),
  }),
])

function isPostgresUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, pathname } = new URL(text)
  return (protocol === 'postgres:' || protocol === 'postgresql:') && hostname !== '' && pathname.length > 1
}
