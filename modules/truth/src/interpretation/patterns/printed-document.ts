import type { Json } from '@quipu/kit'
import type { Span } from '../../model/span.ts'
import type { Amount, DecimalMark } from '../statement/amounts.ts'
import { amountsIn, decimalMarkIn, hasSpacedGroupsIn } from '../statement/amounts.ts'
import type { DateOrder } from '../statement/dates.ts'
import { dateOrderIn, datesIn, settledDay } from '../statement/dates.ts'
import type { Fact } from '../statement/statements.ts'
import { excerpt } from '../statement/statements.ts'

/** A part of a line between wide gaps. Offsets count from the start of the page. */
export interface Cell {
  readonly text: string
  readonly start: number
  readonly column: number
}

export interface Line {
  readonly index: number
  readonly page: number
  readonly start: number
  readonly text: string
  readonly cells: readonly Cell[]
}

export interface PrintedDate {
  readonly day: string | undefined
  readonly line: Line
  readonly start: number
  readonly end: number
}

/** A text for people, read line by line. */
export class PrintedDocument {
  readonly text: string
  readonly lines: readonly Line[]
  readonly decimalMark: DecimalMark | undefined
  readonly dateOrder: DateOrder | undefined
  readonly dates: readonly PrintedDate[]
  readonly #pages: readonly string[]
  readonly #kind: 'text' | 'page'
  readonly #hasSpacedGroups: boolean

  constructor(pages: readonly string[], kind: 'text' | 'page') {
    this.#pages = pages
    this.#kind = kind
    this.text = pages.join('\n')
    this.lines = pages.flatMap(linesOf).map((line, index) => ({ ...line, index }))
    this.decimalMark = decimalMarkIn(this.text)
    this.#hasSpacedGroups = hasSpacedGroupsIn(this.text)
    this.dateOrder = dateOrderIn(this.text)
    this.dates = this.lines.flatMap((line) =>
      datesIn(line.text).map((date) => ({
        day: settledDay(date, this.dateOrder),
        line,
        start: line.start + date.start,
        end: line.start + date.end,
      })),
    )
  }

  amounts(line: Line): readonly Amount[] {
    return amountsIn(line.text, this.decimalMark, this.#hasSpacedGroups)
  }

  fact<Value extends Json>(value: Value, page: number, start: number, end: number): Fact<Value> {
    const text = excerpt(this.#pages[page]!.slice(start, end))
    const span: Span =
      this.#kind === 'text'
        ? { kind: 'text', start, end, text }
        : { kind: 'page', page: page + 1, start, end, text }
    return { value, span }
  }

  amountFact(line: Line, { value, start, end }: Amount): Fact<number> {
    // The sign belongs to the amount, with the currency that may stand between.
    const sign = value < 0 ? (/[-−–]\s?[A-Z€$£]*\s?$/.exec(line.text.slice(0, start))?.[0].length ?? 0) : 0
    return this.fact(value, line.page, line.start + start - sign, line.start + end)
  }

  cellFact(line: Line, cell: Cell): Fact<string> {
    return this.fact(cell.text, line.page, cell.start, cell.start + cell.text.length)
  }

  dateFact({ day, line, start, end }: PrintedDate): Fact<string> | undefined {
    return day === undefined ? undefined : this.fact(day, line.page, start, end)
  }

  /** The text of a line and of the next one on its page. */
  withNext({ page, start, text, index }: Line): string {
    const next = this.lines[index + 1]
    return next?.page === page ? this.#pages[page]!.slice(start, next.start + next.text.length) : text
  }

  /** The text of a page from a line on. */
  textFrom({ page, start }: Line, length: number): string {
    return this.#pages[page]!.slice(start, start + length)
  }

  /** Cells below a cell, in its column, from the nearest on. */
  below(line: Line, cell: Cell, reach: number): readonly { readonly line: Line; readonly cell: Cell }[] {
    const end = cell.column + cell.text.length
    return this.lines.slice(line.index + 1, line.index + 1 + reach).flatMap((next) => {
      if (next.page !== line.page) return []
      const inColumn = next.cells.find(
        (one) =>
          Math.abs(one.column - cell.column) <= 3 ||
          (one.column < end && one.column + one.text.length > cell.column),
      )
      // In a box at the right edge the value may be right-aligned.
      const isBox = next.index === line.index + 1 && line.cells.at(-1) === cell
      const found = inColumn ?? (isBox ? next.cells.find((one) => one.column > end) : undefined)
      return found === undefined ? [] : [{ line: next, cell: found }]
    })
  }
}

function linesOf(page: string, pageIndex: number): readonly Omit<Line, 'index'>[] {
  let start = 0
  return page.split('\n').flatMap((raw) => {
    const at = start
    start += raw.length + 1
    // A line of thousands of characters is not for people.
    const text = raw.slice(0, 1000).toWellFormed().trimEnd()
    return text === '' ? [] : [{ page: pageIndex, start: at, text, cells: cellsOf(text, at) }]
  })
}

function cellsOf(text: string, lineStart: number): readonly Cell[] {
  return [...text.matchAll(/\S+(?:[ \u00a0]{1,2}\S+)*/g)].map((found) => ({
    text: found[0],
    start: lineStart + found.index,
    column: found.index,
  }))
}
