import { z } from 'zod'
import { mysqlAddressOf } from './mysql-url.ts'
import { addressOf } from './postgres-url.ts'
import { SourceError } from './source.ts'

export type ConnectionSettings = z.output<typeof ConnectionSettings>
export type SqliteSettings = Extract<ConnectionSettings, { kind: 'sqlite' }>
export type FilesSettings = Extract<ConnectionSettings, { kind: 'files' }>
export type UploadsSettings = Extract<ConnectionSettings, { kind: 'uploads' }>
/** The settings from which a source can be opened; uploads have become files. */
export type OpenSettings = Exclude<ConnectionSettings, { kind: 'uploads' }>
export type PostgresSettings = Extract<ConnectionSettings, { kind: 'postgres' }>
export type MysqlSettings = Extract<ConnectionSettings, { kind: 'mysql' }>

const Path = z
  .string()
  .min(1, 'Give the path of a file')
  .max(4096)
  .refine((path) => !path.includes('\0'), 'A path holds no null character')

/** The settings of a connection. The URL contains a password: encrypt it at rest and never show it again. */
export const ConnectionSettings = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('sqlite'),
    file: Path.describe('Path of a SQLite database under one of the source folders.'),
  }),
  z.strictObject({
    kind: z.literal('files'),
    paths: z
      .union([Path.transform((folder) => [folder]), z.array(Path).min(1).max(500)])
      .describe(
        'A folder, or files, of CSV, Excel, Parquet, JSON or DuckDB under one of the source folders.',
      ),
  }),
  z.strictObject({
    kind: z.literal('postgres'),
    url: z
      .string()
      .max(4096)
      .superRefine((url, context) => {
        const fault = faultOf(url, addressOf)
        if (fault !== null) context.addIssue({ code: 'custom', message: fault })
      })
      .describe('postgres://reader:password@host:5432/database, of a role that can only read.'),
    schemas: z
      .array(z.string().min(1).max(63))
      .min(1)
      .max(100)
      .optional()
      .describe('The schemas to read. Default: every schema that the role may use.'),
  }),
  z.strictObject({
    kind: z.literal('mysql'),
    url: z
      .string()
      .max(4096)
      .superRefine((url, context) => {
        const fault = faultOf(url, mysqlAddressOf)
        if (fault !== null) context.addIssue({ code: 'custom', message: fault })
      })
      .describe(
        'mysql://reader:password@host:3306/database, of MySQL or MariaDB and a user that can only read.',
      ),
  }),
  z.strictObject({
    kind: z.literal('uploads'),
    upload_id: z.uuid().describe('Under which the files were sent to /api/data-agent/uploads.'),
    owner: z.uuid().optional().describe('Who sent them. Set by the server; what is sent is ignored.'),
  }),
])

/** The error in the URL and what to do about it. */
function faultOf(url: string, read: (url: string) => unknown): string | null {
  try {
    read(url)
    return null
  } catch (error) {
    if (error instanceof SourceError) return error.message
    throw error
  }
}
