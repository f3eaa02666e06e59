import { refuse } from './refuse.ts'

/** What MySQL reads otherwise than the parser: comments that it runs, and texts in other quotes. */
export function demandPlainText(sql: string): void {
  const bare = sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, ' ')
  if (/\/\*|\*\/|--|#/.test(bare)) refuse('A statement for MySQL may hold no comment')
  if (/[`\\@]/.test(bare))
    refuse('Names are written in double quotes; backquotes, backslashes and @ are not allowed')
}

/** The parser knows names in double quotes as texts in this dialect. */
export function withBackticks(sql: string): string {
  return sql.replace(/'(?:[^']|'')*'|"((?:[^"]|"")*)"/g, (all, name: string | undefined) =>
    name === undefined ? all : `\`${name.replaceAll('""', '"').replaceAll('`', '``')}\``,
  )
}
