import type { Dataset, Field } from '@quipu/query'
import { field as fieldRef } from '../interpret/builder.ts'
import { isMeasure, isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isOccasion } from '../lexicon/wordnet.ts'
import type { MeasureSlot, Note } from '../plan/frame.ts'
import { businessOf } from '../business/business.ts'
import {
  asBusiness,
  isRate,
  measured,
  mentionsOf,
  metricSlot,
  type Asked,
  type Measured,
  type Of,
} from './measured.ts'
import { homeOf } from '../business/moments.ts'
import type { Scan } from './scan.ts'

/** "average takings per shift": where each row is a shift of some kind, the mean of the rows. */
export function averagePerRow({ scan, things, metric, ontology }: Asked): Measured | null {
  const mean = metric('average_order_value')
  const header = businessOf(ontology).trade?.header
  if (!scan.isAverage || scan.rank !== null || header === undefined || things.length > 0) return null
  const [per, ...more] = mentionsOf(scan, 'field').filter(
    (one) => one.mode === 'by' && occasionOf(one, header),
  )
  if (per === undefined || more.length > 0) return null
  const amounts = mentionsOf(scan, 'field').flatMap((one) => {
    const field = one.mode === 'by' ? null : measureIn(one, header)
    return field === null ? [] : [{ one, field }]
  })
  const metrics = mentionsOf(scan, 'metric')
  const verbs = mentionsOf(scan, 'verb').filter(({ verb }) => earning.has(verb))
  const notes = [eachRowIs(header, per)]
  const [amount, ...others] = amounts
  if (amount !== undefined && others.length + metrics.length === 0) {
    const slot: MeasureSlot = { kind: 'field', field: fieldRef(header, amount.field), function: 'avg' }
    return asBusiness({ ...measured([slot], null, [amount.one, per, ...verbs]), notes })
  }
  const isRevenue =
    metrics.length === 1
      ? metrics[0]?.metric === metric('revenue')
      : metrics.length === 0 && verbs.length === 1 && scan.asks.includes('much')
  if (mean === null || amount !== undefined || !isRevenue) return null
  return asBusiness({ ...measured([metricSlot(mean)], null, [...metrics, ...verbs, per]), notes })
}

const earning: ReadonlySet<string> = new Set(['sell', 'earn', 'charge'])

/** "how many shifts were rained off": the rows with this state, and not the kinds of shifts. */
export function rowsCalled({ scan, things, ontology }: Asked): Measured | null {
  if (!scan.asks.includes('many') || scan.rank !== null || scan.isAverage || things.length > 0) return null
  const [one, ...more] = mentionsOf(scan, 'field').filter(({ mode }) => mode !== 'by' && mode !== 'without')
  if (one === undefined || more.length > 0) return null
  const homes = ontology.datasets.filter((each) => !each.isHidden && occasionOf(one, each))
  const [home, ...others] = homes
  const isNarrowed = scan.mentions.some(({ kind }) => kind === 'value' || kind === 'state' || kind === 'time')
  if (home === undefined || others.length > 0 || !isNarrowed || /different|distinct/i.test(one.text))
    return null
  const slot: MeasureSlot = { kind: 'count', dataset: home.name }
  return asBusiness({ ...measured([slot], home, [one]), notes: [eachRowIs(home, one)] })
}

function eachRowIs({ label }: Dataset, { text }: Of<'field'>): Note {
  return {
    about: `meaning of ${text}`,
    says: `Each row of ${label} counts as one of “${text}”.`,
    changesNumbers: true,
  }
}

/** A kind of what takes place in each row, such as lunch and evening for a shift. The row has a date of its own. */
function occasionOf({ nouns }: Of<'field'>, dataset: Dataset): boolean {
  const [best] = nouns
  return nouns.some(
    (noun) =>
      noun.kind === 'field' &&
      noun.dataset === dataset &&
      noun.score >= (best?.score ?? 0) - 0.02 &&
      isKindOfOccasion(noun.field, dataset),
  )
}

function isKindOfOccasion({ type, role, label, statistics }: Field, dataset: Dataset): boolean {
  const [word, ...more] = nameWords(label)
  if (type !== 'text' || role === 'identifier' || role === 'name' || word === undefined || more.length > 0)
    return false
  const isRepeated = statistics.distinct * 10 <= dataset.rows || statistics.distinct <= 5
  return isRepeated && !spans.has(word) && isOccasion(word) && visible(dataset).some(isMoment)
}

/** Parts of the calendar and of a process divide rows; a row is none of them. */
const spans: ReadonlySet<string> = new Set(
  'season stage phase period day weekday week month quarter year hour time date'.split(' '),
)

/** "how much do we take per portion", "price per guest": the sum of one amount divided by the sum of another of the same rows. */
export function perMeasure({ scan, things, metric, ontology }: Asked): Measured | null {
  if (scan.rank !== null || scan.isShare || scan.asks.includes('many') || things.length > 0) return null
  const [per, ...more] = mentionsOf(scan, 'field').filter((one) => one.mode === 'by' && isCountedIn(one))
  if (per === undefined || more.length > 0) return null
  const verbs = mentionsOf(scan, 'verb').filter(({ mode }) => mode !== 'not' && mode !== 'without')
  const metrics = mentionsOf(scan, 'metric')
  const [named, ...others] = metrics
  const amounts = mentionsOf(scan, 'field').filter(({ mode }) => mode !== 'by' && mode !== 'without')
  const [amount, ...rest] = amounts
  if (others.length + rest.length > 0) return null
  if (amount !== undefined) return named === undefined && verbs.length === 0 ? ratioOf(amount, per) : null
  const isTaken =
    verbs.length === 1 && verbs.every(({ verb }) => earning.has(verb)) && scan.asks.includes('much')
  const of = named?.metric ?? (isTaken ? metric('revenue') : null)
  const home = of === null ? null : homeOf(of.name, ontology)
  const dataset = ontology.datasets.find(({ name }) => name === home)
  const field = dataset === undefined ? null : measureIn(per, dataset)
  if (of === null || dataset === undefined || field === null) return null
  const slot: MeasureSlot = { kind: 'per', name: of.name, field: fieldRef(dataset, field) }
  return asBusiness(measured([slot], null, [per, ...metrics, ...verbs]))
}

function ratioOf(amount: Of<'field'>, per: Of<'field'>): Measured | null {
  const pairs = amount.nouns.flatMap((noun) => {
    if (noun.kind !== 'field' || !isMeasure(noun.field)) return []
    const by = measureIn(per, noun.dataset)
    return by === null || by === noun.field ? [] : [{ dataset: noun.dataset, of: noun.field, by }]
  })
  const [only, ...more] = pairs
  if (only === undefined || more.length > 0) return null
  const { dataset, of, by } = only
  const slot: MeasureSlot = { kind: 'ratio', field: fieldRef(dataset, of), by: fieldRef(dataset, by) }
  return asBusiness(measured([slot], null, [amount, per]))
}

/** `portions`, `guests`: a whole number of things in each row, which nobody divides rows by. */
function isCountedIn({ nouns }: Of<'field'>): boolean {
  const best = nouns.filter(({ score }) => score >= (nouns[0]?.score ?? 0) - 0.02)
  return (
    best.length > 0 &&
    best.every(
      (noun) =>
        noun.kind === 'field' &&
        isMeasure(noun.field) &&
        !isRate(noun.field.label) &&
        noun.field.statistics.distinct > 5 &&
        !nameWords(noun.field.label).some((word) => steps.has(word)),
    )
  )
}

/** Numbers that order or place a row. */
const steps: ReadonlySet<string> = new Set(
  'age year month day week quarter season level grade class tier floor size version number code position round'.split(
    ' ',
  ),
)

function measureIn({ nouns }: Of<'field'>, dataset: Dataset): Field | null {
  const noun = nouns.find((one) => one.kind === 'field' && one.dataset === dataset && isMeasure(one.field))
  return noun?.kind === 'field' ? noun.field : null
}

/** "what share of the takings is paid by card": another amount of the same rows that is a part of it. */
export function shareOfPart({ scan, things, ontology }: Asked): Measured | null {
  const [named, ...more] = mentionsOf(scan, 'metric')
  const [part, ...others] = mentionsOf(scan, 'field')
  if (!scan.isShare || scan.rank !== null || named === undefined || part === undefined) return null
  if (more.length + others.length + things.length > 0 || scan.asks.includes('many')) return null
  const total = businessOf(ontology).trade?.total ?? null
  const dataset = ontology.datasets.find(({ name }) => name === homeOf(named.metric.name, ontology))
  const field = dataset === undefined ? null : measureIn(part, dataset)
  if (dataset === undefined || total === null || field === null || !isPartOf(field, total, dataset))
    return null
  const slot: MeasureSlot = {
    kind: 'per',
    name: named.metric.name,
    field: fieldRef(dataset, field),
    share: scan.isPercent ? 'percent' : 'fraction',
  }
  return asBusiness(measured([slot], null, [named, part, ...saidAnyway(scan)]))
}

function saidAnyway(scan: Scan): readonly Of<'verb'>[] {
  return mentionsOf(scan, 'verb').filter(
    ({ verb, mode }) => (verb === 'pay' || earning.has(verb)) && mode !== 'not',
  )
}

/** Never more than the whole, in the same unit. */
function isPartOf(field: Field, total: Field, dataset: Dataset): boolean {
  const most = Number(field.statistics.max)
  return (
    field !== total &&
    dataset.fields.includes(total) &&
    field.unit === total.unit &&
    !isRate(field.label) &&
    !field.isInteger &&
    most > 0 &&
    most <= Number(total.statistics.max)
  )
}

/** "average spend per sale": what a sale comes to. */
export function averageSpend({ scan, metric, ontology }: Asked): Measured | null {
  const mean = metric('average_order_value')
  const header = businessOf(ontology).trade?.header
  if (!scan.isAverage || scan.rank !== null || mean === null || header === undefined) return null
  const things = mentionsOf(scan, 'thing')
  const own = nameWords(header.label).join(' ')
  const number = businessOf(ontology).trade?.number ?? null
  // "sale" also means revenue.
  const [per, ...more] = [
    ...things.filter(({ dataset }) => dataset === header),
    ...mentionsOf(scan, 'metric').filter(({ text }) => nameWords(text).join(' ') === own),
    ...mentionsOf(scan, 'field').filter(({ nouns }) => isNumber(nouns, number)),
  ].filter(({ mode }) => mode === 'by')
  if (per === undefined || more.length > 0 || things.some((one) => one !== per)) return null
  const metrics = mentionsOf(scan, 'metric').filter((one) => one !== per && isMoney(one.metric.name))
  const verbs = mentionsOf(scan, 'verb').filter(({ verb }) => verb === 'spend' || earning.has(verb))
  return metrics.length + verbs.length === 1
    ? measured([metricSlot(mean)], null, [per, ...metrics, ...verbs])
    : null
}

/** "per receipt": the number that the rows of one sale share. */
function isNumber([best]: Of<'field'>['nouns'], number: Field | null): boolean {
  return number !== null && best?.kind === 'field' && best.field === number
}

function isMoney(name: string): boolean {
  return name.endsWith('revenue') || name === 'spending'
}

/** "how many portions did we sell": a whole number in each row, added up. */
export function summedCount({ scan, things, ontology }: Asked): Measured | null {
  if (!scan.asks.includes('many') || scan.rank !== null || scan.isAverage || things.length > 0) return null
  const [one, ...more] = mentionsOf(scan, 'field').filter(({ mode }) => mode !== 'by' && mode !== 'without')
  const verbs = mentionsOf(scan, 'verb')
  if (one === undefined || more.length > 0 || !isCountedIn(one) || !/[^s]s$/i.test(one.text)) return null
  if (!verbs.every(({ verb, mode }) => (earning.has(verb) || verb === 'produce') && mode !== 'not'))
    return null
  const trades = businessOf(ontology).streams.map(({ trade }) => trade.header)
  const headers = trades.length > 0 ? trades : [businessOf(ontology).trade?.header]
  const found = headers.flatMap((each) => {
    const field = each === undefined ? null : measureIn(one, each)
    return each === undefined || field?.isInteger !== true ? [] : [fieldRef(each, field)]
  })
  const [only, ...others] = found
  if (only === undefined || others.length > 0) return null
  return asBusiness(measured([{ kind: 'field', field: only, function: 'sum' }], null, [one, ...verbs]))
}
