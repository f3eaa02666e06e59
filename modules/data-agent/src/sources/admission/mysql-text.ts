import { refuse } from './refuse.ts'

/** Syntax that MySQL parses differently from our parser: executable comments, and texts in other quotes. */
export function demandPlainText(sql: string): void {
  const bare = sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, ' ')
  if (/\/\*|\*\/|--|#/.test(bare)) refuse('A statement for MySQL may hold no comment')
  if (/[`\\@]/.test(bare))
    refuse('Names are written in double quotes; backquotes, backslashes and @ are not allowed')
}

/** In the syntax of the parser: names in backquotes, and literal backslashes doubled. */
export function withBackticks(sql: string): string {
  return sql.replace(/'(?:[^']|'')*'|"((?:[^"]|"")*)"/g, (all, name: string | undefined) =>
    name === undefined
      ? all.replaceAll('\\', '\\\\')
      : `\`${name.replaceAll('""', '"').replaceAll('`', '``')}\``,
  )
}
