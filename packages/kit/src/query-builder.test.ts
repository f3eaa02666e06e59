import { expect, test } from 'vitest'
import { queryBuilder, sql } from './query-builder.ts'

test('[K6] a query is built with its parameters apart', () => {
  const builder = queryBuilder<{ notes: { id: number; text: string } }>()
  const { sql: text, parameters } = builder
    .selectFrom('notes')
    .select('id')
    .where(sql<boolean>`lower(text) = ${"o'hara"}`)
    .compile()

  expect(text).toBe('select "id" from "notes" where lower(text) = $1')
  expect(parameters).toEqual(["o'hara"])
})
