import type { Json } from '@quipu/kit'
import { cutText } from '../../model/cut-text.ts'
import type { Statement } from '../../model/observation.ts'
import type { Span } from '../../model/span.ts'
import type { Interpretation } from './interpretation.ts'
import { limits } from '../statement/limits.ts'

/** A value and its place. */
export interface Fact<Value extends Json = Json> {
  readonly value: Value
  readonly span: Span
}

export type Facts = Readonly<Record<string, Fact | undefined>>

/** How directly a source states something. */
export const specificities = {
  /** Written by a machine for machines, inside a document for people. */
  embedded: 1,
  /** A format that names its fields. */
  native: 0.95,
  /** A labelled value in a text. The sums agree. */
  checked: 0.8,
  /** A labelled value in a text. */
  pattern: 0.7,
  /** The text itself. */
  note: 0.1,
} as const

/** Leaves out missing and empty values. */
export function statementOf(
  entityType: string,
  facts: Facts,
  specificity: number,
  observedAt?: string,
): Statement {
  const fields: Record<string, Json> = {}
  const spans: Record<string, Span> = {}
  for (const [name, fact] of Object.entries(facts)) {
    if (fact === undefined || isEmpty(fact.value)) continue
    fields[name] = fact.value
    spans[name] = fact.span
  }
  return { entityType, fields, spans, specificity, ...(observedAt === undefined ? {} : { observedAt }) }
}

/** The whole interpretation, cut to the limits. */
export function interpretationOf(
  found: Pick<Interpretation, 'interpreter' | 'mimeType'> & Partial<Interpretation>,
): Interpretation {
  const all = (found.statements ?? []).filter(({ fields }) => Object.keys(fields).length > 0)
  const pages = withinLength(found.pages ?? [])
  const notes = [...(found.notes ?? [])]
  if (all.length > limits.statements)
    notes.unshift(`The file holds ${all.length} entries. The first ${limits.statements} were read.`)
  if (pages.isCut) notes.unshift('The text of the file is too long. Its beginning was read.')
  return {
    interpreter: found.interpreter,
    mimeType: found.mimeType,
    statements: all.slice(0, limits.statements),
    pages: pages.texts,
    ...(found.date === undefined ? {} : { date: found.date }),
    notes: notes.slice(0, limits.notes),
    needsOcr: found.needsOcr ?? false,
  }
}

/** Nothing could be read, and the note says why. */
export function unread(interpreter: string, mimeType: string, note: string): Interpretation {
  return interpretationOf({ interpreter, mimeType, notes: [note] })
}

export function textSpan(text: string, start: number, end: number): Span {
  return { kind: 'text', start, end, text: excerpt(text.slice(start, end)) }
}

/** The part of a long text that a span shows. */
export function excerpt(text: string): string {
  return cutText(text)
}

/** Statements of a file within a file: their pages follow those of the outer one. */
export function behindPages(statements: readonly Statement[], pagesBefore: number): readonly Statement[] {
  return statements.map((statement) => ({
    ...statement,
    spans: Object.fromEntries(
      Object.entries(statement.spans).map(([field, span]) => [field, behind(span, pagesBefore)]),
    ),
  }))
}

function behind(span: Span, pagesBefore: number): Span {
  if (span.kind === 'text') return { ...span, kind: 'page', page: pagesBefore + 1 }
  return span.kind === 'page' ? { ...span, page: span.page + pagesBefore } : span
}

function withinLength(pages: readonly string[]): {
  readonly texts: readonly string[]
  readonly isCut: boolean
} {
  let left: number = limits.textLength
  const texts: string[] = []
  for (const page of pages.slice(0, limits.pages)) {
    texts.push(page.slice(0, left))
    left = Math.max(0, left - page.length)
  }
  return { texts, isCut: left === 0 || pages.length > limits.pages }
}

function isEmpty(value: Json): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return Array.isArray(value) && value.length === 0
}
