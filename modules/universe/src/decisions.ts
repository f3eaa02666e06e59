import type { Tx } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import type { Changes } from './domain/changes.ts'
import type { UniverseCommand } from './domain/commands.ts'
import { evaluate, type Outcome } from './domain/evaluate.ts'
import type { Model } from './domain/model.ts'
import { undo } from './domain/undo.ts'
import { cannot, decided } from './failures.ts'
import type { Models } from './models.ts'
import type { LoggedCommand } from './service/universe-service.ts'
import type { CommandLog, Step } from './store/command-log.ts'
import type { UndoLog } from './store/undo-log.ts'
import type { Reader } from './store/universe-store.ts'

export interface Decision extends Outcome {
  readonly command: LoggedCommand
  readonly undoes: number | null
  readonly redoes: number | null
}

/** The universe at its newest revision, which nobody else can change meanwhile. */
export interface Scene {
  readonly tx: Tx
  readonly actor: Reader
  readonly universeId: string
  readonly model: Model
  /** The revision it is at. */
  readonly head: number
}

/** What a request does to the current universe. Deciding changes nothing. */
export class Decisions {
  readonly #log: CommandLog
  readonly #undoLog: UndoLog
  readonly #models: Models

  constructor(log: CommandLog, undoLog: UndoLog, models: Models) {
    this.#log = log
    this.#undoLog = undoLog
    this.#models = models
  }

  command({ model }: Scene, command: UniverseCommand): Decision {
    return { command, ...decided(() => evaluate(model, command)), undoes: null, redoes: null }
  }

  async undo(scene: Scene, named: number | undefined): Promise<Decision> {
    const { tx, actor, universeId, model, head } = scene
    const revision = named ?? (await this.#undoLog.latestStanding(tx, actor, universeId))
    if (revision === undefined)
      throw cannot('nothingToUndo', 'There is no step of yours in this universe that could be taken back')
    if (named !== undefined) await this.#requireOwn(scene, named)
    if (named !== undefined && (await this.#undoLog.isTakenBack(tx, universeId, named)))
      throw cannot('nothingToUndo', `Revision ${named} is taken back already; redo brings it back`)
    const standing = (await this.#undoLog.lastTurn(tx, universeId, revision, head + 1)) ?? revision
    const changes = await this.#changesOf(tx, universeId, standing)
    const outcome = decided(() => undo(model, changes))
    return { ...outcome, command: { type: 'undo', revision }, undoes: revision, redoes: null }
  }

  /** Bringing back is taking back what took it back. */
  async redo(scene: Scene, named: number | undefined): Promise<Decision> {
    const { tx, actor, universeId, model } = scene
    if (named !== undefined) await this.#requireOwn(scene, named)
    const undone = await this.#undoLog.latestUndone(tx, actor, universeId, named)
    if (undone === undefined) throw cannot('nothingToRedo', nothingToRedo(named))
    const changes = await this.#changesOf(tx, universeId, undone.by)
    const outcome = decided(() => undo(model, changes))
    return { ...outcome, command: { type: 'redo', revision: undone.step }, undoes: null, redoes: undone.step }
  }

  async #requireOwn({ tx, actor, universeId, head }: Scene, revision: number): Promise<void> {
    const step = revision > head ? undefined : await this.#log.step(tx, universeId, revision)
    if (step === undefined) throw cannot('nothingToUndo', `There is no revision ${revision}`)
    if (step.actor_id !== actor.userId)
      throw new ToolError(
        'FORBIDDEN',
        `Revision ${revision} is not your step; only who made it can take it back`,
      )
    if (step.undoes === null && step.redoes === null) return
    const { undoes, redoes } = step
    const hint = undoes === null ? `undo revision ${redoes}` : `redo revision ${undoes}`
    throw cannot('nothingToUndo', `Revision ${revision} is itself an undo or a redo; ${hint} instead`)
  }

  /** Where they were too large to be kept they are found once more, as the same rules give them. */
  async #changesOf(tx: Tx, universeId: string, revision: number): Promise<Changes> {
    const step = await this.#log.step(tx, universeId, revision)
    if (step === undefined) throw new Error(`The log of universe ${universeId} has no revision ${revision}`)
    if (step.changes !== null) return step.changes
    const { model } = await this.#models.load(tx, universeId, revision - 1)
    const turned = await this.#turnedBy(tx, universeId, step)
    if (turned !== undefined) return undo(model, await this.#changesOf(tx, universeId, turned)).changes
    // A row that turns no other one holds a command.
    return evaluate(model, step.command as UniverseCommand).changes
  }

  /** The revision whose changes this one turned round, if it did so. */
  async #turnedBy(tx: Tx, universeId: string, step: Step): Promise<number | undefined> {
    const target = step.undoes ?? step.redoes
    if (target === null) return undefined
    return (await this.#undoLog.lastTurn(tx, universeId, target, step.revision)) ?? target
  }
}

function nothingToRedo(named: number | undefined): string {
  const ending = 'what you took back can be brought back until you do something new'
  return named === undefined
    ? `There is nothing to bring back: ${ending}`
    : `Revision ${named} cannot be brought back: ${ending}`
}
