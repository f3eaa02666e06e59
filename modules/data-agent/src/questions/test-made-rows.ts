/** The day so many days after 15 June 2026. */
export const day = (offset: number): string =>
  new Date(Date.parse('2026-06-15T00:00:00Z') + offset * 86_400_000).toISOString().slice(0, 10)
const cell = (value: string | number | null): string =>
  value === null ? 'null' : typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
export const into = (table: string, rows: readonly (readonly (string | number | null)[])[]): string =>
  `insert into ${table} values ${rows.map((row) => `(${row.map(cell).join(', ')})`).join(', ')};`
export const cents = (value: number): number => Math.round(value * 100) / 100
export const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1)
