import { z } from 'zod'
import { fitted, plainLine, widthOf } from './text-width.ts'

export const Snapshot = z.looseObject({
  entity_id: z.string(),
  entity_type: z.string(),
  canonical_name: z.string(),
  snapshot: z.record(z.string(), z.json()),
  observation_count: z.number(),
  last_observation_at: z.string(),
})

const Span = z.looseObject({
  kind: z.string(),
  text: z.string().optional(),
  start: z.number().optional(),
  end: z.number().optional(),
  page: z.number().optional(),
  sheet: z.string().optional(),
  row: z.number().optional(),
  column: z.number().optional(),
  pointer: z.string().optional(),
  line: z.number().optional(),
  path: z.string().optional(),
  file: z.string().optional(),
})

export const Provenance = z.looseObject({
  entity_id: z.string(),
  field: z.string(),
  value: z.json(),
  source_observation: z.looseObject({
    id: z.string(),
    observed_at: z.string(),
    is_correction: z.boolean().optional(),
  }),
  source_material: z.looseObject({
    id: z.string(),
    mime_type: z.string(),
    original_filename: z.string().optional(),
    created_at: z.string(),
  }),
  span: Span.optional(),
  losing_values: z.array(z.looseObject({ value: z.json(), observed_at: z.string(), reason: z.string() })),
  losing_values_total: z.number(),
})

export const Source = z.looseObject({
  id: z.string(),
  kind: z.string(),
  mime_type: z.string(),
  original_filename: z.string().optional(),
  created_at: z.string(),
})

/** What is known about one entity: one line per field. */
export function drawEntity(entity: z.output<typeof Snapshot>, width: number): string {
  const { entity_id, entity_type, canonical_name, snapshot, observation_count, last_observation_at } = entity
  const counted = observation_count === 1 ? '1 observation' : `${observation_count} observations, the last`
  return [
    ...lineOf(`${canonical_name} (${entity_type})  ${entity_id}`, width),
    ...table(
      Object.entries(snapshot).map(([field, value]) => [field, textOf(value)]),
      width,
    ),
    ...lineOf(`${counted} of ${last_observation_at.slice(0, 10)}`, width),
    ...lineOf(`Where a value comes from: npx quipu truth why ${entity_id} FIELD`, width),
  ].join('\n')
}

/** The path from a value to the place that says it, and the values that lost. */
export function drawWhy(why: z.output<typeof Provenance>, width: number): string {
  const { field, value, entity_id, source_observation: said, source_material: source, span } = why
  const what = said.is_correction === true ? 'a correction' : `said of ${said.observed_at.slice(0, 10)}`
  const name = source.original_filename ?? (said.is_correction === true ? 'a correction' : 'a statement')
  const more = why.losing_values_total - why.losing_values.length
  return [
    ...lineOf(`${field} of ${entity_id} is ${textOf(value)}`, width),
    ...table(
      [
        ['observation', `${said.id}, ${what}`],
        ['source', `${source.id}, ${name} (${source.mime_type}), learned ${source.created_at.slice(0, 10)}`],
        ...(span === undefined ? [] : [['place', placeOf(span)] as const]),
        ...(span?.text === undefined ? [] : [['text', JSON.stringify(span.text)] as const]),
        ...why.losing_values.map(
          ({ value: lost, observed_at, reason }) =>
            ['lost', `${textOf(lost)}, of ${observed_at.slice(0, 10)}: ${reason}`] as const,
        ),
        ...(more > 0 ? [['', `and ${more} more`] as const] : []),
      ],
      width,
    ),
  ].join('\n')
}

/** Entities first, then files and statements that hold the words. */
export function drawFound(
  found: {
    readonly entities: readonly {
      readonly id: string
      readonly entity_type: string
      readonly canonical_name: string
    }[]
    readonly sources: readonly z.output<typeof Source>[]
  },
  width: number,
): string {
  const rows = [
    ...found.entities.map(({ id, entity_type, canonical_name }) => [entity_type, id, canonical_name]),
    ...found.sources.map(({ kind, id, original_filename, mime_type }) => [
      kind,
      id,
      original_filename ?? mime_type,
    ]),
  ]
  return rows.length === 0 ? 'Nothing was found.' : table(rows, width).join('\n')
}

function placeOf(span: z.output<typeof Span>): string {
  const range = span.start === undefined ? '' : `characters ${span.start} to ${span.end ?? ''}`
  const parts = {
    text: [range],
    page: [`page ${span.page ?? ''}`, range],
    cell: [
      span.sheet === undefined ? '' : `sheet ${span.sheet}`,
      `row ${span.row ?? ''}`,
      `column ${span.column ?? ''}`,
    ],
    json: [span.line === undefined ? '' : `line ${span.line}`, span.pointer ?? ''],
    xml: [span.file ?? '', span.path ?? ''],
  }[span.kind] ?? [span.kind]
  return parts.filter((part) => part !== '').join(', ')
}

function textOf(value: z.core.util.JSONType): string {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.map(textOf).join(', ') : JSON.stringify(value)
}

function table(rows: readonly (readonly string[])[], width: number): string[] {
  const plain = rows.map((row) => row.map(plainLine))
  const columns = Math.max(0, ...plain.map(({ length }) => length))
  const widths = Array.from({ length: Math.max(0, columns - 1) }, (_, column) =>
    Math.max(...plain.map((row) => widthOf(row[column] ?? ''))),
  )
  return plain.flatMap((row) =>
    lineOf(
      `  ${row.map((cell, column) => (column < columns - 1 ? fitted(cell, widths[column] ?? 0) : cell)).join('  ')}`,
      width,
    ),
  )
}

/** One line without control sequences, no wider than the terminal. */
function lineOf(text: string, width: number): string[] {
  const plain = plainLine(text).trimEnd()
  return [widthOf(plain) > width ? fitted(plain, width) : plain]
}
