/** A rectangle in the picture of a page: left, top, width and height, each as a part of the page, from 0 to 1. */
export type Box = readonly [left: number, top: number, width: number, height: number]

/** The place of a value in its source. `boxes` is its place in the picture of the page, line by line. */
export type Span =
  /** In a text: UTF-16 offsets, the end excluded. `text` is the text there. */
  | {
      readonly kind: 'text'
      readonly start: number
      readonly end: number
      readonly text: string
      readonly boxes?: readonly Box[]
    }
  /** In the text of one page, counted from 1. */
  | {
      readonly kind: 'page'
      readonly page: number
      readonly start: number
      readonly end: number
      readonly text: string
      readonly boxes?: readonly Box[]
    }
  /** One cell of a table, row and column counted from 1; `sheet` for a workbook. */
  | {
      readonly kind: 'cell'
      readonly sheet?: string
      readonly row: number
      readonly column: number
      readonly text: string
    }
  /** A value in JSON, by its pointer (RFC 6901). `line` for JSON Lines, counted from 1. */
  | { readonly kind: 'json'; readonly pointer: string; readonly line?: number; readonly text: string }
  /** An element or attribute of XML. `file` names an embedded file. */
  | { readonly kind: 'xml'; readonly path: string; readonly file?: string; readonly text: string }

/** Separates the pages of a text. */
export const pageBreak = '\f'

const lettersAround = 80

/** The text around a place, and where in it the place is, the end excluded. */
export interface Excerpt {
  readonly text: string
  readonly mark: [start: number, end: number]
}

/**
 * The text around a place, as one line. Undefined if the text does not contain the place: only a part of a long text is kept,
 * and a later run may have read the file differently.
 */
export function excerptAround(span: Span, text: string): Excerpt | undefined {
  if (span.kind !== 'text' && span.kind !== 'page') return undefined
  const page = span.kind === 'page' ? text.split(pageBreak)[span.page - 1] : text
  const { start } = span
  const end = Math.min(span.end, start + 200)
  if (page === undefined || !page.slice(start, span.end).startsWith(span.text.replace(/…$/, '')))
    return undefined
  const before = inOneLine(page.slice(Math.max(0, start - lettersAround), start)).trimStart()
  const value = inOneLine(page.slice(start, end))
  const after = inOneLine(page.slice(end, end + lettersAround)).trimEnd()
  return { text: before + value + after, mark: [before.length, before.length + value.length] }
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').toWellFormed()
}
