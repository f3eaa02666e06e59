import { read, utils } from '@e965/xlsx'
import type { Format } from './statement/interpretation.ts'
import { Unreadable } from './statement/interpretation.ts'
import { tableOf } from './csv.ts'
import { noteStatement } from './note.ts'
import { readDocument } from './patterns/read-document.ts'
import { behindPages, interpretationOf, unread } from './statement/statements.ts'
import type { TableReading } from './tables.ts'
import { readTable } from './tables.ts'
import { decodeText } from './text.ts'
import type { XmlElement } from './xml.ts'
import { parseXml } from './xml.ts'
import { isZip, unzip } from './zip.ts'

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Files of Word and Excel. Both are archives, which are unpacked up to a limit. */
export const office: Format = {
  name: 'office',
  binaryType: 'application/zip',
  recognises: ({ bytes }) => isZip(bytes),
  interpret: async ({ bytes, filename }) => {
    const entries = unzip(bytes)
    const word = entries.get('word/document.xml')
    if (word !== undefined) return readWord(decodeText(word))
    if (entries.has('xl/workbook.xml')) return readWorkbook(bytes, filename)
    return unread('zip@1', 'application/zip', 'An archive is not read. Send its files one by one.')
  },
}

function readWord(xml: string) {
  const root = parseXml(xml)
  if (root === undefined)
    throw new Unreadable('The document is broken. It was not read. Save it again as DOCX and send it.')
  const text = paragraphs(root).join('\n').trim()
  if (text === '') return unread('docx@3', wordType, 'The document holds no text.')
  const found = readDocument([text], 'text') ?? { statements: [noteStatement(text)] }
  return interpretationOf({ interpreter: 'docx@4', mimeType: wordType, ...found, pages: [text] })
}

/** One line for each paragraph; the cells of a table row are on one line. */
function paragraphs(element: XmlElement): readonly string[] {
  if (element.name === 'p') return [runs(element)]
  if (element.name === 'tr')
    return [
      element.children
        .filter(({ name }) => name === 'tc')
        .map((cell) => paragraphs(cell).join(' '))
        .join('   '),
    ]
  return element.children.flatMap(paragraphs)
}

function runs(element: XmlElement): string {
  if (element.name === 't') return element.spacedText
  if (element.name === 'tab') return '   '
  if (element.name === 'br') return '\n'
  return element.children.map(runs).join('')
}

function readWorkbook(bytes: Uint8Array, filename: string | undefined) {
  const sheets = sheetsOf(bytes)
  const pages = sheets.map(({ rows }) => rows.map((row) => row.join('\t')).join('\n'))
  const found = sheets.map(({ name, rows }, at) => readSheet(name, rows, pages, at, filename))
  if (pages.every((page) => page.trim() === '')) return unread('xlsx@2', sheetType, 'The workbook is empty.')
  return interpretationOf({
    interpreter: 'xlsx@3',
    mimeType: sheetType,
    statements: found.flatMap(({ statements }) => statements),
    pages,
    notes: found.flatMap(({ notes }) => notes),
  })
}

/** A sheet that is no table of things is a text. */
function readSheet(
  name: string,
  rows: readonly (readonly string[])[],
  pages: readonly string[],
  at: number,
  filename: string | undefined,
): Pick<TableReading, 'statements' | 'notes'> {
  const text = pages[at]!
  if (text.trim() === '') return { statements: [], notes: [] }
  const found = readTable(tableOf(rows, name))
  if (found.statements.length > 0) return found
  const title = pages.length === 1 || filename === undefined ? filename : `${filename}, ${name}`
  const note = noteStatement(text, title)
  return { statements: pages.length === 1 ? [note] : behindPages([note], at), notes: found.notes }
}

/** A cell as text. A date has no time zone: it is shown as it stands in the sheet. */
function cellText(cell: unknown): string {
  if (!(cell instanceof Date)) return String(cell)
  const [day = '', time = ''] = cell.toISOString().slice(0, 16).split('T')
  // A time alone is a part of day 0.
  if (cell.getUTCFullYear() < 1900) return time
  return time === '00:00' ? day : `${day}T${time}`
}

function sheetsOf(
  bytes: Uint8Array,
): readonly { readonly name: string; readonly rows: readonly (readonly string[])[] }[] {
  try {
    const book = read(bytes, {
      type: 'array',
      cellFormula: false,
      cellHTML: false,
      cellDates: true,
      sheetRows: 20_000,
    })
    return book.SheetNames.map((name) => {
      const sheet = book.Sheets[name]
      const rows: unknown[][] =
        sheet === undefined
          ? []
          : utils.sheet_to_json(sheet, {
              header: 1,
              raw: true,
              UTC: true,
              defval: '',
              blankrows: true,
            })
      return { name, rows: rows.map((row) => row.map(cellText)) }
    })
  } catch (cause) {
    throw new Unreadable('The workbook is broken. It was not read. Save it again as XLSX and send it.', {
      cause,
    })
  }
}
