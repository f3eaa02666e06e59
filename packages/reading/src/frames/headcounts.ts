import type { Dataset, Field, Ontology } from '@quipu/query'
import { field as fieldRef } from '../interpret/builder.ts'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isPerson } from '../lexicon/wordnet.ts'
import type { MeasureSlot } from '../plan/frame.ts'
import { businessOf } from '../business/business.ts'
import { asBusiness, measured, mentionsOf, type Asked, type Measured, type Of } from './measured.ts'
import { isCountOf } from './word-cells.ts'

/** `visitors`, `party size`: a field that says how many people a row stands for. */
export function isHeadcount(field: Field): boolean {
  if (!isMeasure(field) || !field.isInteger) return false
  return [field.label, ...field.synonyms].some((name) => {
    if (!/(?:s|people|children|size|pax|headcount)$/i.test(name)) return false
    const own = nameWords(name)
    return own.length <= 2 && (isPerson(own.at(-1) ?? '') || sizes.has(own.join(' ')))
  })
}

const sizes: ReadonlySet<string> = new Set([
  'people',
  'pax',
  'headcount',
  'cover',
  'party size',
  'group size',
  'class size',
])

/** "visitors by exhibition", "which show drew the most visitors": the people of all rows, added up. */
export function countedPeople({ scan, things }: Asked): Measured | null {
  // "top 5 halls by visitors": what is ranked by, and no group.
  const isTop = scan.rank !== null && things.length === 1
  const fields = mentionsOf(scan, 'field').filter(
    ({ mode }) => (mode !== 'by' || isTop) && mode !== 'without',
  )
  const people = fields.flatMap((one) => {
    const slot = headcountSlot(one)
    return slot === null ? [] : [{ one, slot }]
  })
  const [only, ...more] = people
  if (only === undefined || more.length > 0 || scan.isShare) return null
  const isMost = scan.rank?.by === 'most' && only.one.at > scan.rank.at
  if (isTop && (only.one.mode === 'by' || isMost)) return rankedBy(only.slot, only.one, { scan, things })
  if (things.length > 0) return null
  if (scan.isAverage) return averagePeople(only.slot, only.one, scan)
  const isOther = scan.mentions.some(({ kind }) => kind === 'metric' || kind === 'verb')
  const isSplit = scan.mentions.some((one) => one.mode === 'by' || one.kind === 'time' || one.kind === 'unit')
  const isAsked =
    scan.rank === null
      ? scan.asks.includes('many') || (scan.asks.every((ask) => ask === 'list') && isSplit)
      : isMost
  return isOther || !isAsked ? null : asBusiness(measured([only.slot], null, [only.one]))
}

function rankedBy(
  slot: MeasureSlot,
  one: Of<'field'>,
  { scan, things: [thing] }: Pick<Asked, 'scan' | 'things'>,
): Measured | null {
  const isOther = scan.isAverage || mentionsOf(scan, 'metric').length + mentionsOf(scan, 'verb').length > 0
  return isOther || thing === undefined ? null : asBusiness(measured([slot], thing.dataset, [one]))
}

/** "average number of guests at a wedding": the mean of the rows. */
function averagePeople(slot: MeasureSlot, one: Of<'field'>, scan: Asked['scan']): Measured | null {
  const isOther = scan.mentions.some(
    ({ kind, mode }) => kind === 'metric' || kind === 'verb' || kind === 'unit' || mode === 'by',
  )
  if (isOther || scan.rank !== null || slot.kind !== 'field') return null
  return asBusiness(measured([{ ...slot, function: 'avg' }], null, [one]))
}

function headcountSlot({ nouns: [best] }: Of<'field'>): MeasureSlot | null {
  if (best?.kind !== 'field' || !isHeadcount(best.field)) return null
  return { kind: 'field', field: fieldRef(best.dataset, best.field), function: 'sum' }
}

/** "average size of a school group": the mean number of people in the rows with this value. */
export function sizeOfGroup({ scan, things, ontology }: Asked): Measured | null {
  const [value, ...more] = mentionsOf(scan, 'value')
  if (!scan.isSize || !scan.isAverage || scan.rank !== null || value === undefined || more.length > 0)
    return null
  const isOther = scan.mentions.some(({ kind }) => kind === 'metric' || kind === 'verb' || kind === 'field')
  const found = ontology.datasets
    .filter(({ name }) => value.values.some(({ dataset }) => dataset === name))
    .flatMap((dataset) => headcountsOf(dataset).map((field) => fieldRef(dataset, field)))
  const [only, ...others] = found
  if (isOther || things.length > 0 || only === undefined || others.length > 0) return null
  return asBusiness(measured([{ kind: 'field', field: only, function: 'avg' }], null, []))
}

export function headcountsOf(dataset: Dataset): readonly Field[] {
  return visible(dataset).filter(isHeadcount)
}

/** The field of what is sold that counts these people: `guest_count` or `guests`. */
export function peopleNamed(
  noun: string,
  ontology: Ontology,
): { readonly dataset: Dataset; readonly field: Field } | null {
  const header = businessOf(ontology).trade?.header
  if (header === undefined) return null
  const own = nameWords(noun).join(' ')
  const field = visible(header).find(
    (one) =>
      isMeasure(one) &&
      (isCountOf(one, noun) || (isHeadcount(one) && nameWords(one.label).join(' ') === own)),
  )
  return field === undefined ? null : { dataset: header, field }
}
