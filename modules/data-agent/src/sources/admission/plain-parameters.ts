const pieces = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\/|\?(\d+)/g

/** SQLite's numbered parameters as named ones, which the parser supports; texts, names and comments are unchanged. */
export function plainParameters(sql: string): string {
  return sql.replace(pieces, (piece, number: string | undefined) =>
    number === undefined ? piece : `:p${number}`,
  )
}
