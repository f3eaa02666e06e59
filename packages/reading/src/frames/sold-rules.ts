import type { Dataset, Field, Ontology } from '@quipu/query'
import { field as fieldRef } from '../interpret/builder.ts'
import { isMeasure, isMoment } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { measureNamed } from '../metrics/field-finder.ts'
import { businessOf } from '../business/business.ts'
import {
  asBusiness,
  buyerOf,
  measured,
  mentionsOf,
  metricSlot,
  type Asked,
  type Measured,
  type Of,
} from './measured.ts'

/** "how much has X ordered this year": revenue, where the data has an event of this name. */
export function orderedAmount({ scan, things, metric, ontology }: Asked): Measured | null {
  const revenue = metric('revenue')
  const header = businessOf(ontology).trade?.header
  const [event, ...more] = mentionsOf(scan, 'value').filter(
    (one) => one.values.length === 0 && one.events.some(({ dataset }) => dataset === header),
  )
  if (revenue === null || event === undefined || more.length > 0 || scan.rank !== null) return null
  const isOther = mentionsOf(scan, 'field').length > 0 || mentionsOf(scan, 'metric').length > 0
  const areBuyers = things.every(({ dataset }) => dataset === buyerOf(ontology))
  if (!scan.asks.includes('much') || scan.asks.includes('many') || scan.isAverage || isOther || !areBuyers)
    return null
  if (!/^(?:ordered|bought|booked|rented|purchased|hired)$/i.test(event.text) || event.mode === 'not')
    return null
  return measured([metricSlot(revenue)], things[0]?.dataset ?? null, [event])
}

/** "share of each payment method": of the rows that have this property. */
export function shareOfField({ scan, things }: Asked): Measured | null {
  const [only, ...more] = mentionsOf(scan, 'field')
  if (!scan.isShare || scan.rank !== null || scan.isAverage || only?.mode !== 'by' || more.length > 0)
    return null
  const isOther = scan.mentions.some(({ kind }) => kind === 'metric' || kind === 'verb')
  if (scan.asks.some((ask) => ask !== 'which') || things.length > 0 || isOther) return null
  const best = only.nouns.flatMap((noun) =>
    noun.kind === 'field' && noun.score >= (only.nouns[0]?.score ?? 0) - 0.02 ? [noun] : [],
  )
  const [noun, ...others] = best
  if (noun === undefined || others.length > 0 || isMeasure(noun.field) || isMoment(noun.field)) return null
  return asBusiness(measured([{ kind: 'count', dataset: noun.dataset.name }], noun.dataset, []))
}

/** "most expensive part": by its price; "most expensive workshop": by the mean cost of the rows with this property. */
export function pricedThing({ scan, things, ontology }: Asked): Measured | null {
  if (scan.rank?.by !== 'price' || scan.asks.includes('many') || scan.isAverage) return null
  const fields = mentionsOf(scan, 'field').filter(({ mode }) => mode !== 'without' && mode !== 'not')
  const isOther = scan.mentions.some(({ kind }) => kind === 'metric' || kind === 'verb')
  const [thing, ...more] = things
  if (isOther || more.length > 0 || things.length + fields.length !== 1) return null
  const rated = ratedBy(thing ?? fields[0], scan, ontology)
  if (rated !== null) return rated
  if (thing !== undefined) {
    const price = priceOf(thing.dataset)
    return price === null ? null : asBusiness(measured([meanOf(thing.dataset, price)], thing.dataset, []))
  }
  const [found, ...others] = (fields[0]?.nouns ?? []).flatMap((noun) => {
    const price = noun.kind === 'field' && isProperty(noun.field) ? priceOf(noun.dataset) : null
    return price === null || noun.kind !== 'field' ? [] : [{ dataset: noun.dataset, price }]
  })
  if (found === undefined || others.length > 0 || isReferred(found.dataset, ontology)) return null
  return asBusiness(measured([meanOf(found.dataset, found.price)], null, []))
}

/** "most expensive vans per day": by the `day rate` of each, and not a figure for each day. */
function ratedBy(
  named: Of<'thing'> | Of<'field'> | undefined,
  scan: Asked['scan'],
  { datasets }: Ontology,
): Measured | null {
  const [per, ...more] = mentionsOf(scan, 'time').filter(({ time }) => time.kind === 'grain')
  if (per === undefined || more.length > 0 || named === undefined) return null
  const said = nameWords(named.text).join(' ')
  const isCalled = ({ label, synonyms }: Dataset): boolean =>
    [label, ...synonyms].some((name) => nameWords(name).join(' ') === said)
  const thing =
    named.kind === 'thing' ? named.dataset : datasets.find((each) => !each.isHidden && isCalled(each))
  const unit = per.time.unit ?? ''
  const rate = thing === undefined ? null : measureNamed(thing, [[unit], [unitsOfTime[unit] ?? unit]])
  if (thing === undefined || rate === null || !/\b(?:rate|price|fee|cost|charge)\b/i.test(rate.label))
    return null
  return asBusiness(measured([meanOf(thing, rate)], thing, [named, per]))
}

const unitsOfTime: Readonly<Record<string, string>> = {
  hour: 'hourly',
  day: 'daily',
  week: 'weekly',
  month: 'monthly',
  year: 'yearly',
}

function meanOf(dataset: Dataset, price: Field): Measured['measures'][number] {
  return { kind: 'field', field: fieldRef(dataset, price), function: 'avg' }
}

function isProperty(field: Field): boolean {
  return field.type === 'text' && !isMoment(field) && field.role !== 'identifier' && !field.isUnique
}

/** Things that others refer to have a price of one piece each: the mean of it says little about a property of theirs. */
function isReferred({ name }: Dataset, { relationships }: Ontology): boolean {
  return relationships.some(({ to, from }) => to === name && from !== name)
}

/** What one of these things costs. */
export function priceOf(dataset: Dataset): Field | null {
  return measureNamed(
    dataset,
    [
      ['unit', 'price'],
      ['list', 'price'],
      ['selling', 'price'],
      ['sale', 'price'],
      ['retail', 'price'],
      ['price'],
      ['fee'],
      ['cost'],
    ],
    new Set(['purchase', 'buying', 'buy', 'old', 'shipping', 'delivery', 'late']),
  )
}
