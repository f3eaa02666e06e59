import { sizeOf } from '../sources/engine/row-taker.ts'
import { maxAnswerBytes, maxCellCharacters } from '../sources/limits.ts'
import type { ResultSet } from '../sources/source.ts'

/** The rows of an answer, and a note if they are fewer than requested. */
export function rowsToShow(
  { rows, cutTexts = 0 }: Pick<ResultSet, 'rows' | 'cutTexts'>,
  maxRows: number,
): { readonly rows: ResultSet['rows']; readonly caveats: readonly string[] } {
  const wanted = rows.slice(0, maxRows)
  const shown = wanted.slice(0, howManyFit(wanted))
  const caveats: string[] = []
  const most = count(maxCellCharacters)
  if (cutTexts > 0)
    caveats.push(
      cutTexts === 1
        ? `One text was longer than ${most} characters and was cut.`
        : `${count(cutTexts)} texts were longer than ${most} characters and were cut.`,
    )
  if (shown.length < wanted.length)
    caveats.push(
      `Only the first ${count(shown.length)} of ${count(wanted.length)} rows are shown, for an answer holds at most ${maxAnswerBytes / 2 ** 20} MB; ask for fewer columns.`,
    )
  return { rows: shown, caveats }
}

function howManyFit(rows: ResultSet['rows']): number {
  let room = maxAnswerBytes
  for (const [index, row] of rows.entries()) {
    room -= sizeOf(row)
    if (room < 0) return index
  }
  return rows.length
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}
