import { parseCommand } from './commands.ts'
import { evaluate } from './evaluate.ts'
import type { UniverseEvent } from './events.ts'
import { Model } from './model.ts'
import type { StateInput, UniverseState } from './universe-state.ts'

/** A state and a command in, the next state and what happened out. Throws what `parseCommand`, `Model.of` and `evaluate` throw. */
export function applyUniverseCommand(
  state: UniverseState | StateInput,
  command: unknown,
): { readonly nextState: UniverseState; readonly events: readonly UniverseEvent[] } {
  const parsed = parseCommand(command)
  const model = Model.of(state)
  const { changes, events } = evaluate(model, parsed)
  model.follow(changes)
  return { nextState: model.state(), events }
}
