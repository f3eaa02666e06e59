import { expect, test } from 'vitest'
import { measureFaults } from './measure-faults.ts'

test('[DV20] every seeded fault is found, and no healthy question raises an alarm', async () => {
  const figures = await measureFaults()

  expect(figures).toMatchObject({ missed: [], alarms: [] })
  expect(figures.faults).toBeGreaterThanOrEqual(40)
  expect(figures.healthy).toBeGreaterThanOrEqual(60)
})
