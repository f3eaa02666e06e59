import type { Json } from '@quipu/kit'
import type { Statement } from '../model/observation.ts'
import { schemas } from '../model/schemas.ts'
import type { Span } from '../model/span.ts'
import type { Format } from './statement/interpretation.ts'
import { Unreadable } from './statement/interpretation.ts'
import { isLinkedData, linkedStatements } from './json-ld.ts'
import { limits } from './statement/limits.ts'
import { noteStatement } from './note.ts'
import { excerpt, interpretationOf, specificities, statementOf } from './statement/statements.ts'
import { plainHeading } from './headings.ts'
import { columnNames, typesOf } from './table-columns.ts'
import { decodeText, headOf } from './text.ts'

/** JSON and JSON Lines. The keys of an object decide what it is. */
export const json: Format = {
  name: 'json',
  recognises: ({ bytes }) => /^\s*(?:\[|\{\s*["}])/.test(headOf(bytes)),
  interpret: async ({ bytes, filename }) => {
    const text = decodeText(bytes)
    const whole = parseJson(text)
    const statements = whole === undefined ? fromLines(text) : fromValue(whole, '', undefined)
    return interpretationOf({
      interpreter: 'json@2',
      mimeType: whole === undefined ? 'application/jsonl' : 'application/json',
      statements: statements.length === 0 ? [noteStatement(text, filename)] : statements,
      pages: [text],
    })
  },
}

function fromLines(text: string): readonly Statement[] {
  const lines = text
    .split('\n')
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((one) => one.text !== '')
  const values = lines
    .slice(0, limits.statements)
    .map((one) => ({ line: one.line, value: parseJson(one.text) }))
  if (values.length < 2 || values.filter(({ value }) => value === undefined).length > 1)
    throw new Unreadable('The JSON is broken or cut off. It was read as text.')
  return values.flatMap(({ line, value }) => (value === undefined ? [] : fromValue(value, '', line)))
}

/** Lists are traversed; an object is a statement if its keys identify a type. */
function fromValue(value: Json, pointer: string, line: number | undefined): readonly Statement[] {
  if (Array.isArray(value))
    return value
      .slice(0, limits.statements)
      .flatMap((one, index) => fromValue(one, `${pointer}/${index}`, line))
  if (!isObject(value)) return []
  if (isLinkedData(value)) return linkedStatements(value, pointer, line)
  const own = fromObject(value, pointer, line)
  if (own !== undefined) return [own]
  return Object.entries(value).flatMap(([key, one]) =>
    Array.isArray(one) ? fromValue(one, `${pointer}/${escapeKey(key)}`, line) : [],
  )
}

function jsonSpan(pointer: string, value: Json, line: number | undefined): Span {
  const text = excerpt(typeof value === 'string' ? value : JSON.stringify(value))
  return { kind: 'json', pointer, ...(line === undefined ? {} : { line }), text }
}

function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

export function isObject(value: Json | undefined): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fromObject(
  value: Readonly<Record<string, Json>>,
  pointer: string,
  line: number | undefined,
): Statement | undefined {
  const stated = value['entity_type'] ?? value['type']
  const entityType = typeof stated === 'string' && schemas.has(stated) ? stated : kindOf(Object.keys(value))
  if (entityType === undefined) return undefined
  const names = columnNames.get(entityType)
  const known = schemas.get(entityType)!.fields
  const facts = Object.entries(value).flatMap(([key, one]) => {
    if (one === null || key === 'entity_type' || (key === 'type' && one === entityType)) return []
    const plain = plainHeading(key.replace(/([a-z])([A-Z])/g, '$1_$2'))
    const field = plain in known ? plain : (names?.get(plain) ?? key)
    return [[field, { value: one, span: jsonSpan(`${pointer}/${escapeKey(key)}`, one, line) }] as const]
  })
  return statementOf(entityType, Object.fromEntries(facts), specificities.native)
}

function kindOf(keys: readonly string[]): string | undefined {
  const plain = keys.map((key) => plainHeading(key.replace(/([a-z])([A-Z])/g, '$1_$2')))
  const fields = (entityType: string) => plain.map((key) => columnNames.get(entityType)!.get(key) ?? key)
  return typesOf(fields, plain.length)[0]
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
