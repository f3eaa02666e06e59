import type { Changes } from './changes.ts'
import type { UniverseCommand } from './commands.ts'
import { evaluate, type Outcome } from './evaluate.ts'
import { Model } from './model.ts'
import { CommandRefused } from './refusal.ts'
import { undo } from './undo.ts'

/** One entry of a log: a command, or the taking back or bringing back of one by its revision. */
export type LoggedCommand =
  | UniverseCommand
  | { readonly type: 'undo'; readonly revision: number }
  | { readonly type: 'redo'; readonly revision: number }

/** The universe that a log from revision 1 leads to, from an empty one or from `start`. */
export function replay(commands: readonly LoggedCommand[], start: Model = Model.empty()): Model {
  const log = new Log(commands)
  for (const command of commands) start.follow(log.next(start, command).changes)
  return start
}

class Log {
  #revision = 0
  /** The revisions that some later entry takes back: of the others nothing needs to be kept. */
  readonly #named = new Set<number>()
  /** What stands, by its revision, and what has been taken back. */
  readonly #standing = new Map<number, Changes>()
  readonly #takenBack = new Map<number, Changes>()

  constructor(commands: readonly LoggedCommand[]) {
    for (const command of commands) if (command.type === 'undo') this.#named.add(command.revision)
  }

  next(model: Model, command: LoggedCommand): Outcome {
    this.#revision++
    if (command.type === 'undo') {
      return swap(model, command.revision, this.#standing, this.#takenBack, 'nothingToUndo')
    }
    if (command.type === 'redo') {
      return swap(model, command.revision, this.#takenBack, this.#standing, 'nothingToRedo')
    }
    const outcome = evaluate(model, command)
    if (this.#named.has(this.#revision)) this.#standing.set(this.#revision, outcome.changes)
    return outcome
  }
}

function swap(
  model: Model,
  revision: number,
  from: Map<number, Changes>,
  to: Map<number, Changes>,
  reason: 'nothingToUndo' | 'nothingToRedo',
): Outcome {
  const changes = from.get(revision)
  if (!changes) throw new CommandRefused(reason, `Revision ${revision} is not there to be changed back.`)
  const outcome = undo(model, changes)
  from.delete(revision)
  to.set(revision, outcome.changes)
  return outcome
}
