import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'

export interface GoldDatabase {
  readonly run: (sql: string) => Promise<readonly (readonly unknown[])[]>
  readonly close: () => Promise<void>
}

/** A database of a set, for reading only. */
export async function openGold(
  place: { readonly file: string } | { readonly url: string },
): Promise<GoldDatabase> {
  if ('file' in place) {
    const database = new DatabaseSync(place.file, { readOnly: true, enableDoubleQuotedStringLiterals: true })
    return {
      run: async (sql) => {
        const statement = database.prepare(sql)
        statement.setReturnArrays(true)
        // setReturnArrays makes each row an array.
        return statement.all() as unknown as unknown[][]
      },
      close: async () => database.close(),
    }
  }
  const client = new Client({ connectionString: place.url })
  await client.connect()
  await client.query("set default_transaction_read_only = on; set statement_timeout = '20s'")
  return {
    run: async (sql) => (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows,
    close: () => client.end(),
  }
}
