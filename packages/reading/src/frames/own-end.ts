import type { Dataset, Ontology } from '@quipu/query'
import { endMoment } from '../business/end-moment.ts'
import { isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { mentionsOf } from './measured.ts'
import type { Mention, Scan } from './scan.ts'

/** "subscriptions that were cancelled", where they begin and end: those that ended, and not those of somebody with a cancelled order. */
export function withOwnEnd(scan: Scan, ontology: Ontology): Scan {
  const [thing, ...more] = new Set(mentionsOf(scan, 'thing').map(({ dataset }) => dataset))
  if (thing === undefined || more.length > 0 || !runs(thing) || endMoment(thing) === null) return scan
  const mentions = scan.mentions.map((one): Mention => {
    if (one.kind !== 'value' || !ended.test(one.text)) return one
    const places = [
      ...one.values.map(({ dataset }) => dataset),
      ...one.events.map(({ dataset }) => dataset.name),
      ...one.parts.map(({ dataset }) => dataset),
    ]
    if (places.some((name) => name === thing.name || refersTo(thing, name, ontology))) return one
    const { mode, isEach, at, text } = one
    return { kind: 'state', state: 'ended', values: [], events: [], mode, isEach, at, text }
  })
  return { ...scan, mentions }
}

const ended = /^(?:cancell?ed|ended|terminated|stopped|called off|withdrawn|given up)$/i

/** What has a first day is no single event. */
function runs(dataset: Dataset): boolean {
  return (
    !isPeople(dataset) &&
    visible(dataset).some(
      (field) => isMoment(field) && /\b(?:start\w*|since|from|begin\w*)\b/i.test(field.label),
    )
  )
}

/** A table of states belongs to what refers to it. */
function refersTo({ name }: Dataset, other: string, { relationships }: Ontology): boolean {
  return relationships.some(({ from, to }) => from === name && to === other)
}
