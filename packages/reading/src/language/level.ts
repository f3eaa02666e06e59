import type { Condition, Dataset, Expression, Ontology, Query } from '@quipu/query'
import { QueryError } from './query-error.ts'

export interface TimePeriod {
  readonly start: string | null
  readonly end: string | null
}

/** The state of a whole query: how much of it was read, and the place of each level. */
export interface Reading {
  readonly ontology: Ontology
  /** A period in words, such as "last quarter". A text says why it cannot be used. */
  readonly period: (words: string) => TimePeriod | string
  /** The place of each level, for errors that are found later. */
  readonly places: Map<Query, string>
  parts: number
}

/** One level of a query while it is read. */
export interface Level {
  readonly reading: Reading
  readonly path: string
  readonly subject: Dataset
  /** Further appearances of datasets, by name. */
  readonly appearances: ReadonlyMap<string, Dataset>
  /** Outputs by the names that `as` gives them. */
  readonly outputs: ReadonlyMap<string, Expression>
  /** Names that `as` gives to several different outputs. */
  readonly sharedNames?: ReadonlySet<string>
  readonly depth: number
  /** Reads a nested query. Passed on to avoid an import cycle, as is `condition`. */
  readonly query: (value: unknown, path: string, depth: number, isInner: boolean) => Query
  readonly condition: (value: unknown, level: Level, path: string) => Condition | null
}

const mostParts = 2000
const mostNesting = 40

/** Counts a part of the query, so that a huge query is refused early. */
export function countPart(reading: Reading, path: string): void {
  reading.parts += 1
  if (reading.parts > mostParts)
    throw new QueryError(path, `The query has more than ${mostParts} parts. Ask for less, or ask twice.`)
  if (path.length > 2000 || path.split(/[.[]/).length > mostNesting)
    throw new QueryError(path.slice(0, 200), `The query is nested more than ${mostNesting} deep.`)
}

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function objectAt(value: unknown, path: string, what: string): JsonObject {
  if (!isObject(value)) throw new QueryError(path, `${what} is an object, not ${kindOf(value)}.`)
  return value
}

export function listAt(value: unknown, path: string, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new QueryError(path, `${what} is a list, not ${kindOf(value)}.`)
  return value
}

export function wholeNumberAt(value: unknown, path: string, least: number, most: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
    throw new QueryError(path, `This is a whole number from ${least} to ${most}.`)
  return value
}

export function flagAt(value: unknown, path: string): boolean {
  if (value === undefined) return false
  if (typeof value !== 'boolean') throw new QueryError(path, `This is true or false, not ${kindOf(value)}.`)
  return value
}

/** Text without control and invisible characters: those are never meant, and may hide something. */
export function textAt(value: unknown, path: string, what: string): string {
  if (typeof value !== 'string') throw new QueryError(path, `${what} is text, not ${kindOf(value)}.`)
  if (value.length > mostText) throw new QueryError(path, `${what} has more than ${mostText} characters.`)
  if (/[\p{Cc}\p{Cf}\p{Cs}]/u.test(value.replaceAll(/[\t\n\r\u200c\u200d]/g, '')))
    throw new QueryError(path, `${what} holds a control or invisible character. Leave it out.`)
  return value
}

const mostText = 2000

export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'missing'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
