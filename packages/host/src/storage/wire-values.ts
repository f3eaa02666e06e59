import pg from 'pg'
import type { Statement } from './store.ts'
import type { Reply, WireStatement } from './session.ts'

/** Both engines get every value in one text form and return every type as one JavaScript type. */
export function toWire({ sql, parameters, isPlannedEachTime }: Statement): WireStatement {
  if (parameters.length > mostParameters) {
    throw new RangeError(`A statement takes at most ${mostParameters} parameters, not ${parameters.length}`)
  }
  const values = parameters.map(toText)
  return isPlannedEachTime === true ? { sql, values, isPlannedEachTime } : { sql, values }
}

export function toRows<Row>({ fields, rows }: Reply): Row[] {
  const columns = fields.map(({ name, type }) => ({ name, parse: parsers.get(type) ?? asText }))
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (const [index, { name, parse }] of columns.entries()) {
      const value = values[index] ?? null
      row[name] = value === null ? null : parse(value)
    }
    // The caller names the row's type together with the statement.
    return row as Row
  })
}

/** An array becomes a PostgreSQL array and any other object JSON; JSON that is an array is passed as its text. */
function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  switch (typeof value) {
    case 'string':
      return value.toWellFormed()
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value)
    case 'object':
      return objectToText(value)
    case 'function':
    case 'symbol':
    case 'undefined':
    default:
      throw new TypeError(`A ${typeof value} cannot be a parameter of a statement`)
  }
}

function objectToText(value: object): string {
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value)) return `{${value.map(elementToText).join(',')}}`
  return JSON.stringify(value)
}

function elementToText(value: unknown): string {
  if (Array.isArray(value)) return objectToText(value)
  if (typeof value === 'number') return String(value)
  const text = toText(value)
  if (text === null) return 'NULL'
  if (!needsCare.test(text)) return `"${text}"`
  // JSON escapes quotes and backslashes as an array does, in half the time. Only control characters it writes otherwise.
  if (!hasControls.test(text)) return JSON.stringify(text)
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

const needsCare = /["\\]/
const hasControls = /\p{Cc}/u

/** The wire counts them in 16 bits: one more would silently become none. */
const mostParameters = 65_535

type Parse = (text: string) => unknown

const asText: Parse = (text) => text
const asJson: Parse = (text) => JSON.parse(text)
const asMoment: Parse = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text')
// The list of known ids in pg's types lacks those of arrays.
const textArray = 1009 as Parameters<typeof pg.types.getTypeParser>[0]
const asNestedTexts: (text: string) => unknown[] = pg.types.getTypeParser(textArray, 'text')

/** By object id: a type, the type of its arrays, and how its text is parsed. All others stay text. */
const types: readonly (readonly [type: number, arrayType: number, parse: Parse])[] = [
  [16, 1000, (text) => text === 't'], // bool
  [17, 1001, (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex'))], // bytea
  [20, 1016, Number], // int8
  [21, 1005, Number], // int2
  [23, 1007, Number], // int4
  [25, 1009, asText], // text
  [26, 1028, Number], // oid
  [114, 199, asJson], // json
  [700, 1021, Number], // float4
  [701, 1022, Number], // float8
  [1043, 1015, asText], // varchar
  [1082, 1182, asText], // date
  [1184, 1185, asMoment], // timestamptz
  [1700, 1231, asText], // numeric
  [2950, 2951, asText], // uuid
  [3802, 3807, asJson], // jsonb
]
const parsers = new Map(
  types.flatMap(([type, arrayType, parse]): [number, Parse][] => [
    [type, parse],
    [arrayType, (text) => parseElements(asNestedTexts(text), parse)],
  ]),
)

function parseElements(elements: readonly unknown[], parse: Parse): unknown[] {
  return elements.map((element) => {
    if (Array.isArray(element)) return parseElements(element, parse)
    return typeof element === 'string' ? parse(element) : null
  })
}
