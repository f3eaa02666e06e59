import type { Query } from '@quipu/query'
import type { Check } from '../artifacts.ts'
import type { World } from './databases.ts'

/** One question to one small database. */
export interface Case {
  readonly name: string
  readonly world: World
  readonly query: Query
  /** The change of the data before the question. */
  readonly damage?: string
  /** Run instead of the built SQL, to imitate a faulty builder. */
  readonly sql?: string
  /** The day of asking. */
  readonly today?: string
  readonly maxRows?: number
  /** At least one of these checks must report; empty for a healthy question. */
  readonly expect: readonly Check['name'][]
}

/** A question with a fault in the data. */
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

/** A question with a fault in the SQL. */
export function forged(name: string, world: World, query: Query, expect: Case['expect'], sql: string): Case {
  return { name, world, query, expect, sql }
}

/** The database without known keys. */
export function keyless({ script, extras }: World, table: string): World {
  return { script, extras: { ...extras, keyless: [table] } }
}

/** A healthy question. */
export function good(name: string, world: World, query: Query, damage = ''): Case {
  return { name, world, query, damage, expect: [] }
}
