import type { Changes } from './changes.ts'
import { parseCommand } from './commands.ts'
import { evaluate, type Outcome } from './evaluate.ts'
import { Model } from './model.ts'
import { CommandInvalid, CommandRefused } from './refusal.ts'
import { undo } from './undo.ts'
import type { UniverseState } from './universe-state.ts'

/** A universe that commands are sent to, one after the other, as a client writes them. */
export class TestUniverse {
  readonly model: Model

  constructor(model = Model.empty()) {
    this.model = model
  }

  get state(): UniverseState {
    return this.model.state()
  }

  send(command: unknown): Outcome {
    const outcome = evaluate(this.model, parseCommand(command))
    this.model.follow(outcome.changes)
    return outcome
  }

  /** Bodies as `id` or `parent/id`; a parent must come first. */
  bodies(...paths: readonly string[]): this {
    for (const path of paths) {
      const [id = '', parentId = null] = path.split('/').toReversed()
      this.send({ type: 'addStar', id, payload: star(parentId) })
    }
    return this
  }

  groups(...paths: readonly string[]): this {
    for (const path of paths) {
      const [id = '', parentGroupId = null] = path.split('/').toReversed()
      this.send({ type: 'addGroup', id, payload: { name: id, parentGroupId } })
    }
    return this
  }

  undo(changes: Changes): Outcome {
    const outcome = undo(this.model, changes)
    this.model.follow(outcome.changes)
    return outcome
  }

  refusal(command: unknown): CommandRefused {
    const before = JSON.stringify(this.model.snapshot())
    const error = caught(() => this.send(command))
    if (JSON.stringify(this.model.snapshot()) !== before)
      throw new Error('A refused command changed the universe')
    if (error instanceof CommandRefused) return error
    throw new Error('Expected CommandRefused', { cause: error })
  }
}

export function star(parentId: string | null, more: object = {}): Record<string, unknown> {
  return {
    name: 'Body',
    mass: 1,
    radius: 1,
    color: '#ffffff',
    parentId,
    orbitalDistance: 1,
    orbitalSpeed: 1,
    orbitalPhase: 0,
    ...more,
  }
}

export function invalid(act: () => unknown): CommandInvalid {
  const error = caught(act)
  if (error instanceof CommandInvalid) return error
  throw new Error('Expected CommandInvalid', { cause: error })
}

export function caught(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  return undefined
}
