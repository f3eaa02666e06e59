/** How the values of several observations become one. */
export type Strategy = 'last_write' | 'highest_priority' | 'most_specific' | 'merge_array'

export type FieldType =
  | 'text'
  | 'number'
  | 'boolean'
  /** A calendar day, YYYY-MM-DD. */
  | 'date'
  /** A calendar day, a local time, or a time with its offset, as the source has it. */
  | 'moment'
  /** An ISO 4217 code. */
  | 'currency'
  | 'list'
  | 'json'

export interface FieldSchema {
  readonly type: FieldType
  /** Default: merge_array for lists, last_write for the rest. */
  readonly strategy?: Strategy
  /** The kind of timeline event for a value of this field. */
  readonly event?: string
  /** It names something else, such as the seller of an invoice: many entities share it, and are not the same for that. */
  readonly isOfOther?: boolean
}

/** Fields that identify an entity when all of them have a value. */
export type IdentifierRule = readonly IdentifierPart[]
export interface IdentifierPart {
  readonly field: string
  /** How differences of spelling are removed. */
  readonly form: IdentifierForm
  /** Optional: the other fields identify an entity without it, and a different one with it. */
  readonly isOptional?: boolean
}
export type IdentifierForm = 'email' | 'code' | 'iban' | 'name' | 'exact'

export interface EntitySchema {
  readonly entityType: string
  /** Semantic version. Minor: fields were added. Fields are never removed or retyped. */
  readonly version: string
  readonly description: string
  readonly fields: Readonly<Record<string, FieldSchema>>
  /** What any further field is, for a type that may have fields of any name. */
  readonly furtherFields?: FieldSchema
  readonly identifiers: readonly IdentifierRule[]
  /** The first rule of which all fields have a value gives the canonical name. */
  readonly names: readonly (readonly string[])[]
  /** Equal statements in one source are several entities, such as two equal payments on one day. */
  readonly isRepeatable?: boolean
}

/** Undefined if the type has no such field. */
export function fieldOf(schema: EntitySchema, name: string): FieldSchema | undefined {
  return Object.hasOwn(schema.fields, name) ? schema.fields[name] : schema.furtherFields
}

/** Fields of something else. */
export function fieldsOfOthers(schema: EntitySchema): ReadonlySet<string> {
  return new Set(Object.keys(schema.fields).filter((name) => schema.fields[name]?.isOfOther === true))
}

/** The days and amounts that belong to the name: with other ones it is another payment, document or appointment. */
export function tellingFields({ names, fields }: EntitySchema): ReadonlySet<string> {
  const types: ReadonlySet<FieldType | undefined> = new Set<FieldType>(['number', 'date', 'moment'])
  return new Set(names.flat().filter((name) => types.has(fields[name]?.type)))
}

export function strategyOf(field: FieldSchema): Strategy {
  return field.strategy ?? (field.type === 'list' ? 'merge_array' : 'last_write')
}
