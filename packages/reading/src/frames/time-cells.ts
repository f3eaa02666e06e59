import type { Ontology } from '@quipu/query'
import type { SpanUnit } from '../plan/frame.ts'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import type { EventField } from '../lexicon/event-fields.ts'
import type { Token } from '../words/tokens.ts'
import type { Open } from './cell.ts'
import { eventsNamed } from '../business/event-names.ts'
import { eventMoment } from '../lexicon/event-moment.ts'

/** "first response time", "delivery times": how long it takes until the event. */
export function addTimesTaken(
  tokens: readonly Token[],
  ontology: Ontology,
  span: (from: number, to: number) => Open,
): void {
  const asked = unitAsked(tokens)
  tokens.forEach((token, at) => {
    // "how long do people keep a boat"
    if (
      /^(?:keep|keeps|kept)$/.test(token.lower) &&
      tokens[0]?.lower === 'how' &&
      tokens[1]?.lower === 'long'
    ) {
      const kept = span(at, at + 1)
      kept.role = { does: 'verb', verb: 'keep' }
      kept.worth = Math.max(kept.worth, 0.9)
    }
    if (!/^times?$/.test(token.lower) || at === 0) return
    const word = tokens[at - 1]?.lower ?? ''
    const named = eventsNamed(word, ontology)
    // "response time" of those who go there, "lead time" of what is ordered.
    const other = named.length > 0 ? undefined : called.get(word)
    const events = (other === undefined ? named : eventsNamed(other, ontology)).filter(
      ({ dataset, field }) =>
        !/\bdue\b/i.test(field.label) && (other !== undefined || eventMoment(dataset) !== field),
    )
    const before = tokens[at - 2]?.lower ?? ''
    const literal = momentsCalled(`${before} ${word}`, ontology)
    if (events.length === 0 && literal.length === 0) return
    const whole =
      literal.length > 0
        ? literal
        : events.filter(({ field }) => field.label.toLowerCase().split(' ').includes(before))
    const from = whole.length > 0 ? at - 2 : at - 1
    const cell = span(from, at + 1)
    cell.role = { does: 'long', unit: asked?.unit ?? 'day' }
    if (asked !== null) addUnit(asked.at, span)
    cell.nouns = []
    cell.events = whole.length > 0 ? whole : events
    cell.worth = Math.max(cell.worth, (at + 1 - from) * 1.25)
  })
}

/** "first answer" for `first answer at`. */
function momentsCalled(name: string, { datasets }: Ontology): readonly EventField[] {
  return datasets.flatMap((dataset) =>
    dataset.isHidden
      ? []
      : visible(dataset)
          .filter(
            (field) =>
              isMoment(field) && field.label.toLowerCase().replace(/ (?:at|on|date|time)$/, '') === name,
          )
          .map((field) => ({ dataset, field, stems: new Set<string>(), after: [] })),
  )
}

/** "average response time this year in hours" */
function unitAsked(tokens: readonly Token[]): { readonly at: number; readonly unit: SpanUnit } | null {
  const at = tokens.findIndex(
    ({ lower }, i) => lower === 'in' && units.has(tokens[i + 1]?.lower ?? '') && !isNumber(tokens[i + 2]),
  )
  const unit = units.get(tokens[at + 1]?.lower ?? '')
  return at < 0 || unit === undefined ? null : { at, unit }
}

function isNumber(token: Token | undefined): boolean {
  return token !== undefined && /\d/.test(token.text)
}

/** The unit is said of the time, and of nothing else. */
function addUnit(at: number, span: (from: number, to: number) => Open): void {
  const cell = span(at, at + 2)
  cell.isStop = true
  cell.worth = Math.max(cell.worth, 2.5)
}

const units: ReadonlyMap<string, SpanUnit> = new Map([
  ['minutes', 'minute'],
  ['mins', 'minute'],
  ['hours', 'hour'],
  ['hrs', 'hour'],
  ['days', 'day'],
  ['weeks', 'week'],
])

const called: ReadonlyMap<string, string> = new Map([
  ['response', 'arrive'],
  ['reaction', 'arrive'],
  ['lead', 'receive'],
  ['repair', 'finish'],
])
