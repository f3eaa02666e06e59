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

/** What the words of one level are made with. */
export interface Telling {
  readonly ontology: Ontology
  /** The dataset whose fields need no name of their dataset beside them; null where all are told in full. */
  readonly home: string | null
  /** Levels that may still be opened; below them stands an ellipsis. */
  readonly depth: number
  /** The three ways down, so that each file knows only this one. */
  readonly expression: (of: Expression, telling: Telling) => string
  readonly condition: (of: Condition, telling: Telling) => string
  readonly query: (of: Query, telling: Telling) => string
}

export const ellipsis = '…'

export function deeper(telling: Telling): Telling {
  return { ...telling, depth: telling.depth - 1 }
}

export function listed(words: readonly string[], joint = 'and', most = 6): string {
  const shown = words.length > most ? [...words.slice(0, most - 1), `${words.length - most + 1} more`] : words
  const last = shown.at(-1) ?? ''
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} ${joint} ${last}`
}

export function datasetLabel(name: string, { ontology }: Pick<Telling, 'ontology'>): string {
  return clean(datasetNamed(name, ontology)?.label ?? name)
}

export function fieldNamed(ref: FieldRef, ontology: Ontology): Field | undefined {
  return datasetNamed(ref.dataset, ontology)?.fields.find((one) => one.name === ref.field)
}

function datasetNamed(name: string, ontology: Ontology): Dataset | undefined {
  return ontology.datasets.find((one) => one.name === name)
}

/** The field's label, with its dataset or the part that appearance plays where the label alone could mean another field. */
export function fieldLabel(ref: FieldRef, telling: Telling): string {
  const { ontology, home } = telling
  const label = clean(fieldNamed(ref, ontology)?.label ?? ref.field)
  if (ref.as !== undefined && ref.as !== ref.dataset) return `${clean(ref.as)} ${label}`
  if (ref.dataset === home) return label
  const twins = ontology.datasets.filter((one) => one.fields.some((field) => field.label === label))
  const owner = singularLabel(datasetLabel(ref.dataset, telling))
  return twins.length > 1 && !label.includes(owner) ? `${owner} ${label}` : label
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
