/** As a literal. DuckDB treats a path as a pattern; brackets escape its special characters. */
export function pathText(path: string): string {
  return `'${path.replace(/[*?[]/g, '[$&]').replaceAll("'", "''")}'`
}
