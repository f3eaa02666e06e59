import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MemoryWindows } from './memory-windows.ts'
import { keepers } from './test-keepers.ts'
import { Advance, Consume, ConsumeAtOnce, inUnits, Model } from './test-model.ts'

const policies = fc.record({
  points: fc.integer({ min: 1, max: 5 }),
  seconds: fc.integer({ min: 1, max: 30 }),
  blockSeconds: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
})
const keys = fc.constantFrom('ada', 'bob')

describe.each(keepers)('the limiter in $keeper against its model', ({ open, isHere, keeper: kind }) => {
  // Redis has the machine's clock beside the simulated one: a second of the model is long enough to lose none of it.
  const unit = kind === 'memory' ? 1 : 20
  test.skipIf(!isHere)(
    '[L15] any history of calls is answered as the rule says, at either instance',
    async () => {
      const commands = [
        fc.tuple(keys, fc.nat({ max: 1 })).map(([key, instance]) => new Consume(key, instance)),
        fc.tuple(keys, fc.integer({ min: 2, max: 8 })).map(([key, times]) => new ConsumeAtOnce(key, times)),
        fc.integer({ min: 1, max: 45 }).map((seconds) => new Advance(seconds)),
      ]
      const holds = fc.assert(
        fc.asyncProperty(policies, fc.commands(commands, { maxCommands: 40 }), async (policy, history) => {
          await using keeper = await open()
          const real = { keeper, policy: inUnits(policy, unit), unit }
          await fc.asyncModelRun(() => ({ model: new Model(policy), real }), history)
        }),
        { numRuns: kind === 'memory' ? 500 : 60 },
      )
      await expect(holds).resolves.toBeUndefined()
    },
  )
})

test('[L10] a clock that is set back neither opens a window nor closes it for ever', () => {
  const steps = fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.record({ kind: fc.constant('consume' as const), key: keys }) },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant('pass' as const),
          seconds: fc.integer({ min: 1, max: 45 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('back' as const),
          seconds: fc.integer({ min: 1, max: 1e9 }),
        }),
      },
    ),
    { maxLength: 120 },
  )
  fc.assert(
    fc.property(policies, steps, (policy, history) => {
      let passed = 0
      let offset = 0
      const windows = new MemoryWindows(policy, () => (passed + offset) * 1000)
      const begun = new Map<string, number>()
      const waits: number[] = []
      const betweenWindows: number[] = []
      const longest = Math.max(policy.seconds, policy.blockSeconds ?? 0)
      for (const step of history) {
        if (step.kind === 'pass') passed += step.seconds
        else if (step.kind === 'back') offset -= step.seconds
        else {
          const { ok, remaining, resetSeconds } = windows.consume(step.key)
          waits.push(resetSeconds)
          if (!ok || remaining < policy.points - 1) continue
          betweenWindows.push(passed - (begun.get(step.key) ?? -Infinity))
          begun.set(step.key, passed)
        }
      }
      expect(Math.max(0, ...waits)).toBeLessThanOrEqual(longest)
      expect(Math.min(Infinity, ...betweenWindows)).toBeGreaterThanOrEqual(policy.seconds)
      windows.consume('ada')
      passed += longest
      expect(windows.consume('ada')).toMatchObject({ ok: true, remaining: policy.points - 1 })
    }),
    { numRuns: 2_000 },
  )
})
