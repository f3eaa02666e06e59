import type { AnswerColumn, Cell } from './answer.ts'

/** As programs for tables read it: RFC 4180, with headings. */
export function csvOf(columns: readonly AnswerColumn[], rows: readonly (readonly Cell[])[]): string {
  const lines = [columns.map(({ label }) => label), ...rows]
  return `${lines.map((line) => line.map(csvCell).join(',')).join('\r\n')}\r\n`
}

/** For pasting into a sheet. */
export function tabbedOf(columns: readonly AnswerColumn[], rows: readonly (readonly Cell[])[]): string {
  const lines = [columns.map(({ label }) => label), ...rows]
  return lines.map((line) => line.map((cell) => plain(cell).replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\n')
}

/** A text that a program for tables would take for a formula is marked as text. */
function csvCell(cell: Cell): string {
  const text = typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : plain(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function plain(cell: Cell): string {
  return cell === null ? '' : String(cell)
}
