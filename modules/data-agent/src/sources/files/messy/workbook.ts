import { readFile, stat } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { SourceError } from '../../source.ts'
import type { CsvRow } from './csv-rows.ts'
import { formOf, shownNumber, type CellForm } from './workbook-numbers.ts'

/** The sheets of an XLSX file, with every cell as the text that people see. */
export class Workbook {
  readonly #parts: ReadonlyMap<string, string>
  readonly #texts: readonly string[]
  readonly #forms: readonly CellForm[]
  readonly #startsIn1904: boolean
  readonly #sheets: ReadonlyMap<string, string>
  readonly #hidden: ReadonlySet<string>

  private constructor(parts: ReadonlyMap<string, string>) {
    this.#parts = parts
    const book = parts.get('xl/workbook.xml')
    if (book === undefined) throw damaged()
    this.#texts = elements(parts.get('xl/sharedStrings.xml') ?? '', 'si').map(({ inner }) => textIn(inner))
    this.#forms = cellForms(parts.get('xl/styles.xml') ?? '')
    this.#startsIn1904 = /<workbookPr[^>]*date1904="(?:1|true)"/.test(book)
    const targets = new Map(
      elements(parts.get('xl/_rels/workbook.xml.rels') ?? '', 'Relationship').map(({ attributes }) => [
        attributes.get('Id') ?? '',
        (attributes.get('Target') ?? '').replace(/^\/?(?:xl\/)?/, 'xl/'),
      ]),
    )
    const sheets = elements(book, 'sheet')
    const isHidden = ({ attributes }: XmlElement): boolean => /hidden$/i.test(attributes.get('state') ?? '')
    this.#hidden = new Set(sheets.filter(isHidden).map(({ attributes }) => attributes.get('name') ?? ''))
    this.#sheets = new Map(
      sheets.map(({ attributes }) => [
        attributes.get('name') ?? '',
        targets.get(attributes.get('r:id') ?? '') ?? '',
      ]),
    )
  }

  /** Refused if it would unpack to more bytes. */
  static async open(path: string, most: number): Promise<Workbook> {
    if ((await stat(path)).size > most) throw tooLarge()
    const packed = await readFile(path)
    let size = 0
    try {
      const files = unzipSync(packed, {
        filter: ({ name, originalSize }) => {
          const isWanted =
            /^xl\/(?:workbook|sharedStrings|styles|worksheets\/[^/]+|_rels\/workbook)\.xml(?:\.rels)?$/.test(
              name,
            )
          if (isWanted) size += originalSize
          if (size > most) throw tooLarge()
          return isWanted
        },
      })
      const decoder = new TextDecoder()
      return new Workbook(
        new Map(Object.entries(files).map(([name, bytes]) => [name, decoder.decode(bytes)])),
      )
    } catch (error) {
      throw error instanceof SourceError ? error : damaged(error)
    }
  }

  /** The sheets with content that people see; all sheets with content if none is seen. */
  get sheets(): readonly string[] {
    const seen = this.#filled.filter((name) => !this.#hidden.has(name))
    return seen.length === 0 ? this.#filled : seen
  }

  /** The other sheets with content. */
  get hidden(): readonly string[] {
    const { sheets } = this
    return this.#filled.filter((name) => !sheets.includes(name))
  }

  get #filled(): readonly string[] {
    return [...this.#sheets].flatMap(([name, part]) =>
      /<c[ >]/.test(this.#parts.get(part) ?? '') ? [name] : [],
    )
  }

  rows(sheet: string): CsvRow[] {
    const xml = this.#parts.get(this.#sheets.get(sheet) ?? '') ?? ''
    return filledDown(this.#rows(xml), mergedDown(xml))
  }

  #rows(xml: string): CsvRow[] {
    return elements(xml, 'row').flatMap(({ attributes, inner }, place) => {
      const cells: string[] = []
      for (const cell of elements(inner, 'c')) {
        const at = columnOf(cell.attributes.get('r')) ?? cells.length
        if (at > mostColumns) continue
        while (cells.length < at) cells.push('')
        cells[at] = this.#shown(cell)
      }
      const line = Number(attributes.get('r') ?? place + 1) - 1
      return cells.some((cell) => cell.trim() !== '') ? [{ cells, line }] : []
    })
  }

  #shown({ attributes, inner }: XmlElement): string {
    const kind = attributes.get('t') ?? 'n'
    if (kind === 'inlineStr') return textIn(inner)
    const value = textOf(elements(inner, 'v')[0]?.inner ?? '')
    if (kind === 's') return this.#texts[Number(value)] ?? ''
    if (kind === 'b') return value === '1' ? 'true' : 'false'
    if (kind !== 'n' || value === '') return value
    return shownNumber(Number(value), this.#forms[Number(attributes.get('s') ?? -1)], this.#startsIn1904)
  }
}

const mostColumns = 16_384

interface XmlElement {
  readonly attributes: ReadonlyMap<string, string>
  readonly inner: string
}

/** Elements of a name that is never nested in itself, with or without a prefix. */
function elements(xml: string, name: string): XmlElement[] {
  const found: XmlElement[] = []
  const pattern = new RegExp(
    String.raw`<(?:\w+:)?${name}((?:\s+[\w:]+\s*=\s*"[^"]*")*)\s*(?:/>|>([\s\S]*?)</(?:\w+:)?${name}>)`,
    'g',
  )
  for (const [, attributes = '', inner = ''] of xml.matchAll(pattern)) {
    const pairs = [...attributes.matchAll(/([\w:]+)\s*=\s*"([^"]*)"/g)]
    found.push({ attributes: new Map(pairs.map(([, key = '', value = '']) => [key, textOf(value)])), inner })
  }
  return found
}

/** The runs of a rich text, without phonetic hints. */
function textIn(xml: string): string {
  const plain = xml.replace(/<(?:\w+:)?rPh[\s\S]*?<\/(?:\w+:)?rPh>/g, '')
  return elements(plain, 't')
    .map(({ inner }) => textOf(inner))
    .join('')
}

function textOf(xml: string): string {
  return xml.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? whole
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
    },
  )
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** `AB12` is in column 27. */
function columnOf(place: string | undefined): number | null {
  const letters = /^([A-Z]{1,3})\d*$/.exec(place ?? '')?.[1]
  if (letters === undefined) return null
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellForms(styles: string): CellForm[] {
  const own = new Map(
    elements(styles, 'numFmt').map(({ attributes }) => [
      Number(attributes.get('numFmtId')),
      attributes.get('formatCode') ?? '',
    ]),
  )
  const cells = /<cellXfs[\s\S]*?<\/cellXfs>/.exec(styles)?.[0] ?? ''
  const formats = [...cells.matchAll(/<xf\b[^>]*?numFmtId="(\d+)"/g)].map(([, id]) => Number(id))
  return formats.map((id) => formOf(id, own.get(id)))
}

/** Several rows of one column that were merged into one cell. */
interface Merged {
  readonly column: number
  readonly from: number
  readonly to: number
}

function mergedDown(xml: string): readonly Merged[] {
  return elements(xml, 'mergeCell').flatMap(({ attributes }): readonly Merged[] => {
    const found = /^([A-Z]{1,3})(\d+):[A-Z]{1,3}(\d+)$/.exec(attributes.get('ref') ?? '')
    const column = columnOf(found?.[1])
    const [from, to] = [Number(found?.[2]) - 1, Number(found?.[3]) - 1]
    return column === null || !(to > from) ? [] : [{ column, from, to }]
  })
}

/** A merged cell is the value of each of its rows. */
function filledDown(rows: readonly CsvRow[], all: readonly Merged[]): CsvRow[] {
  const byLine = new Map(rows.map((row) => [row.line, row]))
  const filled = new Map<number, string[]>()
  for (const { column, from, to } of all) {
    const value = byLine.get(from)?.cells[column] ?? ''
    if (value === '') continue
    // Rows without any other content are not in the sheet.
    for (let line = from + 1; line <= to; line += 1) {
      const row = byLine.get(line)
      if (row === undefined) continue
      const cells = filled.get(line) ?? [...row.cells]
      while (cells.length < column) cells.push('')
      if ((cells[column] ?? '') === '') cells[column] = value
      filled.set(line, cells)
    }
  }
  return rows.map((row) => ({ ...row, cells: filled.get(row.line) ?? row.cells }))
}

function damaged(cause?: unknown): SourceError {
  return new SourceError('failed', 'A workbook is damaged or locked by a password; save it again as .xlsx', {
    cause,
  })
}

function tooLarge(): SourceError {
  return new SourceError('memory', 'A workbook is too large to be opened; save its sheets as CSV files')
}
