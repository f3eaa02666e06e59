import type { Ontology } from '@quipu/query'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import type { EventField } from '../lexicon/event-fields.ts'
import type { Token } from '../words/tokens.ts'
import type { Open } from './cell.ts'
import { eventsNamed } from '../business/event-names.ts'

/** `expires_on`, or else `valid_until`, or else any last day. */
function lastDays(ontology: Ontology): readonly EventField[] {
  const named = eventsNamed('expire', ontology)
  if (named.length > 0) return named
  const valid = labelled(/\bvalid (?:until|till|to|through)\b/i, ontology)
  if (valid.length > 0) return valid
  return labelled(/\b(?:until|till|through|thru)$|\b(?:end|ends|ending|to) (?:date|on)$/i, ontology)
}

/** `renewal_date`, or else the last day. */
function renewals(ontology: Ontology): readonly EventField[] {
  const named = eventsNamed('renew', ontology)
  return named.length > 0 ? named : lastDays(ontology)
}

function labelled(label: RegExp, { datasets }: Ontology): readonly EventField[] {
  return datasets.flatMap((dataset) =>
    dataset.isHidden
      ? []
      : visible(dataset)
          .filter((field) => isMoment(field) && label.test(field.label))
          .map((field) => ({ dataset, field, stems: new Set<string>(), after: [] })),
  )
}

const forms: readonly {
  readonly words: RegExp
  readonly length: number
  readonly events: (ontology: Ontology) => readonly EventField[]
}[] = [
  { words: /^(?:run|runs|ran|running) out$/, length: 2, events: lastDays },
  { words: /^(?:come|comes|coming) to an end$/, length: 4, events: lastDays },
  { words: /^(?:come|comes|coming|are|is) up for renewal$/, length: 4, events: renewals },
  { words: /^(?:up|due) for renewal$/, length: 3, events: renewals },
  { words: /^(?:to be renewed|needs? to renew|have to renew|has to renew)$/, length: 3, events: renewals },
]

/** "run out" for `expires_on`, "up for renewal" for `renewal_date`, "come" for `visit_date`. */
export function addCalled(
  tokens: readonly Token[],
  from: number,
  ontology: Ontology,
  span: (from: number, to: number) => Open,
): void {
  const words = tokens.slice(from, from + 4).map(({ lower }) => lower)
  for (const { words: form, length, events } of forms) {
    if (!form.test(words.slice(0, length).join(' '))) continue
    place(span(from, from + length), events(ontology), length * 1.1)
  }
  const [first = '', next = ''] = words
  const isCome = /^(?:come|comes|came)$/.test(first) && !/^(?:in|from|back|with|up|to)$/.test(next)
  if (isCome) place(span(from, from + 1), eventsNamed('visit', ontology), 0.86)
}

function place(cell: Open, events: readonly EventField[], worth: number): void {
  if (events.length === 0) return
  cell.events = events
  cell.role = null
  cell.worth = Math.max(cell.worth, worth)
}
