/** Where a value stands in its source. */
export type Span =
  /** In a text: UTF-16 offsets, the end excluded. `text` is what stands there. */
  | { readonly kind: 'text'; readonly start: number; readonly end: number; readonly text: string }
  /** In the text of one page, counted from 1. */
  | {
      readonly kind: 'page'
      readonly page: number
      readonly start: number
      readonly end: number
      readonly text: string
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
