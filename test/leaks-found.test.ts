import { tasks } from '@quipu/tasks'
import { expect, test } from 'vitest'
import { quickEngine } from './environment/test-host.ts'
import { Crowd } from './isolation/crowd.ts'
import { Household } from './isolation/household.ts'
import { leakySettings, leakyStream, streamFaults } from './isolation/leaky-streams.ts'
import { leakyRoutes, riddle, routeFaults } from './isolation/leaky-routes.ts'
import { kinds, leaky } from './isolation/leaky.ts'

test.each(kinds)('[P12] a module that %s is found out', { timeout: 120_000 }, async (kind) => {
  await using crowd = await Crowd.gather(quickEngine(), [tasks, leaky(kind)])

  await expect(crowd.play(600)).rejects.toThrow(/someone/)
})

test.each(routeFaults)('[P12] a route that %s is found out', { timeout: 120_000 }, async (fault) => {
  await using household = await Household.gather(quickEngine(), [tasks, leakyRoutes(fault)])

  await expect(household.play(60)).rejects.toThrow(/api\/leaks.* (showed|changed|knew of) .*someone/)
})

test.each(streamFaults)('[P12] a module that %s is found out', { timeout: 120_000 }, async (fault) => {
  await using crowd = await Crowd.gather(quickEngine(), [tasks, leakyStream(fault)])

  await expect(crowd.play(600)).rejects.toThrow(/someone/)
})

test('[P12] a stream that shows the settings of others is found out', { timeout: 120_000 }, async () => {
  await using household = await Household.gather(quickEngine(), [tasks, leakySettings])

  await expect(household.play(60)).rejects.toThrow(/api\/leaks showed .*someone/)
})

test('[P12] a route that the check cannot call is reported', { timeout: 120_000 }, async () => {
  await using household = await Household.gather(quickEngine(), [tasks, riddle])

  await household.play(3)

  expect(household.neverGood).toContain('route POST /api/riddle')
})
