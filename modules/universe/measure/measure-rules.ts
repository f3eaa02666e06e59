/**
 * What random commands do to the rules, as one line of JSON: every invariant after each of them, the same universe from
 * its log, and how long a log takes. `node measure-rules.ts <commands> <replayed>`
 */
import { parseArgs } from 'node:util'
import { evaluate } from '../src/domain/evaluate.ts'
import { hashOf } from '../src/domain/hash-of.ts'
import { Model } from '../src/domain/model.ts'
import { parseCommand, type UniverseCommand } from '../src/domain/commands.ts'
import { RandomCommands } from '../src/domain/random-commands.ts'
import { CommandInvalid, CommandRefused } from '../src/domain/refusal.ts'
import { replay, type LoggedCommand } from '../src/domain/replay.ts'
import { undo } from '../src/domain/undo.ts'
import { violations } from '../src/domain/violations.ts'

const { positionals } = parseArgs({ allowPositionals: true })
const commands = Number(positionals[0] ?? 1_000_000)
const replayed = Number(positionals[1] ?? 100_000)
const wholeCheckEvery = 1_000
const undoEvery = 20

process.stdout.write(`${JSON.stringify({ ...keepInvariants(commands), ...timeReplay(replayed) })}\n`)

function keepInvariants(count: number) {
  const model = Model.empty()
  const random = new RandomCommands(20_261_115)
  const log: LoggedCommand[] = []
  let refused = 0
  let broken = 0
  let undone = 0
  const startedAt = performance.now()
  for (let at = 0; at < count; at += 1) {
    const outcome = attempt(model, random.next(model))
    if (outcome === undefined) {
      refused += 1
      continue
    }
    model.follow(outcome.changes)
    log.push(outcome.command)
    if (log.length % undoEvery === 0) {
      model.follow(undo(model, outcome.changes).changes)
      log.push({ type: 'undo', revision: log.length })
      undone += 1
    }
    if (log.length % wholeCheckEvery === 0) broken += violations(model).length
  }
  const seconds = (performance.now() - startedAt) / 1000
  broken += violations(model).length
  const sameHash = hashOf(replay(log)) === hashOf(model)
  return {
    commands: count,
    applied: log.length,
    refused,
    undone,
    broken,
    sameHash,
    seconds,
    ...model.counts(),
  }
}

function attempt(model: Model, sent: unknown) {
  try {
    const command = parseCommand(sent)
    return { command, changes: evaluate(model, command).changes }
  } catch (error) {
    if (error instanceof CommandRefused || error instanceof CommandInvalid) return undefined
    throw error
  }
}

/** Beside it, the least that reading a log takes: parsing its JSON. */
function timeReplay(count: number) {
  const model = Model.empty()
  const random = new RandomCommands(7, { faults: 0 })
  const log: UniverseCommand[] = []
  while (log.length < count) {
    const outcome = attempt(model, random.next(model))
    if (outcome === undefined) continue
    model.follow(outcome.changes)
    log.push(outcome.command)
  }
  const texts = log.map((command) => JSON.stringify(command))
  const parsed = timed(() => texts.map((text) => JSON.parse(text) as UniverseCommand))
  const { milliseconds } = timed(() => replay(parsed.result))
  return { replayed: count, replayMs: milliseconds, parseMs: parsed.milliseconds }
}

function timed<Result>(work: () => Result): { result: Result; milliseconds: number } {
  const startedAt = performance.now()
  const result = work()
  return { result, milliseconds: performance.now() - startedAt }
}
