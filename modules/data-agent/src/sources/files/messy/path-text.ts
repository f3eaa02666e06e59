/** As a literal. A path is a pattern to DuckDB; brackets keep its signs from meaning anything. */
export function pathText(path: string): string {
  return `'${path.replace(/[*?[]/g, '[$&]').replaceAll("'", "''")}'`
}
