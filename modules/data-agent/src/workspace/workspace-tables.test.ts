import { expect, test } from 'vitest'
import { workspaceTables } from './workspace-tables.ts'

const columns = [
  { name: 'id', type: 'integer' },
  { name: 'title', type: 'text' },
  { name: 'at', type: 'timestamp' },
] as const
const table = { name: 'tasks', description: 'Tasks', columns, isCut: false }

test('[DO445] [DO1552] tables of the same name in two modules get different names, and columns without values are left out', () => {
  const rows = [[1, 'Call', null]]
  const { tables } = workspaceTables(
    [
      { module: 'tasks', tables: [{ ...table, rows }] },
      { module: 'truth', tables: [{ ...table, rows }] },
    ],
    'UTC',
  )
  expect(tables.map(({ name }) => name)).toEqual(['tasks', 'truth_tasks'])
  expect(tables[0]?.columns.map(({ name }) => name)).toEqual(['id', 'title'])
})

test('[DO445] [DO1553] what was cut or could not be read is reported', () => {
  const { caveats } = workspaceTables(
    [
      { module: 'tasks', tables: [{ ...table, rows: [[1, 'Call', null]], isCut: true }] },
      { module: 'vikunja', tables: [], problem: 'Vikunja does not answer' },
    ],
    'UTC',
  )
  expect(caveats).toEqual([
    'What you have in vikunja could not be read: Vikunja does not answer',
    'Only the latest 1 rows of tasks were looked at.',
  ])
})

test('[DO445] [DO1553] long texts are cut, and the rows of all tables together are bounded', () => {
  const rows = Array.from({ length: 10_000 }, (_, id) => [id, 'x'.repeat(5000), null])
  const { tables, caveats } = workspaceTables([{ module: 'tasks', tables: [{ ...table, rows }] }], 'UTC')
  expect(String(tables[0]?.rows[0]?.[1])).toHaveLength(2000)
  expect(tables[0]?.rows.length).toBeLessThan(5000)
  expect(caveats).toHaveLength(1)
})

test('[DO445] [DO1554] times are in the person’s time zone', () => {
  const rows = [[1, 'Call', '2026-01-01T23:30:00.000Z']]
  const { tables } = workspaceTables([{ module: 'tasks', tables: [{ ...table, rows }] }], 'Europe/Berlin')
  expect(tables[0]?.rows[0]?.[2]).toMatch(/^2026-01-02T00:30/)
})
