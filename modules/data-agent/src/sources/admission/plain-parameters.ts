const pieces = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\/|\?(\d+)/g

/** SQLite's numbered parameters as named ones, which the parser knows; texts, names and comments stay as they are. */
export function plainParameters(sql: string): string {
  return sql.replace(pieces, (piece, number: string | undefined) =>
    number === undefined ? piece : `:p${number}`,
  )
}
