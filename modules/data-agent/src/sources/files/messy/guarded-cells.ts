import { sqlText } from './sql-text.ts'

/** `="0012"` and `'0012`: how people keep a spreadsheet from taking digits for a number. For both regular expression engines. */
const guards: readonly (readonly [pattern: string, to: string])[] = [
  [String.raw`^="([^"]*)"$`, String.raw`\1`],
  [String.raw`^'([-+0-9])`, String.raw`\1`],
]

export function unguarded(cell: string): string {
  if (!cell.startsWith('=') && !cell.startsWith("'")) return cell
  return guards.reduce((text, [pattern]) => text.replace(new RegExp(pattern), '$1'), cell)
}

/** The same of a text (an SQL expression). */
export function unguardedSql(cell: string): string {
  return guards.reduce(
    (text, [pattern, to]) => `regexp_replace(${text}, ${sqlText(pattern)}, ${sqlText(to)})`,
    cell,
  )
}

/** Cells that are texts by a formula, also where they have only digits. */
export function isFormulaText(cell: string): boolean {
  return /^="[^"]*"$/.test(cell)
}
