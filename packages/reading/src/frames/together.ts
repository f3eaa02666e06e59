import {
  type Condition,
  type Dataset,
  type Expression,
  type Ontology,
  type Order,
  type Query,
} from '@quipu/query'
import { businessOf, ontologyOfStream } from '../business/business.ts'
import { homeOf, momentOf } from '../business/moments.ts'
import { reachesOne } from '../business/nearest.ts'
import { aggregate, and, compare, emptyQuery, literal, rows } from '../interpret/builder.ts'
import { isPeople } from '../lexicon/dataset-fields.ts'
import { channelNames } from '../metrics/channel-names.ts'
import { isNamed, parentsOf } from '../metrics/field-finder.ts'
import type { IncomeStream } from '../metrics/streams.ts'
import type { Frame, TimeSlot, TogetherSlot } from '../plan/frame.ts'
import { narrowed } from './narrowed.ts'

/** What the note is about that names the streams of a sum. */
export const addedUp = 'streams of income'

/** Figures of several streams that can be added up. */
const summable: readonly string[] = ['revenue', 'units_sold', 'profit', 'cost_of_goods']

/** The things that a stream sells. */
function thingsOf({ trade: { header, lines } }: IncomeStream, ontology: Ontology): readonly Dataset[] {
  return parentsOf(lines?.dataset ?? header, ontology).filter((each) => each !== header && !isPeople(each))
}

/** Streams that sell the same things, such as a shop and a web shop, or that a person names: what was sold is what all of them sold. */
export function channelsOf(ontology: Ontology): readonly IncomeStream[] {
  const [main, ...others] = businessOf(ontology).streams
  if (main === undefined) return []
  const said = others.filter(({ trade }) => trade.header.isSales === true)
  if (main.trade.header.isSales === true && said.length > 0) return [main, ...said]
  const things = thingsOf(main, ontology)
  // Parts that a repair uses are sold in the shop too, but a repair is no way to sell them.
  const alike = others.filter(
    (one) =>
      one.trade.lines?.isPart !== true &&
      !one.trade.hasExtrasOnly &&
      thingsOf(one, ontology).some((each) => things.includes(each)),
  )
  return alike.length === 0 ? [] : [main, ...alike]
}

/** The frame of the main stream with the same figure of the other channels. Null where they cannot be added up. */
export function withChannels(
  frame: Frame,
  ontology: Ontology,
  /** All income, what sells the same things, or the latter side by side. */
  what: 'all' | 'channels' | 'each' = 'channels',
): Frame | null {
  const isOfAll = what === 'all'
  const isEach = what === 'each'
  const channels = channelsOf(ontology)
  // Claims and statements may be for what was sold already.
  const isWhole =
    isOfAll &&
    isUndivided(frame) &&
    !businessOf(ontology).streams.some(({ trade }) => isNamed(trade.header, bills))
  const [main, ...others] = isWhole ? businessOf(ontology).streams : channels
  const [slot, ...more] = frame.measures
  if (main === undefined || slot?.kind !== 'metric' || more.length > 0 || frame.isTimeInside) return null
  const figures = isEach ? [...summable, ...onlyBeside] : summable
  const figure = figures.find((name) => `${main.prefix}${name}` === slot.name)
  if (figure === undefined || frame.isGrowth === true || frame.subject !== null) return null
  if (isWhole && figure !== 'revenue') return withChannels(frame, ontology)
  if (isEach && (frame.rank !== null || frame.share !== null || frame.against !== null)) return null
  if (frame.groups.some(({ kind }) => kind === 'period' || kind === 'part')) return null
  const used = datasetsIn(frame)
  const slots = others.flatMap((stream): readonly TogetherSlot[] => {
    const metric = businessOf(ontologyOfStream(ontology, stream)).metric(figure)
    const home = metric === null ? null : homeOf(metric.name, ontology)
    if (metric === null || home === null) return []
    const hasAll = used.every((name) => reachesOne(home, name, ontology))
    const moment = momentOf(home, ontology)
    return hasAll && (frame.time === null || moment !== null) ? [{ name: metric.name, moment }] : []
  })
  // A figure that one of them lacks, or that is narrowed by what only one has, is not that of all.
  if (slots.length < others.length) return null
  const names = [main, ...others].map(({ trade: { header } }) => header.label)
  // That other income is meant too is assumed; other ways to sell the same things are.
  const note = {
    about: addedUp,
    says: isEach ? `Each alone: ${names.join(', ')}.` : `Added up: ${names.join(' + ')}.`,
    changesNumbers: others.length >= channels.length,
  }
  const labels = [main, ...others].map(channelName)
  const whole = { ...frame, together: slots, notes: [...frame.notes, note] }
  return isEach ? { ...whole, each: labels } : whole
}

/** Figures that stand beside those of other channels, and are not added to them. */
const onlyBeside: readonly string[] = ['average_order_value', 'margin', 'discounts_given']

/** What the program or source of the rows is called, or else the rows. */
export function channelName({ trade: { header }, words }: IncomeStream): string {
  return channelNames(header).find((word) => words.includes(word)) ?? header.label
}

const bills: ReadonlySet<string> = new Set('invoice bill statement claim account receipt'.split(' '))

/** One figure for the whole business, perhaps of a period. */
function isUndivided({ groups, filters, rank, share }: Frame): boolean {
  return groups.length === 0 && filters.length === 0 && rank === null && share === null
}

/** A figure of several streams that a follow-up has changed: added up again where all of them have what was named. */
export function addedAgain(changed: Frame, ontology: Ontology): Frame {
  const { together, each, ...alone } = changed
  if (together === undefined) return changed
  // Another period is that of all of them.
  if (together.some(({ own }) => own !== undefined)) return sameAgain(changed) ?? onlyFirst(alone, ontology)
  const before = alone.notes.find(({ about }) => about === addedUp)
  const main = { ...alone, notes: alone.notes.filter((one) => one !== before) }
  const again = withChannels(main, ontology, each === undefined ? 'channels' : 'each')
  return again ?? onlyFirst(alone, ontology)
}

/** A frame that differs in nothing but its period. */
function sameAgain(changed: Frame): Frame | null {
  const { together = [], filters, groups, rank, share } = changed
  const isSame = together.every(
    ({ own }) => own === undefined || JSON.stringify(own.instead) === JSON.stringify(filters),
  )
  return isSame && groups.length === 0 && rank === null && share === null ? changed : null
}

function onlyFirst(alone: Frame, ontology: Ontology): Frame {
  const main = { ...alone, notes: alone.notes.filter(({ about }) => about !== addedUp) }
  const [first] = channelsOf(ontology)
  const says = `Only ${first?.trade.header.label ?? 'the first of them'} are counted: not all that was added up before can be divided or narrowed like this.`
  return { ...main, notes: [...main.notes, { about: addedUp, says, changesNumbers: true }] }
}

/** What the answer is divided and narrowed by. */
function datasetsIn({ groups, filters }: Frame): readonly string[] {
  const named = JSON.stringify(filters.map(({ condition }) => condition)).matchAll(
    /"(?:dataset|of)":"([^"]+)"/g,
  )
  return [
    ...groups.flatMap((one) =>
      one.kind === 'thing' ? [one.dataset] : one.kind === 'field' ? [one.field.dataset] : [],
    ),
    ...[...named].map(([, name = '']) => name),
  ]
}

interface Part {
  readonly outputs: readonly Expression[]
  readonly keys: readonly Expression[]
}

/** The query of a figure that several streams have: each adds its own rows in its own period. */
export function buildTogether(frame: Frame, parts: readonly Part[], ontology: Ontology): Query | null {
  const [slot] = frame.measures
  if (slot?.kind !== 'metric' && slot?.kind !== 'count') return null
  const { moment, filters } = frame
  const first: TogetherSlot =
    slot.kind === 'metric'
      ? { name: slot.name, moment }
      : { name: '', moment, own: { counted: slot.dataset, filters, instead: filters } }
  const all: readonly TogetherSlot[] = [first, ...(frame.together ?? [])]
  return parts.length === 0 ? wholeSum(frame, all, ontology) : dividedSum(frame, all, parts, ontology)
}

/** One figure for each period that is asked for. */
function wholeSum(frame: Frame, all: readonly TogetherSlot[], ontology: Ontology): Query | null {
  const [first] = all
  const home = first === undefined ? null : datasetOf(first, ontology)
  if (home === null) return null
  const periods = [frame.time, frame.against].filter((one) => one !== null)
  const sums = (periods.length === 0 ? [null] : periods).map((period) => {
    const each = all.flatMap((slot, at): readonly Signed[] => {
      const { isLess = false } = slot
      const where = conditionOf(slot, frame, period)
      const metric = figureOf(slot, ontology)
      if (at === 0) return [{ of: where === null ? metric : narrowed(metric, where, ontology), isLess }]
      const dataset = datasetOf(slot, ontology)
      const query = dataset && { ...emptyQuery(dataset), outputs: [{ expression: metric, label: '' }], where }
      return query === null ? [] : [{ of: { kind: 'scalar', query }, isLess }]
    })
    const label = labelOf(frame, period, ontology)
    const alone = frame.each?.flatMap((name, at) => {
      const [own] = each.slice(at, at + 1)
      return own === undefined ? [] : [{ expression: own.of, label: `${name} ${label}` }]
    })
    return alone ?? [{ expression: sumOf(each), label }]
  })
  return { ...emptyQuery(home), outputs: sums.flat() }
}

/** A figure for each group, in the dataset that all groups belong to. */
function dividedSum(
  frame: Frame,
  all: readonly TogetherSlot[],
  parts: readonly Part[],
  ontology: Ontology,
): Query | null {
  const names = [...new Set(datasetsIn({ ...frame, filters: [] }))]
  const name = names.find((one) => names.every((other) => other === one || reachesOne(one, other, ontology)))
  const subject = ontology.datasets.find((each) => each.name === name)
  if (subject === undefined || frame.against !== null) return null
  const each = all.map((slot) => {
    const where = conditionOf(slot, frame, frame.time)
    const metric = figureOf(slot, ontology)
    const of = where === null ? metric : narrowed(metric, where, ontology)
    return { of, isLess: slot.isLess === true }
  })
  const sum = sumOf(each)
  const shown: Expression =
    frame.share === null ? sum : { kind: 'share', of: sum, within: [], percent: frame.share === 'percent' }
  const alone = frame.each?.flatMap((label, at) => {
    const [own] = each.slice(at, at + 1)
    return own === undefined ? [] : [{ expression: own.of, label }]
  })
  const order: Order = { expression: sum, direction: frame.rank?.direction ?? 'desc' }
  const isAlone = frame.rank?.isAlone === true && frame.share === null
  return {
    ...emptyQuery(subject),
    where: and(filledKeys(frame, subject)),
    outputs: [
      ...parts.flatMap(({ outputs }) => outputs.map((expression) => ({ expression, label: '' }))),
      ...(alone ?? (isAlone ? [] : [{ expression: shown, label: labelOf(frame, null, ontology) }])),
    ],
    groupBy: parts.flatMap(({ keys }) => keys),
    having: compare(sum, '!=', literal(0)),
    orderBy: [order],
    limit: frame.rank?.limit ?? null,
    limitPer: frame.rank !== null && parts.length > 1 ? parts.slice(0, -1).flatMap(({ keys }) => keys) : null,
  }
}

/** What was sold of things that the list does not have is in no group, so that a group of those without a kind would not be all of them. */
function filledKeys({ groups }: Frame, subject: Dataset): readonly Condition[] {
  return groups.flatMap((one): readonly Condition[] => {
    const isGap = (name: string): boolean =>
      subject.fields.some((field) => field.name === name && field.statistics.nulls > 0)
    return one.kind === 'field' && one.field.dataset === subject.name && isGap(one.field.field)
      ? [{ kind: 'not', of: { kind: 'null', of: one.field } }]
      : []
  })
}

/** The name of the figure, with the first day of its period where there are two. */
function labelOf(
  { measures: [slot], share, against, together }: Frame,
  period: TimeSlot | null,
  ontology: Ontology,
): string {
  const name = slot?.kind === 'metric' ? slot.name : ''
  const counted = ontology.datasets.find((one) => slot?.kind === 'count' && one.name === slot.dataset)
  const isLeft = together?.some(({ isLess }) => isLess) === true
  const plain = counted === undefined ? name : `number of ${counted.label}`
  const label = isLeft ? 'profit' : (ontology.metrics.find((one) => one.name === name)?.label ?? plain)
  const start = period?.start ?? null
  const since = against === null || start === null ? '' : ` from ${start.slice(0, 10)}`
  return `${label}${share === null ? '' : ' share'}${since}`
}

function conditionOf({ moment, own }: TogetherSlot, frame: Frame, period: TimeSlot | null): Condition | null {
  const time: readonly Condition[] =
    period === null || moment === null ? [] : [{ kind: 'during', of: moment, ...period }]
  const filters = own?.filters ?? frame.filters
  return and([...filters.map(({ condition }) => condition), ...time])
}

function figureOf({ name, own }: TogetherSlot, ontology: Ontology): Expression {
  const counted = ontology.datasets.find((each) => each.name === own?.counted)
  return counted === undefined ? { kind: 'metric', name } : aggregate('count', rows(counted))
}

function datasetOf({ name, own }: TogetherSlot, ontology: Ontology): Dataset | null {
  const home = own?.counted ?? homeOf(name, ontology)
  return ontology.datasets.find((each) => each.name === home) ?? null
}

interface Signed {
  readonly of: Expression
  readonly isLess: boolean
}

function sumOf([first, ...rest]: readonly Signed[]): Expression {
  return rest.reduce<Expression>(
    (left, { of, isLess }) => ({ kind: 'arithmetic', operator: isLess ? '-' : '+', left, right: of }),
    first?.of ?? literal(0),
  )
}
