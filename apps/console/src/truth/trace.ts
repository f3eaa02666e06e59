/** The place of a value in its source. */
export interface Span {
  readonly kind: 'text' | 'page' | 'cell' | 'json' | 'xml'
  readonly text: string
  readonly start?: number | undefined
  readonly end?: number | undefined
  readonly page?: number | undefined
  readonly sheet?: string | undefined
  readonly row?: number | undefined
  readonly column?: number | undefined
  readonly pointer?: string | undefined
  readonly line?: number | undefined
  readonly path?: string | undefined
  readonly file?: string | undefined
}

/** A field with its source and the place in it, as `get_field_provenance` and the page of an entity return it. */
export interface Trace {
  readonly field: string
  readonly value: unknown
  readonly source_observation: {
    readonly observed_at: string
    readonly source_priority: number
    readonly is_correction?: boolean | undefined
  }
  readonly source_material: {
    readonly id: string
    readonly mime_type: string
    readonly original_filename?: string | undefined
    readonly file_urls: readonly string[]
    readonly created_at: string
  }
  readonly span?: Span | undefined
  readonly excerpt?: string | undefined
  /** The range of the value in the excerpt, the end excluded. */
  readonly excerpt_mark?: readonly number[] | undefined
  readonly losing_values: readonly {
    readonly value: unknown
    readonly observation_id: string
    readonly observed_at: string
    readonly reason: string
  }[]
  readonly losing_values_total: number
}

/** The name of the value's source for people. */
export function sourceWords({ source_observation: said, source_material: source }: Trace): string {
  if (said.is_correction === true) return 'A correction by hand'
  if (source.original_filename !== undefined) return source.original_filename
  return source.file_urls.length > 0 ? 'A file without a name' : 'Stated by you or an assistant'
}

/** The place of a value in words: “page 2”, “row 3, column 1 of Sheet1”. Empty for a place in a plain text. */
export function placeWords(span: Span): string {
  switch (span.kind) {
    case 'page':
      return `page ${span.page}`
    case 'cell':
      return `row ${span.row}, column ${span.column}${span.sheet === undefined ? '' : ` of ${span.sheet}`}`
    case 'json':
      return `${span.line === undefined ? '' : `line ${span.line}, `}${span.pointer}`
    case 'xml':
      return `${span.path}${span.file === undefined ? '' : ` in ${span.file}`}`
    case 'text':
      return ''
  }
}

/** A value of a field as text. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ')
  return JSON.stringify(value)
}

/** `invoice_date` → `Invoice date`, `vat_id` → `VAT ID`. */
export function fieldWords(name: string): string {
  const words = name.replaceAll('_', ' ').replace(abbreviations, (word) => word.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const abbreviations = /\b(?:bic|iban|id|uid|uri|url|vat)\b/g
