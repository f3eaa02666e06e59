import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyUniverseCommand } from './apply-universe-command.ts'
import { parseCommand, type UniverseCommand } from './commands.ts'
import { evaluate, type Outcome } from './evaluate.ts'
import { hashOf } from './hash-of.ts'
import { Model } from './model.ts'
import { RandomCommands } from './random-commands.ts'
import { CommandInvalid, CommandRefused } from './refusal.ts'
import { replay } from './replay.ts'
import { caught } from './test-universe.ts'
import { undo } from './undo.ts'
import { type Violation, violations, violationsOf } from './violations.ts'

const small = { bodies: 12, groups: 5, scenery: 3 }
const seeds = fc.integer({ min: 0, max: 2 ** 31 })

/** Sends random commands; `each` sees those that were applied. */
function run(
  seed: number,
  count: number,
  each: (model: Model, command: UniverseCommand, outcome: Outcome) => void,
): Model {
  const random = new RandomCommands(seed, small)
  const model = Model.empty()
  for (let step = 0; step < count; step++) {
    const input = random.next(model)
    const failure = caught(() => {
      const command = parseCommand(input)
      const outcome = evaluate(model, command)
      each(model, command, outcome)
    })
    if (failure && !(failure instanceof CommandRefused) && !(failure instanceof CommandInvalid)) throw failure
  }
  return model
}

describe('whatever is sent', () => {
  test('[UD17] every invariant holds after every command', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        run(seed, 60, (model, _, { changes }) => {
          model.follow(changes)
          expect(violations(model)).toEqual([])
          expect(violationsOf(model, changes)).toEqual([])
        })
      }),
      { numRuns: 40 },
    )
  })

  test('[UD18] [UD916] evaluating never changes the model, and following equals the pure door', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        run(seed, 40, (model, command, outcome) => {
          const before = JSON.stringify(model.snapshot())
          const applied = applyUniverseCommand(model.state(), command)
          evaluate(model, command)
          expect(JSON.stringify(model.snapshot())).toBe(before)
          model.follow(outcome.changes)
          expect(hashOf(Model.of(applied.nextState))).toBe(hashOf(model))
          expect(applied.events).toEqual(outcome.events)
        })
      }),
      { numRuns: 25 },
    )
  })

  test('[UD919] undo restores the hash from before, redo the one from after', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        run(seed, 30, (model, _, { changes }) => {
          const before = hashOf(model)
          model.follow(changes)
          const after = hashOf(model)
          const undone = undo(model, JSON.parse(JSON.stringify(changes)))
          model.follow(undone.changes)
          expect(hashOf(model)).toBe(before)
          model.follow(undo(model, undone.changes).changes)
          expect(hashOf(model)).toBe(after)
        })
      }),
      { numRuns: 30 },
    )
  })

  test('[UD19] [UD917] undoing any earlier step keeps every invariant or is refused', () => {
    fc.assert(
      fc.property(seeds, fc.nat(), (seed, salt) => {
        const past: Outcome[] = []
        run(seed, 80, (model, _, outcome) => {
          model.follow(outcome.changes)
          past.push(outcome)
          const chosen = past[(salt + past.length * 7) % past.length]
          if (past.length % 4 !== 0 || !chosen) return
          const failure = caught(() => model.follow(undo(model, chosen.changes).changes))
          if (failure && !(failure instanceof CommandRefused)) throw failure
          expect(violations(model)).toEqual([])
        })
      }),
      { numRuns: 40 },
    )
  })

  test('[UD38] parsing what was parsed changes nothing', () => {
    run(7, 400, (model, command, { changes }) => {
      expect(parseCommand(JSON.parse(JSON.stringify(command)))).toEqual(command)
      model.follow(changes)
    })
  })
})

test('[UD17][UD21] 20,000 random commands keep every invariant and replay to the same hash', () => {
  const random = new RandomCommands(2026)
  const model = Model.empty()
  const log: UniverseCommand[] = []
  const broken: Violation[] = []
  let refused = 0
  for (let sent = 0; sent < 20_000; sent++) {
    const input = random.next(model)
    const failure = caught(() => {
      const command = parseCommand(input)
      const { changes } = evaluate(model, command)
      model.follow(changes)
      log.push(command)
      broken.push(...violationsOf(model, changes))
    })
    if (failure && !(failure instanceof CommandRefused) && !(failure instanceof CommandInvalid)) throw failure
    if (failure) refused++
    if (sent % 1000 === 0) broken.push(...violations(model))
  }
  expect([...broken, ...violations(model)]).toEqual([])
  expect(hashOf(replay(log))).toBe(hashOf(model))
  expect(hashOf(Model.restore(JSON.parse(JSON.stringify(model.snapshot()))))).toBe(hashOf(model))
  expect(model.counts().stars).toBeGreaterThan(300)
  expect(refused / 20_000).toBeGreaterThan(0.02)
  expect(refused / 20_000).toBeLessThan(0.3)
})
