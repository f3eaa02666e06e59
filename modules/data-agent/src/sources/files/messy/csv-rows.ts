export interface CsvForm {
  readonly delimiter: string
  /** The escape of a quotation mark inside a quoted cell: another one, or a backslash. */
  readonly escape: '"' | '\\'
  /** Cells end with their line: a quotation mark without its pair would take the lines below into its cell. Default: they may go on. */
  readonly endsWithLine?: boolean
}

export interface CsvRow {
  readonly cells: readonly string[]
  /** The line of its beginning, from 0. */
  readonly line: number
}

/** Parses a text that arrives in parts. Quoted cells may contain delimiters and line ends. */
export class CsvParser {
  readonly #form: CsvForm
  #cells: string[] = []
  #cell = ''
  #isQuoted = false
  #wasQuoted = false
  #line = 0
  #begunAt = 0
  #rest = ''

  constructor(form: CsvForm) {
    this.#form = form
  }

  *rows(text: string, isLast: boolean): Generator<CsvRow> {
    const { delimiter, escape } = this.#form
    const all = this.#rest + text
    // The meaning of the last character may depend on the next one.
    const end = isLast ? all.length : Math.max(0, all.length - 1)
    let place = 0
    for (; place < end; place += 1) {
      const letter = all.charAt(place)
      if (this.#isQuoted) {
        if (letter === escape && all.charAt(place + 1) === '"') {
          this.#cell += '"'
          place += 1
        } else if (letter === '"') this.#isQuoted = false
        else if ((letter === '\n' || letter === '\r') && this.#form.endsWithLine === true) {
          if (letter === '\r' && all.charAt(place + 1) === '\n') place += 1
          this.#unquote()
          yield this.#endRow()
        } else {
          if (letter === '\n') this.#line += 1
          this.#cell += letter
        }
      } else if (letter === '"' && this.#cell === '' && !this.#wasQuoted) {
        this.#isQuoted = true
        this.#wasQuoted = true
      } else if (letter === delimiter) this.#endCell()
      else if (letter === '\n' || letter === '\r') {
        if (letter === '\r' && all.charAt(place + 1) === '\n') place += 1
        yield this.#endRow()
      } else this.#cell += letter
    }
    this.#rest = all.slice(place)
    if (isLast && this.#isQuoted && this.#form.endsWithLine === true) this.#unquote()
    if (isLast && (this.#cell !== '' || this.#cells.length > 0)) yield this.#endRow()
  }

  /** Reads the cell again, its first quotation mark being a character. */
  #unquote(): void {
    const [first = '', ...others] = this.#cell.split(this.#form.delimiter)
    this.#cell = `"${first}`
    for (const other of others) {
      this.#endCell()
      this.#cell = other.replace(/^"(.*)"$/, '$1')
    }
    this.#isQuoted = false
  }

  #endCell(): void {
    this.#cells.push(this.#cell)
    this.#cell = ''
    this.#wasQuoted = false
  }

  #endRow(): CsvRow {
    this.#endCell()
    const row = { cells: this.#cells, line: this.#begunAt }
    this.#cells = []
    this.#line += 1
    this.#begunAt = this.#line
    return row
  }
}

/** The rows of a text that is not blank, line by line. */
export function rowsOf(text: string, form: CsvForm, most = Infinity): CsvRow[] {
  const rows: CsvRow[] = []
  for (const row of new CsvParser(form).rows(text.replace(/^\uFEFF/, ''), true)) {
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row)
    if (rows.length >= most) break
  }
  return rows
}

/** The delimiter that gives most rows the same number of cells, and more than one. */
export function formOf(text: string): CsvForm {
  const escape = /\\"/.test(text) && !/""/.test(text) ? '\\' : '"'
  const scored = [',', ';', '\t', '|'].map((delimiter) => {
    const widths = rowsOf(text.slice(0, lookedAt), { delimiter, escape }, 500).map(
      ({ cells }) => cells.length,
    )
    const counts = Map.groupBy(widths, (width) => width)
    const best = Math.max(
      0,
      ...[...counts].map(([width, same]) => (width < 2 ? 0 : same.length * Math.min(width, 4))),
    )
    return { delimiter, score: best / Math.max(1, widths.length) }
  })
  const [best] = scored.toSorted((one, other) => other.score - one.score)
  const form: CsvForm = { delimiter: best?.delimiter ?? ',', escape }
  return swallowsLines(text.slice(0, lookedAt), form) ? { ...form, endsWithLine: true } : form
}

/** Whether a quoted cell has lines in it that are rows by themselves. */
function swallowsLines(text: string, form: CsvForm): boolean {
  const rows = rowsOf(text, form)
  const width = rows[0]?.cells.length ?? 0
  if (width < 2) return false
  return rows.some(({ cells }) =>
    cells.some((cell) => {
      const [, ...lines] = cell.split(/\r\n|\n|\r/)
      const full = lines.filter((line) => line.split(form.delimiter).length >= width)
      return full.length > 0 && full.length * 2 >= lines.length
    }),
  )
}

const lookedAt = 256 * 1024
