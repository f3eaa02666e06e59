import type { Query } from '@quipu/query'
import type { Check } from '../artifacts.ts'
import type { World } from './databases.ts'

/** One question to one small database. */
export interface Case {
  readonly name: string
  readonly world: World
  readonly query: Query
  /** What is done to the data first. */
  readonly damage?: string
  /** Run instead of the SQL that is built for the query, as a builder with a fault would. */
  readonly sql?: string
  /** The day of asking. */
  readonly today?: string
  readonly maxRows?: number
  /** Checks any one of which must tell; none when everything is in order. */
  readonly expect: readonly Check['name'][]
}

/** A question that something is wrong about, by what was done to the data. */
export function bad(
  name: string,
  world: World,
  query: Query,
  expect: Case['expect'],
  damage = '',
  today?: string,
): Case {
  return { name, world, query, expect, damage, ...(today === undefined ? {} : { today }) }
}

/** The same by the SQL that is run. */
export function forged(name: string, world: World, query: Query, expect: Case['expect'], sql: string): Case {
  return { name, world, query, expect, sql }
}

/** The world as it is when nobody knows what tells rows of a table apart. */
export function keyless({ script, extras }: World, table: string): World {
  return { script, extras: { ...extras, keyless: [table] } }
}

/** A question that everything is right about. */
export function good(name: string, world: World, query: Query, damage = ''): Case {
  return { name, world, query, damage, expect: [] }
}
