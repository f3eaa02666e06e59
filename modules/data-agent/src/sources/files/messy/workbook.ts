import { readFile, stat } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { SourceError } from '../../source.ts'
import type { CsvRow } from './csv-rows.ts'
import { isDateFormat, shownMoment } from './workbook-dates.ts'

/** The sheets of an XLSX file, with every cell as the text that people see. */
export class Workbook {
  readonly #parts: ReadonlyMap<string, string>
  readonly #texts: readonly string[]
  readonly #isDate: readonly boolean[]
  readonly #startsIn1904: boolean
  readonly #sheets: ReadonlyMap<string, string>

  private constructor(parts: ReadonlyMap<string, string>) {
    this.#parts = parts
    const book = parts.get('xl/workbook.xml')
    if (book === undefined) throw damaged()
    this.#texts = elements(parts.get('xl/sharedStrings.xml') ?? '', 'si').map(({ inner }) => textIn(inner))
    this.#isDate = dateStyles(parts.get('xl/styles.xml') ?? '')
    this.#startsIn1904 = /<workbookPr[^>]*date1904="(?:1|true)"/.test(book)
    const targets = new Map(
      elements(parts.get('xl/_rels/workbook.xml.rels') ?? '', 'Relationship').map(({ attributes }) => [
        attributes.get('Id') ?? '',
        (attributes.get('Target') ?? '').replace(/^\/?(?:xl\/)?/, 'xl/'),
      ]),
    )
    this.#sheets = new Map(
      elements(book, 'sheet').map(({ attributes }) => [
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

  /** The sheets with content. */
  get sheets(): readonly string[] {
    return [...this.#sheets].flatMap(([name, part]) =>
      /<c[ >]/.test(this.#parts.get(part) ?? '') ? [name] : [],
    )
  }

  rows(sheet: string): CsvRow[] {
    const xml = this.#parts.get(this.#sheets.get(sheet) ?? '') ?? ''
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
    if (this.#isDate[Number(attributes.get('s') ?? -1)] === true)
      return shownMoment(Number(value), this.#startsIn1904)
    // Removes floating-point noise: 0.30000000000000004 is 0.3 on the sheet.
    return String(Number(Number(value).toPrecision(15)))
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

function dateStyles(styles: string): boolean[] {
  const own = new Map(
    elements(styles, 'numFmt').map(({ attributes }) => [
      Number(attributes.get('numFmtId')),
      attributes.get('formatCode') ?? '',
    ]),
  )
  const cells = /<cellXfs[\s\S]*?<\/cellXfs>/.exec(styles)?.[0] ?? ''
  const formats = [...cells.matchAll(/<xf\b[^>]*?numFmtId="(\d+)"/g)].map(([, id]) => Number(id))
  return formats.map((id) => isDateFormat(id, own.get(id)))
}

function damaged(cause?: unknown): SourceError {
  return new SourceError('failed', 'A workbook is damaged or locked by a password; save it again as .xlsx', {
    cause,
  })
}

function tooLarge(): SourceError {
  return new SourceError('memory', 'A workbook is too large to be opened; save its sheets as CSV files')
}
