import {
  metricExpression,
  type AggregateFunction,
  type Comparison,
  type Dataset,
  type Field,
  type Ontology,
} from '@quipu/query'
import { compare, field as fieldRef, literal } from '../interpret/builder.ts'
import { nounsOf } from '../interpret/whole-phrase.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { isMoney } from '../lexicon/money-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Frame, MeasureSlot } from '../plan/frame.ts'
import { businessOf } from '../business/business.ts'
import { homeOf } from '../business/moments.ts'
import { reachesOne } from '../business/nearest.ts'
import { findNumbers } from '../numbers/find-numbers.ts'
import { singular } from '../words/word-forms.ts'
import { hoursWorked, wagesPaid } from '../metrics/work-metrics.ts'
import { amountOf } from './amount-of.ts'
import { homeOfFrame } from './home-of-frame.ts'

const they = '(?:that|it|this|those|these|them|they)'
const inUnit = new RegExp(
  String.raw`^(?:(?:(?:show|give)(?: me| us)? ${they}|(?:how much|what) (?:is|are|was|were) ${they}|the same|same) )?in (?:terms of )?(\p{L}+|[€$£])(?: (?:instead|please|then|too))?$`,
  'iu',
)
const money = /^(?:euros?|eur|dollars?|usd|pounds?|gbp|quid|francs?|chf|money|cash|value|[€$£])$/iu
const pieces = /^(?:units?|pieces?|items?|articles?|pcs|numbers?|quantit(?:y|ies))$/iu
/** Short forms of units in the names of fields. */
const units: Readonly<Record<string, readonly string[]>> = {
  kilo: ['kilo', 'kg', 'kilogram', 'weight'],
  kilogram: ['kilo', 'kg', 'kilogram', 'weight'],
  kg: ['kilo', 'kg', 'kilogram', 'weight'],
  gram: ['gram', 'g'],
  tonne: ['tonne', 'ton', 't'],
  ton: ['tonne', 'ton', 't'],
  litre: ['litre', 'liter', 'l', 'volume'],
  liter: ['litre', 'liter', 'l', 'volume'],
  hour: ['hour', 'hr', 'h'],
  minute: ['minute', 'min'],
  kilometre: ['kilometre', 'kilometer', 'km'],
  kilometer: ['kilometre', 'kilometer', 'km'],
  mile: ['mile', 'mi'],
}
/** "how much did we pay back for that", "what did they cost us". */
const amountFor = new RegExp(
  String.raw`^(?:how much(?: money)?|what) (?:did|do|does|have|has|had|was|were) (?:we|us|they|it|that|people|you)\b.* (?:for|on|with|by|from) ${they}(?: all)?$|^how much(?: money)? (?:is|are|was|were|does|do|did) ${they}(?: (?:all|worth|come to|add up to|make|in total|in all|altogether|together))*$|^(?:how much|what) (?:did|do|does|have|has) ${they} (?:cost|bring|earn|make|give)(?: us)?(?: back| in)?$`,
  'iu',
)

/** "how much of that did we charge to customers", "how much of it was refunded". */
const ofWhich = new RegExp(
  String.raw`^(?:and )?how much of ${they} (?:did we|have we|do we|was|were|has been|is|got) (\p{L}+(?: \p{L}+){0,3})$`,
  'iu',
)

/** The only other amount of the rows whose name says the action, with all that is said beside it. */
function amountDone(action: string, home: Dataset): MeasureSlot | null {
  const said = action.toLowerCase().split(' ')
  const isSame = (a: string, b: string): boolean =>
    singular(a) === singular(b) || [...stemsOf(a)].some((stem) => stemsOf(b).has(stem))
  const [only, ...more] = visible(home).filter((field) => {
    const own = field.label.toLowerCase().split(' ')
    const [verb = ''] = said
    const isAction = own.some((word) => isSame(word, verb))
    return (
      isMeasure(field) &&
      isAction &&
      said.every((word) => small.test(word) || own.some((each) => isSame(each, word)))
    )
  })
  return only === undefined || more.length > 0
    ? null
    : { kind: 'field', field: fieldRef(home, only), function: 'sum' }
}

const small = /^(?:to|the|our|on|for|from|back|by|with|us)$/

/** "and in euros", "in kilos": another measure of the same rows, in the same groups and period. Null for another question. */
export function measureInstead(words: string, frame: Frame, ontology: Ontology): Frame | null {
  const text = words.replace(/[\s?!.,]+$/u, '')
  const home = homeOfFrame(frame, ontology)
  if (home === null || frame.isGrowth === true || frame.together !== undefined) return null
  const [, unit] = inUnit.exec(text) ?? []
  if (unit !== undefined) return withMeasure(withSold(frame, ontology), inUnitOf(unit, home, ontology))
  const [, action] = ofWhich.exec(text) ?? []
  if (action !== undefined) return withMeasure(frame, amountDone(action, home))
  const [said, what] = costIn.exec(text) ?? []
  const cost = said === undefined ? null : costOf(what ?? null, frame, home, ontology)
  if (cost !== null) return withMeasure(frame, cost)
  const isOfRows = frame.measures.every(({ kind }) => kind === 'count')
  return isOfRows && amountFor.test(text) ? withMeasure(frame, amountPaid(text, home, ontology)) : null
}

/** "what did that cost us in wages". */
const costIn = new RegExp(
  String.raw`^(?:what|how much) (?:did|does|do|has|have) (?:all )?${they} cost(?: us)?(?: in total| altogether)?(?: in (?:terms of )?(\p{L}+(?: \p{L}+)?))?$`,
  'iu',
)

/** The named cost of the same rows; the wages of hours and the cost of waste need no name. */
function costOf(
  what: string | null,
  { measures }: Frame,
  home: Dataset,
  ontology: Ontology,
): MeasureSlot | null {
  const { metric, metricNamed } = businessOf(ontology)
  const own = measures.flatMap((slot) => ('name' in slot ? (costsOf.get(slot.name) ?? []) : []))
  const found = what === null ? own.flatMap((name) => metric(name) ?? [])[0] : metricNamed(what)
  return found === undefined || found === null || homeOf(found.name, ontology) !== home.name
    ? null
    : { kind: 'metric', name: found.name }
}

const costsOf: ReadonlyMap<string, string> = new Map([
  [hoursWorked, wagesPaid],
  ['wasted', 'waste_cost'],
])

function inUnitOf(unit: string, home: Dataset, ontology: Ontology): MeasureSlot | null {
  if (money.test(unit))
    return soldOf('revenue', home, ontology) ?? amountOf(home, ontology, false)?.slot ?? null
  const own = namedUnit(unit, home)
  if (own !== null) return { kind: 'field', field: fieldRef(home, own), function: 'sum' }
  return pieces.test(unit) ? soldOf('units_sold', home, ontology) : null
}

/** What was sold, where the rows are sales or their lines. */
function soldOf(name: string, home: Dataset, ontology: Ontology): MeasureSlot | null {
  const { metric } = businessOf(ontology)
  const found = metric(name)
  const from = found === null ? null : homeOf(found.name, ontology)
  if (found === null || from === null) return null
  const isSale = from === home.name || (isOfTrade(home, ontology) && reachesOne(from, home.name, ontology))
  return isSale ? { kind: 'metric', name: found.name } : null
}

function isOfTrade(home: Dataset, ontology: Ontology): boolean {
  const { trade } = businessOf(ontology)
  return trade?.header === home || trade?.lines?.dataset === home
}

/** The only number of the rows that is in this unit. */
function namedUnit(unit: string, home: Dataset): Field | null {
  const one = singular(unit.toLowerCase())
  const called = units[one] ?? [one]
  const found = visible(home).filter(
    (field) =>
      isMeasure(field) &&
      !/\b(?:per|price|cost|rate|percent)\b/i.test(field.label) &&
      [...nameWords(field.label), ...(field.unit === null ? [] : [field.unit.toLowerCase()])].some((word) =>
        called.includes(word),
      ),
  )
  return found.length === 1 ? (found[0] ?? null) : null
}

/** Money of the rows themselves. What was paid back, where they say it; otherwise their only amount. */
function amountPaid(text: string, home: Dataset, ontology: Ontology): MeasureSlot | null {
  const amounts = visible(home).filter(
    (field) => isMoney(field) && !/\b(?:unit|price|rate)\b/i.test(field.label),
  )
  const isBack = /\b(?:back|refund(?:ed)?|return(?:ed)?|reimburse[d]?)\b/i.test(text)
  const back = amounts.filter(({ label }) =>
    /\b(?:refund|refunded|credit|credited|back|reimbursed?)\b/i.test(label),
  )
  const [only, ...more] = isBack && back.length > 0 ? back : amounts
  if (only !== undefined && more.length === 0)
    return { kind: 'field', field: fieldRef(home, only), function: 'sum' }
  if (isBack) return null
  return (
    soldOf('revenue', home, ontology) ?? amountOf(home, ontology, /\bpa(?:y|id)\b/i.test(text))?.slot ?? null
  )
}

const limits =
  /^(?:only |just |and )*(?:the |those |these |ones |them |that are |which are |with |of )*(over|above|more than|at least|from|under|below|less than|up to|at most) [€$£]?(\d[\d.,]*k?)(?: ?(?:euros?|eur|dollars?|pounds?|€|\$|£))?$/iu
const operators: Readonly<Record<string, Comparison>> = {
  over: '>',
  above: '>',
  'more than': '>',
  'at least': '>=',
  from: '>=',
  under: '<',
  below: '<',
  'less than': '<',
  'up to': '<=',
  'at most': '<=',
}

/** "only those over 500": of rows that were listed or counted, those with such an amount. Null for another question. */
export function narrowedByAmount(words: string, frame: Frame, ontology: Ontology): Frame | null {
  const [, than = '', written = ''] = limits.exec(words.replace(/[\s?!.]+$/u, '')) ?? []
  const operator = operators[than.toLowerCase()]
  const [number] = findNumbers(written)
  const home = homeOfFrame(frame, ontology)
  const isOfRows = frame.groups.length === 0 && frame.measures.every(({ kind }) => kind === 'count')
  if (operator === undefined || number?.kind !== 'number' || home === null || !isOfRows) return null
  const slot = amountOf(home, ontology, false)?.slot
  if (slot?.kind !== 'field' || slot.field.dataset !== home.name) return null
  const condition = compare(slot.field, operator, literal(number.value))
  const says = `The limit is that of ${home.fields.find(({ name }) => name === slot.field.field)?.label ?? slot.field.field}.`
  const note = { about: 'meaning of the limit', says, changesNumbers: false }
  return {
    ...frame,
    filters: [...frame.filters, { key: `limit ${operator}`, condition }],
    notes: [...frame.notes, note],
  }
}

/** "and the average fat of each": of a number of the same rows, in the same groups and period. */
export function fieldInstead(
  noun: string,
  using: AggregateFunction,
  frame: Frame,
  ontology: Ontology,
): Frame | null {
  const home = homeOfFrame(frame, ontology)
  if (home === null || frame.isGrowth === true || frame.together !== undefined) return null
  const called = nounsOf(noun, ontology, 0.8).flatMap((one) =>
    one.kind === 'field' && one.dataset === home && isMeasure(one.field) ? [one.field] : [],
  )
  const words = nameWords(noun)
  const part = visible(home).filter(
    (field) => isMeasure(field) && words.every((word) => nameWords(field.label).includes(word)),
  )
  const [best] = called
  const only = best ?? (part.length === 1 ? part[0] : namedUnit(noun, home))
  if (only === undefined || only === null) return null
  return withMeasure(withSold(frame, ontology), {
    kind: 'field',
    field: fieldRef(home, only),
    function: using,
  })
}

/** What the metric leaves out stays left out. */
export function withSold(frame: Frame, ontology: Ontology): Frame {
  const [slot] = frame.measures
  const whole = slot?.kind === 'metric' ? metricExpression(slot.name, ontology) : null
  if (whole?.kind !== 'aggregate' || whole.where === undefined) return frame
  const others = frame.filters.filter(({ key }) => key !== 'of sold')
  return { ...frame, filters: [...others, { key: 'of sold', condition: whole.where }] }
}

function withMeasure(frame: Frame, slot: MeasureSlot | null): Frame | null {
  if (slot === null || frame.measures.length > 1) return null
  const { also: _, ...rest } = frame
  const notes = frame.notes.filter(({ about }) => about !== 'number of rows')
  const rank = frame.rank === null ? null : { ...frame.rank, isAlone: false }
  // A metric leaves out what was not sold itself.
  const filters =
    slot.kind === 'metric' ? frame.filters.filter(({ key }) => key !== 'of sold') : frame.filters
  return { ...rest, subject: null, measures: [slot], filters, share: null, rank, notes }
}
