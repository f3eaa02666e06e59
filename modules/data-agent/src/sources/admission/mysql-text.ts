import { refuse } from './refuse.ts'

/** What MySQL reads otherwise than the parser: comments that it runs, and texts in other quotes. */
export function demandPlainText(sql: string): void {
  const bare = sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, ' ')
  if (/\/\*|\*\/|--|#/.test(bare)) refuse('A statement for MySQL may hold no comment')
  if (/[`\\@]/.test(bare))
    refuse('Names are written in double quotes; backquotes, backslashes and @ are not allowed')
}

/** As the parser reads this dialect: names in backquotes, and backslashes that are letters doubled. */
export function withBackticks(sql: string): string {
  return sql.replace(/'(?:[^']|'')*'|"((?:[^"]|"")*)"/g, (all, name: string | undefined) =>
    name === undefined
      ? all.replaceAll('\\', '\\\\')
      : `\`${name.replaceAll('""', '"').replaceAll('`', '``')}\``,
  )
}
