import type { AnswerColumn, Cell } from './answer.ts'

/** RFC 4180, with headings, for spreadsheet programs. */
export function csvOf(columns: readonly AnswerColumn[], rows: readonly (readonly Cell[])[]): string {
  const lines = [columns.map(({ label }) => label), ...rows]
  return `${lines.map((line) => line.map(csvCell).join(',')).join('\r\n')}\r\n`
}

/** For pasting into a spreadsheet. */
export function tabbedOf(columns: readonly AnswerColumn[], rows: readonly (readonly Cell[])[]): string {
  const lines = [columns.map(({ label }) => label), ...rows]
  return lines.map((line) => line.map((cell) => plain(cell).replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\n')
}

/** Marks a text that a spreadsheet program would take for a formula. */
function csvCell(cell: Cell): string {
  const text = typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : plain(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Sums of hundredths differ in the last binary digits: 65049.88999999999 is 65049.89. */
function exact(number: number): number {
  return Number.isInteger(number) ? number : Number(number.toPrecision(14))
}

function plain(cell: Cell): string {
  return cell === null ? '' : typeof cell === 'number' ? String(exact(cell)) : String(cell)
}
