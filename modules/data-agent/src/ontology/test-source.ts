import { DatabaseSync } from 'node:sqlite'
import type { Cell, ColumnType, Statement } from '@quipu/query'
import type { ForeignKey, QueryLimits, ResultSet, Source, Table } from '../sources/source.ts'

/** A SQLite database in memory, made by a script, as a source. Counts its statements. */
export class TestSource implements Source {
  readonly dialect = 'sqlite'
  readonly statements: string[] = []
  readonly db: DatabaseSync

  constructor(script: string, file = ':memory:') {
    this.db = new DatabaseSync(file, file === ':memory:' ? {} : { readOnly: true })
    if (script !== '') this.db.exec(script)
  }

  async tables(): Promise<readonly Table[]> {
    const names = this.#all(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by rowid`,
    )
    return names.map(([name]) => this.#table(String(name)))
  }

  async query({ sql, parameters }: Statement, limits: QueryLimits): Promise<ResultSet> {
    limits.signal.throwIfAborted()
    this.statements.push(sql)
    const rows = this.#all(sql, parameters)
    const most = limits.maxRows ?? 10_000
    return { columns: [], rows: rows.slice(0, most), isTruncated: rows.length > most, milliseconds: 0 }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.db.close()
  }

  #table(name: string): Table {
    const columns = this.#all(`select name, type, "notnull", pk from pragma_table_info(?)`, [name])
    const keyed = columns.filter(([, , , place]) => Number(place) > 0)
    return {
      name,
      source: `main.${name}`,
      path: [name],
      comment: null,
      columns: columns.map(([column, type, notNull]) => {
        const nativeType = String(type)
        return {
          name: String(column),
          type: typeOf(nativeType),
          nativeType,
          isInteger: /int/i.test(nativeType),
          isNullable: notNull !== 1,
          comment: null,
        }
      }),
      primaryKey: keyed
        .toSorted((one, other) => Number(one[3]) - Number(other[3]))
        .map(([column]) => String(column)),
      uniqueKeys: [],
      foreignKeys: this.#foreignKeys(name),
    }
  }

  #foreignKeys(name: string): ForeignKey[] {
    const rows = this.#all(
      `select id, "table", "from", "to" from pragma_foreign_key_list(?) order by id, seq`,
      [name],
    )
    const keys = new Map<Cell, { toTable: string; columns: string[]; toColumns: string[] }>()
    for (const [id = null, toTable, from, to] of rows) {
      const key = keys.get(id) ?? { toTable: String(toTable), columns: [], toColumns: [] }
      keys.set(id, key)
      key.columns.push(String(from))
      if (to !== null) key.toColumns.push(String(to))
    }
    return [...keys.values()]
  }

  #all(sql: string, parameters: readonly Cell[] = []): Cell[][] {
    const statement = this.db.prepare(sql)
    statement.setReturnArrays(true)
    // Arrays of cells, as asked for one line above; the types of node:sqlite only know objects.
    return statement.all(
      ...parameters.map((cell) => (typeof cell === 'boolean' ? Number(cell) : cell)),
    ) as unknown as Cell[][]
  }
}

function typeOf(native: string): ColumnType {
  if (/bool/i.test(native)) return 'boolean'
  if (/timestamp|datetime/i.test(native)) return 'timestamp'
  if (/date/i.test(native)) return 'date'
  return /int|real|num|dec|doub|float/i.test(native) ? 'number' : 'text'
}
