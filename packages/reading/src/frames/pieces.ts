import type { Dataset, Field, FieldRef, Ontology } from '@quipu/query'
import { eventMoment } from '../lexicon/event-moment.ts'
import { eventsNamed } from '../business/event-names.ts'
import { businessOf } from '../business/business.ts'
import { field as fieldRef } from '../interpret/builder.ts'
import { isMeasure, isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { childrenOf, measureNamed, parentsOf } from '../metrics/field-finder.ts'
import type { MeasureSlot } from '../plan/frame.ts'
import type { Token } from '../words/tokens.ts'
import type { Open } from './cell.ts'
import { asBusiness, isRate, measured, mentionsOf, type Asked, type Measured } from './measured.ts'

type Span = (from: number, to: number) => Open

const uses =
  /^(?:use|used|use up|used up|fit|fitted|install|installed|put in|consume|consumed|go through|get through|gone through)$/

/** "how many taps did we fit": the pieces that went into the work. "By maker": who the row says it was made by. */
export function addPieces(tokens: readonly Token[], ontology: Ontology, span: Span): void {
  tokens.forEach((token, at) => {
    const by = tokens[at - 1]?.lower ?? ''
    if (/^\p{L}{3,}(?:er|or)s?$/u.test(token.lower) && /^(?:by|per|each|every|which)$/.test(by))
      addDoer(token, at, ontology, span)
    if (by !== 'we' || !tokens.some(({ lower }) => lower === 'many')) return
    for (const length of [2, 1]) {
      const phrase = tokens
        .slice(at, at + length)
        .map(({ lower }) => lower)
        .join(' ')
      if (!uses.test(phrase) || eventsNamed(token.lower, ontology).length > 0) continue
      const cell = span(at, at + length)
      cell.role = { does: 'verb', verb: 'use' }
      cell.nouns = []
      cell.values = []
      cell.worth = Math.max(cell.worth, length * 1.25)
      return
    }
  })
}

/** `made by`, or a column that is called nothing but `by`. */
function addDoer(token: Token, at: number, ontology: Ontology, span: Span): void {
  const stems = new Set([
    ...stemsOf(token.lower.replace(/s$/, '').replace(/(?:er|or)$/, '')),
    ...stemsOf(token.lower.replace(/s$/, '').replace(/r$/, '')),
  ])
  const found = ontology.datasets.flatMap((dataset) =>
    dataset.isHidden
      ? []
      : visible(dataset)
          .filter(({ type, label }) => type === 'text' && isDoneBy(label, stems))
          .map((field) => ({ kind: 'field', dataset, field, score: 0.97, saysDataset: false }) as const),
  )
  const cell = span(at, at + 1)
  if (found.length !== 1 || cell.nouns.some(({ score }) => score >= 0.9)) return
  cell.nouns = found
  cell.events = []
  cell.worth = Math.max(cell.worth, 0.97)
}

function isDoneBy(label: string, stems: ReadonlySet<string>): boolean {
  const [verb = '', by] = label.toLowerCase().split(' ')
  return by === undefined ? verb === 'by' : by === 'by' && [...stemsOf(verb)].some((stem) => stems.has(stem))
}

/** The quantities of the rows in which things of this kind or name were used, and not the number of the rows. */
export function piecesUsed({ scan, things, ontology }: Asked): Measured | null {
  const verbs = mentionsOf(scan, 'verb')
  if (verbs.length !== 1 || verbs[0]?.verb !== 'use' || verbs[0].mode === 'not') return null
  if (!scan.asks.includes('many') || scan.rank !== null || scan.isAverage || scan.isTimes) return null
  const [value, ...more] = mentionsOf(scan, 'value').filter(({ mode }) => mode !== 'by')
  const named = new Set([...(value?.values ?? []), ...(value?.parts ?? [])].map(({ dataset }) => dataset))
  const thing = things[0]?.dataset ?? ontology.datasets.find(({ name }) => named.has(name))
  if (thing === undefined || more.length > 0 || things.length > 1 || named.size > 1) return null
  const lines = businessOf(ontology).trade?.lines?.dataset
  const rows = childrenOf(thing, ontology).flatMap((dataset) => {
    const quantity = dataset === lines ? null : measureNamed(dataset, quantities)
    return quantity === null ? [] : [{ dataset, quantity }]
  })
  const said = rows.filter(({ dataset }) =>
    /\b(?:use|used|usage|fitted|installed|consumed|consumption|materials?)\b/i.test(dataset.label),
  )
  const [only, ...others] = said.length > 0 ? said : rows
  if (only === undefined || others.length > 0) return null
  const field = fieldRef(only.dataset, only.quantity)
  const moment = workedOn(only.dataset, thing, ontology)
  return asBusiness({
    ...measured([{ kind: 'field', field, function: 'sum' }], null, [...verbs, ...things]),
    ...(moment === null ? {} : { moment }),
  })
}

const quantities = [['quantity'], ['qty'], ['piece'], ['unit'], ['count'], ['amount']]

/** The date of the rows, or of the work that they belong to. */
function workedOn(dataset: Dataset, thing: Dataset, ontology: Ontology): FieldRef | null {
  const own = eventMoment(dataset)
  if (own !== null) return fieldRef(dataset, own)
  const [work, ...more] = parentsOf(dataset, ontology).flatMap((parent) => {
    const field = parent === thing || isPeople(parent) ? null : eventMoment(parent)
    return field === null ? [] : [fieldRef(parent, field)]
  })
  return work === undefined || more.length > 0 ? null : work
}

/** "reject rate": a number of each row, divided by the only other number of the same pieces. */
export function rateOfCounts({ scan, things }: Asked): Measured | null {
  const of = scan.mentions.find(({ at }) => at === scan.rateAt - 1)
  if (!scan.isRate || scan.rank !== null || of?.kind !== 'field' || things.length > 0) return null
  const [noun, ...more] = of.nouns.filter((one) => one.kind === 'field' && isCount(one.field))
  if (noun?.kind !== 'field' || more.length > 0) return null
  const { dataset, field } = noun
  if (!visible(dataset).some(isMoment)) return null
  const [whole, ...others] = visible(dataset).filter(
    (one) =>
      one !== field && isCount(one) && Number(one.statistics.max ?? 0) >= Number(field.statistics.max ?? 0),
  )
  if (whole === undefined || others.length > 0) return null
  const slot: MeasureSlot = { kind: 'ratio', field: fieldRef(dataset, field), by: fieldRef(dataset, whole) }
  const says = `The rate is ${field.label} divided by ${whole.label}.`
  const notes = [{ about: 'meaning of rate', says, changesNumbers: true }]
  return asBusiness({ ...measured([slot], null, [of]), notes })
}

/** A whole number of pieces, and neither money nor a rate. */
function isCount(field: Field): boolean {
  const { label, unit, statistics } = field
  return (
    isMeasure(field) &&
    (unit === null || /^(?:pcs|pieces?|units?|items?)$/i.test(unit)) &&
    !isRate(label) &&
    !/\b(?:cost|price|total|value|amount|net|gross|fee|weight|hours?|minutes?|days?|age|year)\b/i.test(
      label,
    ) &&
    Number.isInteger(Number(statistics.max ?? Number.NaN))
  )
}
