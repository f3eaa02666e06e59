/**
 * Statements that rewrite tables and their indexes. A plain vacuum would leave the text of deleted rows in free space,
 * in text indexes, and in the statistics of the planner.
 */
export function rewrites(tables: readonly string[]): readonly string[] {
  return [
    ...tables.map((table) => `vacuum (full, analyze) ${named(table)}`),
    'vacuum full pg_catalog.pg_statistic',
  ]
}

function named(table: string): string {
  if (!/^[a-z][a-z0-9_]*$/.test(table))
    throw new TypeError('A table is named by lower-case letters and underscores')
  return `"${table}"`
}
