import { expect, test } from 'vitest'
import { execute } from './execute.ts'
import { MemorySource } from './seeded/memory-source.ts'

const many = `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 12000) SELECT n FROM c`

test('[DV1] at most 10,000 rows are read, and the result says if there are more', async () => {
  await using source = new MemorySource('')
  const execution = await execute({ sql: many, parameters: [] }, source, {
    signal: new AbortController().signal,
  })
  expect(execution).toMatchObject({
    status: 'done',
    result: { isTruncated: true, rows: expect.objectContaining({ length: 10_000 }) },
  })
})

test('[DV1] [DV302] a failure is an outcome that says what to do next', async () => {
  await using source = new MemorySource('')
  const execution = await execute({ sql: 'SELECT * FROM gone', parameters: [] }, source, {
    signal: new AbortController().signal,
  })
  expect(execution).toMatchObject({
    status: 'failed',
    failure: 'failed',
    error: {
      message:
        'The statement failed. Refresh the ontology if the database has changed, or ask in other words.',
    },
  })
})

test('[DV1] a cancelled question ends as cancelled', async () => {
  await using source = new MemorySource('')
  const execution = await execute({ sql: 'SELECT 1', parameters: [] }, source, {
    signal: AbortSignal.abort(),
  })
  expect(execution).toMatchObject({ status: 'failed', failure: 'cancelled' })
})
