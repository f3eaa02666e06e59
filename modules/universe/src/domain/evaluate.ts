import type { Changes } from './changes.ts'
import type { CommandOf, SimpleCommand, SimpleType, UniverseCommand } from './commands.ts'
import { Draft } from './draft.ts'
import type { UniverseEvent } from './events.ts'
import * as groups from './group-steps.ts'
import { limits } from './limits.ts'
import type { Model } from './model.ts'
import { CommandInvalid, CommandRefused } from './refusal.ts'
import { replaceSnapshot } from './replace-snapshot.ts'
import { addScenery, removeScenery, setScenery, updateScenery } from './scenery-steps.ts'
import * as stars from './star-steps.ts'
import { violationsOf } from './violations.ts'

export interface Outcome {
  readonly changes: Changes
  readonly events: readonly UniverseEvent[]
}

/** What a parsed command would change. The model is not changed; `Model.follow` applies the changes. */
export function evaluate(model: Model, command: UniverseCommand): Outcome {
  const draft = new Draft(model)
  const events = command.type === 'batch' ? runAll(draft, command.commands) : run(draft, command)
  return { changes: checked(draft), events }
}

/** A refusal names no more than that many ids. */
export const mostIds = 50

/** The changes of a draft that keeps every invariant; throws `CommandRefused` for one that does not. */
export function checked(draft: Draft): Changes {
  const changes = draft.changes()
  const [first, ...others] = violationsOf(draft, changes)
  if (!first) return changes
  const ids = [...new Set([first, ...others].flatMap((each) => each.ids))].slice(0, mostIds)
  const message = `${first.path}: ${first.message}.`
  throw new CommandRefused(first.isLimit ? 'limitReached' : 'invariantBroken', message, {
    path: first.path,
    ids,
  })
}

function runAll(draft: Draft, commands: readonly SimpleCommand[]): UniverseEvent[] {
  return commands.flatMap((command, index) => {
    try {
      return run(draft, command)
    } catch (error) {
      throw inBatch(error, index)
    }
  })
}

function inBatch(error: unknown, index: number): unknown {
  const at = `commands.${index}`
  if (error instanceof CommandRefused) {
    const { path } = error.details
    const details = { ...error.details, index, path: path ? `${at}.${path}` : at }
    return new CommandRefused(error.reason, `${at}: ${error.message}`, details)
  }
  if (error instanceof CommandInvalid)
    return new CommandInvalid(`${at}.${error.message}`, `${at}.${error.path}`)
  return error
}

type Step<T extends SimpleType> = (draft: Draft, command: CommandOf<T>) => UniverseEvent[]

const steps: { readonly [T in SimpleType]: Step<T> } = {
  tick: (draft, { dt }) => tick(draft, dt),

  addStar: stars.addStar,
  updateStar: stars.updateStar,
  removeStar: stars.removeStar,
  attachStar: stars.attachStar,
  detachStar: stars.detachStar,
  updateRing: stars.updateRing,
  removeRing: stars.removeRing,

  addGroup: groups.addGroup,
  updateGroup: groups.updateGroup,
  removeGroup: groups.removeGroup,
  addToGroup: groups.addToGroup,
  removeFromGroup: groups.removeFromGroup,
  moveToGroup: groups.moveToGroup,

  setSmallBodyFields: (draft, { fields }) => setScenery(draft, 'smallBodyFields', fields),
  addSmallBodyField: (draft, { field }) => addScenery(draft, 'smallBodyFields', field),
  updateSmallBodyField: (draft, { id, patch }) => updateScenery(draft, 'smallBodyFields', id, patch),
  removeSmallBodyField: (draft, { id }) => removeScenery(draft, 'smallBodyFields', id),

  setProtoplanetaryDisks: (draft, { disks }) => setScenery(draft, 'protoplanetaryDisks', disks),
  addProtoplanetaryDisk: (draft, { disk }) => addScenery(draft, 'protoplanetaryDisks', disk),
  updateProtoplanetaryDisk: (draft, { id, patch }) => updateScenery(draft, 'protoplanetaryDisks', id, patch),
  removeProtoplanetaryDisk: (draft, { id }) => removeScenery(draft, 'protoplanetaryDisks', id),

  setNebulae: (draft, { nebulae }) => setScenery(draft, 'nebulae', nebulae),
  addNebula: (draft, { nebula }) => addScenery(draft, 'nebulae', nebula),
  updateNebula: (draft, { id, patch }) => updateScenery(draft, 'nebulae', id, patch),
  removeNebula: (draft, { id }) => removeScenery(draft, 'nebulae', id),

  replaceSnapshot: (draft, { snapshot }) => replaceSnapshot(draft, snapshot),
}

function run(draft: Draft, command: SimpleCommand): UniverseEvent[] {
  // The step is the one of this very type.
  return (steps[command.type] as Step<SimpleType>)(draft, command as never)
}

function tick(draft: Draft, dt: number): UniverseEvent[] {
  const time = draft.time + dt
  if (!(Math.abs(time) <= limits.time)) {
    const message = `The time would be more than ${limits.time} seconds from time 0.`
    throw new CommandRefused('timeOutOfRange', message, { path: 'dt' })
  }
  draft.time = time
  return []
}
