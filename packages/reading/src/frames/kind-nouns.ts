import type { Dataset, Ontology } from '@quipu/query'
import { isPeople, nameFields } from '../lexicon/dataset-fields.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import { businessOf } from '../business/business.ts'
import { soldThings } from '../business/sold-things.ts'
import { isPlace } from '../lexicon/place-words.ts'
import { buyerOf, mentionsOf, type Of } from './measured.ts'
import type { Mention, Scan } from './scan.ts'

/** "top 10 pubs": the kind of a customer, in the plural, where nothing else is named, stands for these customers. */
export function withKindNouns(scan: Scan, ontology: Ontology): Scan {
  const isNamed = mentionsOf(scan, 'thing').some(({ mode }) => mode !== 'by' && mode !== 'without')
  if (isNamed) return scan
  const buyer = buyerOf(ontology)
  const header = businessOf(ontology).trade?.header
  // Whatever they are called, sales name those who buy.
  const buyers = buyer !== null ? [buyer] : header === undefined ? [] : parentsOf(header, ontology)
  const found = mentionsOf(scan, 'value').flatMap((value) =>
    buyers.filter((each) => isKindOf(value, each)).map((dataset) => ({ value, dataset })),
  )
  const [only, ...more] = found
  if (only === undefined || more.length > 0) return scan
  const { value: first, dataset } = only
  const { mode, isEach, at, text } = first
  const thing: Mention = { kind: 'thing', dataset, others: [], mode, isEach, at, text }
  return { ...scan, mentions: scan.mentions.flatMap((one) => (one === first ? [thing, one] : [one])) }
}

/** "top 3 road bikes": the things sold of this kind, each with its own figure. */
export function withGoodsOfKind(scan: Scan, ontology: Ontology): Scan {
  const isNamed = mentionsOf(scan, 'thing').some(({ mode }) => mode !== 'by' && mode !== 'without')
  const [value, ...more] = mentionsOf(scan, 'value').filter(
    ({ mode, text }) => mode === 'rank' && /[^s]s$/i.test(text),
  )
  if (isNamed || scan.rank === null || value === undefined || more.length > 0) return scan
  const [dataset, ...others] = soldThings(businessOf(ontology).trade, ontology).filter((goods) =>
    isOfKind(goods, value, ontology),
  )
  if (dataset === undefined || others.length > 0) return scan
  const { mode, isEach, at, text } = value
  const thing: Mention = { kind: 'thing', dataset, others: [], mode, isEach, at, text }
  const kept: Mention = { ...value, mode: 'plain' }
  return { ...scan, mentions: scan.mentions.flatMap((one) => (one === value ? [thing, kept] : [one])) }
}

/** Whether a value, or a part of one, is what some of the things are, or what their category is called. */
export function isOfKind(thing: Dataset, { values, parts }: Of<'value'>, ontology: Ontology): boolean {
  const own = new Set([thing, ...parentsOf(thing, ontology)].map(({ name }) => name))
  return [...values, ...parts].some(({ dataset }) => own.has(dataset))
}

function isKindOf({ values, mode, text }: Of<'value'>, { name, fields }: Dataset): boolean {
  const found = values.find(({ dataset }) => dataset === name)
  const label = fields.find((field) => field.name === found?.field)?.label ?? ''
  return (mode === 'plain' || mode === 'rank') && /[^s]s$/i.test(text) && ofKind.test(label)
}

/** "by counter", "which warehouse": places of this type, where the type is a value and a place has a name. */
export function withThingsOfKind(scan: Scan, ontology: Ontology): Scan {
  const mentions = scan.mentions.flatMap((one, i): readonly Mention[] => {
    if (one.kind !== 'value' || one.events.length > 0) return [one]
    const next = scan.mentions[i + 1]
    const isFirst = one.mode === 'plain' && i === 0
    const isAsked = scan.asks[0] === 'which' && isFirst && scan.rank !== null
    // "how many mechanics", "list our stores"
    const isListed = scan.asks.some((ask) => ask === 'many' || ask === 'list')
    const isCounted =
      isFirst && isListed && /[^s]s$/i.test(one.text) && mentionsOf(scan, 'metric').length === 0
    const isBeside = next?.at === one.at + 1 && next.kind === 'thing'
    if ((one.mode !== 'by' && !isAsked && !isCounted) || isBeside) return [one]
    const dataset = ontology.datasets.find((each) => isNamedKind(one, each, ontology))
    if (dataset === undefined) return [one]
    const isSure = one.mode === 'by' || (isAsked && scan.rank?.by === 'most')
    if (!isSure && !isPeople(dataset) && !isPlace(dataset)) return [one]
    const { mode, isEach, at, text } = one
    return [
      { kind: 'thing', dataset, others: [], mode, isEach, at, text },
      { ...one, mode: 'plain', isEach: false },
    ]
  })
  return { ...scan, mentions }
}

function isNamedKind({ values }: Of<'value'>, dataset: Dataset, { relationships }: Ontology): boolean {
  const found = values.find((each) => each.dataset === dataset.name)
  const field = dataset.fields.find(({ name }) => name === found?.field)
  return (
    field !== undefined &&
    ofKind.test(field.label) &&
    relationships.some(({ to }) => to === dataset.name) &&
    (isPeople(dataset) || nameFields(dataset).some((each) => each.role === 'name')) &&
    !nameFields(dataset).includes(field)
  )
}

const ofKind =
  /\b(?:kind|type|category|class|sort|segment|setting|job|job title|position|role|occupation|profession)$/i

/** "how many orders were cancelled": a state of the orders, although rows of another kind have a field of this name. */
export function withOwnValues(scan: Scan, ontology: Ontology): Scan {
  const things = new Set(mentionsOf(scan, 'thing').map(({ dataset }) => dataset.name))
  const mentions = scan.mentions.map((one): Mention => {
    if (one.kind !== 'field' || (one.mode !== 'plain' && one.mode !== 'not')) return one
    if (one.nouns.some((noun) => noun.kind !== 'metric' && things.has(noun.dataset.name))) return one
    const own = ontology.values.exact(one.text).filter(({ dataset }) => things.has(dataset))
    if (own.length !== 1) return one
    const { mode, isEach, at, text } = one
    const values = own.map(({ dataset, field, value }) => ({ dataset, field, value, score: 1 }))
    return { kind: 'value', values, events: [], parts: [], mode, isEach, at, text }
  })
  return { ...scan, mentions }
}
