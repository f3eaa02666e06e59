import type { Json, JsonObject } from '@quipu/kit'
import { z } from 'zod'
import type { Applied } from '../service/universe-service.ts'

/** The most characters of one answer in a prompt; some 1,000 tokens. */
const mostCharacters = 4000
const mostEvents = 10

export const Answer = z.looseObject({
  events: z.array(z.unknown()),
  revision: z.int(),
  changed: z.unknown().meta({ type: 'object' }),
})

/** What came of a command: the state only if asked for, and what changed as long as it is short. */
export function answerOf({ entry, model }: Applied, hasState: boolean): z.input<typeof Answer> {
  const { events, revision, changed } = entry
  const outcome = { events: [...events], revision, changed }
  if (hasState) return { nextState: model.state(), ...outcome }
  if (JSON.stringify(outcome).length <= mostCharacters) return outcome
  return {
    events: events.slice(0, mostEvents),
    ...(events.length > mostEvents ? { eventsInAll: events.length } : {}),
    revision,
    // Made of plain values by the domain.
    changed: numbersOf(changed as unknown as JsonObject),
  }
}

/** Instead of the things that changed: how many of each kind. */
function numbersOf(changed: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(changed).map(([part, value]) => [
      part,
      isRecord(value) ? Object.keys(value).length : value,
    ]),
  )
}

function isRecord(value: Json): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
