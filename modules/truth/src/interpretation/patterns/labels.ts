import type { Fact } from '../statement/statements.ts'
import type { Cell, Line, PrintedDate, PrintedDocument } from './printed-document.ts'

/** The first matching text after a label: on its line, in the next cell, or below it. */
export function labelled(
  document: PrintedDocument,
  label: RegExp,
  value: RegExp,
  reach = 2,
): { readonly fact: Fact<string>; readonly line: Line } | undefined {
  for (const line of document.lines)
    for (const [index, cell] of line.cells.entries()) {
      const found = label.exec(cell.text)
      if (found === null) continue
      const rest = cell.text.slice(found.index + found[0].length)
      const own = matchAt(
        document,
        line,
        { ...cell, text: rest, start: cell.start + cell.text.length - rest.length },
        value,
      )
      if (own !== undefined) return { fact: own, line }
      if (!/^[\s:.#)]*$/.test(rest)) continue
      const next = line.cells[index + 1]
      const beside = next && matchAt(document, line, next, value)
      if (beside !== undefined) return { fact: beside, line }
      for (const below of document.below(line, cell, reach)) {
        const fact = matchAt(document, below.line, below.cell, value)
        if (fact !== undefined) return { fact, line: below.line }
      }
    }
  return undefined
}

/** The value must begin where the label ends, apart from punctuation. */
function matchAt(document: PrintedDocument, line: Line, cell: Cell, value: RegExp): Fact<string> | undefined {
  const lead = /^[\s:.#°º()-]*/.exec(cell.text)![0].length
  const found = new RegExp(`^(?:${value.source})`, value.flags).exec(cell.text.slice(lead))
  if (found === null) return undefined
  const text = found[0].trim()
  const start = cell.start + lead
  return document.fact(text, line.page, start, start + text.length)
}

/** The first date on the line of a label, after it, or below it. */
export function labelledDate(
  document: PrintedDocument,
  label: RegExp,
  isMeant: (date: PrintedDate) => boolean = () => true,
): Fact<string> | undefined {
  const dates = document.dates.filter((date) => date.day !== undefined && isMeant(date))
  for (const line of document.lines)
    for (const cell of line.cells) {
      const found = label.exec(cell.text)
      if (found === null) continue
      const from = cell.start + found.index + found[0].length
      const onLine = dates.filter((date) => date.line === line && date.start >= from)
      const isHeading =
        line.cells.length > 1 && /^[\s:]*$/.test(cell.text.slice(found.index + found[0].length))
      if (onLine[0] !== undefined) return document.dateFact(onLine[0])
      const below = document.below(line, cell, isHeading ? 2 : 1)
      const date = dates.find(({ line: at, start }) =>
        below.some(
          (one) =>
            one.line === at && start >= one.cell.start && start < one.cell.start + one.cell.text.length,
        ),
      )
      if (date !== undefined) return document.dateFact(date)
    }
  return undefined
}
