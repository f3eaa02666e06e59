import type { Ontology } from '@quipu/query'
import type { Token } from '../words/tokens.ts'
import type { Open } from './cell.ts'
import { eventsNamed } from '../business/event-names.ts'
import { eventMoment } from '../business/moments.ts'

/** "first response time", "delivery times": how long it takes until the event. */
export function addTimesTaken(
  tokens: readonly Token[],
  ontology: Ontology,
  span: (from: number, to: number) => Open,
): void {
  tokens.forEach((token, at) => {
    if (!/^times?$/.test(token.lower) || at === 0) return
    const word = tokens[at - 1]?.lower ?? ''
    const events = eventsNamed(word, ontology).filter(
      ({ dataset, field }) => !/\bdue\b/i.test(field.label) && eventMoment(dataset) !== field,
    )
    if (events.length === 0) return
    const before = tokens[at - 2]?.lower ?? ''
    const named = events.filter(({ field }) => field.label.toLowerCase().split(' ').includes(before))
    const from = named.length > 0 ? at - 2 : at - 1
    const cell = span(from, at + 1)
    cell.role = { does: 'long', unit: 'day' }
    cell.nouns = []
    cell.events = named.length > 0 ? named : events
    cell.worth = Math.max(cell.worth, (at + 1 - from) * 1.25)
  })
}
