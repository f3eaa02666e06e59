import { expect, test } from 'vitest'
import { introspect } from '../../ontology/introspect.ts'
import { TestSource } from '../../ontology/test-source.ts'
import { monthCondition } from './month-condition.ts'

async function harvests(type: string, months: readonly (string | number)[]) {
  const rows = months
    .map((month, i) => `(${i + 1}, 2026, ${typeof month === 'number' ? month : `'${month}'`}, ${i * 3})`)
    .join(', ')
  await using source = new TestSource(
    `create table harvests (harvest_id integer primary key, year integer, month ${type}, crates integer); insert into harvests values ${rows};`,
  )
  const model = await introspect(source, { signal: AbortSignal.timeout(20_000) })
  const [dataset] = model.datasets
  if (dataset === undefined) throw new Error('no dataset')
  return dataset
}

test('[DR68] one month, as the field writes it', async () => {
  expect(
    monthCondition(await harvests('text', ['March', 'April', 'June']), '2026-04-01', '2026-05-01'),
  ).toMatchObject({ kind: 'compare', operator: '=', right: { value: 'April' } })
  expect(
    monthCondition(await harvests('text', ['Mar', 'Apr', 'Jun']), '2026-04-01', '2026-05-01'),
  ).toMatchObject({ right: { value: 'Apr' } })
  expect(monthCondition(await harvests('integer', [3, 4, 6]), '2026-04-01', '2026-05-01')).toMatchObject({
    right: { value: 4 },
  })
})

test('[DR68] several months, none for the whole year or more than one', async () => {
  const dataset = await harvests('text', ['March', 'April', 'June'])
  expect(monthCondition(dataset, '2026-04-01', '2026-07-01')).toMatchObject({
    kind: 'in',
    values: ['April', 'May', 'June'],
  })
  expect(monthCondition(dataset, '2026-01-01', '2027-01-01')).toBeNull()
  expect(monthCondition(dataset, '2025-11-01', '2026-02-01')).toBeNull()
})
