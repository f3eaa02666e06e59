import {
  cutText,
  singularLabel,
  visibleText,
  type Cell,
  type Condition,
  type Dataset,
  type Expression,
  type Field,
  type FieldRef,
  type Ontology,
  type Query,
} from '@quipu/query'

/** The context in which one level of a query is put into words. */
export interface Wording {
  readonly ontology: Ontology
  /** The dataset whose fields are named without their dataset; null where all fields are named in full. */
  readonly home: string | null
  /** How many more levels may be opened. Deeper ones become an ellipsis. */
  readonly depth: number
  /** The functions for nested parts, passed on to avoid import cycles. */
  readonly expression: (of: Expression, wording: Wording) => string
  readonly condition: (of: Condition, wording: Wording) => string
  readonly query: (of: Query, wording: Wording) => string
}

export const ellipsis = '…'

export function deeper(wording: Wording): Wording {
  return { ...wording, depth: wording.depth - 1 }
}

export function listed(words: readonly string[], joint = 'and', most = 6): string {
  const shown = words.length > most ? [...words.slice(0, most - 1), `${words.length - most + 1} more`] : words
  const last = shown.at(-1) ?? ''
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} ${joint} ${last}`
}

export function datasetLabel(name: string, { ontology }: Pick<Wording, 'ontology'>): string {
  return clean(datasetNamed(name, ontology)?.label ?? name)
}

export function fieldNamed(ref: FieldRef, ontology: Ontology): Field | undefined {
  return datasetNamed(ref.dataset, ontology)?.fields.find((one) => one.name === ref.field)
}

function datasetNamed(name: string, ontology: Ontology): Dataset | undefined {
  return ontology.datasets.find((one) => one.name === name)
}

/** The field's label, with its dataset or appearance when the label alone is ambiguous. */
export function fieldLabel(ref: FieldRef, wording: Wording): string {
  const { ontology, home } = wording
  const label = clean(fieldNamed(ref, ontology)?.label ?? ref.field)
  if (ref.as !== undefined && ref.as !== ref.dataset) return `${clean(ref.as)} ${label}`
  if (ref.dataset === home) return label
  const sameLabel = ontology.datasets.filter((one) => one.fields.some((field) => field.label === label))
  const owner = singularLabel(datasetLabel(ref.dataset, wording))
  return sameLabel.length > 1 && !label.includes(owner) ? `${owner} ${label}` : label
}

export function valueWords(value: Cell, unit: string | null = null): string {
  if (value === null) return 'nothing'
  if (typeof value === 'number') return withUnit(String(value), unit)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = cutText(clean(value), 60)
  return text === '' || /[,"“”]|\b(?:and|or|is|where)\b/i.test(text)
    ? `“${text.replaceAll(/["“”]/g, "'")}”`
    : text
}

function withUnit(text: string, unit: string | null): string {
  if (unit === null) return text
  return `${text} ${unit === 'percent' ? '%' : clean(unit)}`
}

export function clean(text: string): string {
  return visibleText(text).replaceAll(/\s+/g, ' ').trim()
}
