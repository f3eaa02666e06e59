import { type Changes, type Entity, eachChange } from './changes.ts'
import { Draft } from './draft.ts'
import { checked, mostIds, type Outcome } from './evaluate.ts'
import { eventsOf } from './events-of.ts'
import type { Model } from './model.ts'
import { CommandRefused } from './refusal.ts'
import { type Fields, isFields, same } from './same.ts'

/**
 * Reverts only what a step changed. It is refused if a later step changed one of the fields again, or if the universe
 * would become inconsistent. Undoing the changes of an undo is the redo.
 */
export function undo(model: Model, changes: Changes): Outcome {
  const draft = new Draft(model)
  const changed: string[] = []
  if (changes.time) {
    if (model.time === changes.time[1]) draft.time = changes.time[0]
    else changed.push('time')
  }
  for (const [table, id, before, after] of eachChange(changes)) {
    const current = model.get(table, id) ?? null
    const next = takenBack(before, after, current)
    if (next === conflict) changed.push(id)
    else draft.set(table, id, next as never)
  }
  if (changed.length > 0) throw changedSince([...new Set(changed)])
  const taken = checked(draft)
  return { changes: taken, events: eventsOf(taken) }
}

const conflict = Symbol('conflict')

/** Of an entity that came or went all is at stake; of one that stayed only the fields that differ. */
function takenBack(before: Entity | null, after: Entity | null, current: Entity | null): unknown {
  if (before && after && current) return takenBackFields(fieldsOf(before), fieldsOf(after), fieldsOf(current))
  return same(current, after) ? before : conflict
}

function takenBackFields(before: Fields, after: Fields, current: Fields): Fields | typeof conflict {
  const result: Record<string, unknown> = { ...current }
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const was = before[name]
    const is = after[name]
    if (same(was, is)) continue
    const now = current[name]
    const back =
      isFields(was) && isFields(is) && isFields(now)
        ? takenBackFields(was, is, now)
        : same(now, is)
          ? was
          : conflict
    if (back === conflict) return conflict
    if (back === undefined) delete result[name]
    else result[name] = back
  }
  return result
}

/** An entity is JSON with fields, whatever its table. */
function fieldsOf(entity: Entity): Fields {
  return entity as unknown as Fields
}

function changedSince(ids: readonly string[]): CommandRefused {
  const some = ids.slice(0, 5).join(', ')
  const message = `Changed again since: ${some}${ids.length > 5 ? ` and ${ids.length - 5} more` : ''}. Take back the later step first.`
  return new CommandRefused('changedSince', message, { ids: ids.slice(0, mostIds) })
}
