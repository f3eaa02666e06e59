import type {
  AggregateFunction,
  Comparison,
  Condition,
  Dataset,
  Expression,
  Ontology,
  Output,
  Query,
  TimeUnit,
} from '@quipu/query'
import type { Candidate, Interpretation } from '../confidence/interpretation.ts'
import { and, compare, field as ref, literal } from '../interpret/builder.ts'
import { birthOf, isMoment, visible } from '../lexicon/dataset-fields.ts'
import { withDefaultOrder } from '../interpret/default-order.ts'
import { joinPathsOf } from '../interpret/join-paths.ts'
import type { Draft } from '../grammar/draft.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { momentBefore, momentsNamed, type NamedMoment } from './moment-names.ts'
import type { Interpret } from './read-calculation.ts'

type SpanUnit = TimeUnit | 'hour' | 'minute'

/** The words of a question that ask for a duration, and the question without them. */
interface Duration {
  readonly from: Expression
  readonly to: Expression
  readonly unit: SpanUnit
  /** Both fields hold whole days. */
  readonly isOfDays: boolean
  /** The dataset whose rows have both moments. */
  readonly subject: Dataset
  /** The same question, changed to count rows or to leave the condition out. */
  readonly rest: string
  readonly asks:
    | { readonly aggregate: AggregateFunction; readonly rank: 'asc' | 'desc' | null }
    | { readonly operator: Comparison; readonly amount: number }
}

/** The time between two moments, as an output or as a condition. */
export function readDuration(
  question: string,
  ontology: Ontology,
  interpret: Interpret,
): Interpretation | null {
  const text = question.replace(/[?.!]\s*$/, '')
  for (const duration of [
    ...agesAsked(text, ontology),
    ...durationsAsked(text, ontology),
    ...durationsCompared(text, ontology),
  ]) {
    const read = interpret(duration.rest)
    const [best] = read.candidates
    const query = best === undefined ? null : withDuration(best.query, duration, read.draft.share)
    if (best === undefined || query === null) continue
    const features: Candidate['features'] = { ...best.features, arithmetic: 1 }
    return {
      ...read,
      candidates: [{ ...best, query: withDefaultOrder(query, ontology), features }],
      rivals: [],
    }
  }
  return null
}

const aggregates: Readonly<Record<string, AggregateFunction>> = {
  average: 'avg',
  mean: 'avg',
  typical: 'avg',
  median: 'median',
  longest: 'max',
  maximum: 'max',
  max: 'max',
  shortest: 'min',
  minimum: 'min',
  min: 'min',
  total: 'sum',
}
const units = 'minute|hour|day|week|month|year'
const opening =
  /^(?:(?:what(?:'s| is| was| are| were)?|show|give|tell|me|us|calculate|compute|find|the|our|my)\s+)*/i
const ranking =
  /^(?:which|what)\s+(\p{L}+(?:\s\p{L}+)?)\s+(?:has|had|have)\s+the\s+(longest|shortest|highest|lowest|largest|smallest)\s+/iu
const howLong = /^how\s+long\s+(?:does|did|do)\s+it\s+(?:usually\s+)?take\s+(?:on average\s+)?to\s+/i
const name = new RegExp(
  `^(${Object.keys(aggregates).join('|')})\\s+(?:number of\\s+)?((?:\\p{L}+\\s+)?(?:time|duration|delay|(?:${units})s?))\\b\\s*`,
  'iu',
)
const ends = /\s+(?:by|per|for|in|of|across|last|this|since|during|on average)\b.*$/iu

function* durationsAsked(text: string, ontology: Ontology): Generator<Duration> {
  const ranked = ranking.exec(text)
  const body = text.slice((ranked ?? opening.exec(text))?.[0].length ?? 0)
  const long = howLong.exec(text)
  const named =
    long === null ? name.exec(ranked === null || name.test(body) ? body : `average ${body}`) : null
  if (long === null && named === null) return
  const [functionWord, kind] = [named?.[1]?.toLowerCase() ?? 'average', named?.[2]?.toLowerCase() ?? 'time']
  const rest =
    long === null
      ? (name.test(body) ? body : `average ${body}`).slice(named?.[0].length ?? 0)
      : `to ${text.slice(long[0].length)}`
  const rank = ranked === null ? null : /^(?:short|low|small)/i.test(ranked[2] ?? '') ? 'asc' : 'desc'
  const asks = { aggregate: aggregates[functionWord] ?? 'avg', rank } as const
  const { unit, text: plain } = unitOf(rest, kind)
  for (const { from, to, subject, tail } of momentsOf(plain, kind, ontology)) {
    const things = /^\s*(?:of|for)\s+(?!each\b|every\b|all\b)(?:the\s+|all\s+)?(.+)$/i.exec(tail)?.[1]
    const by = ranked === null ? '' : ` for each ${ranked[1] ?? ''}`
    yield {
      ...spanOf(from, to, unit),
      subject,
      rest: `how many ${things ?? `${subject.label} ${tail.trim()}`}${by}`.replace(/\son average$/i, ''),
      asks,
    }
  }
}

const age =
  /^(average|mean|median|maximum|minimum|highest|lowest)\s+age\s+of\s+(?:the\s+|all\s+|our\s+)?(.+)$/i

/** "average age of patients": the years since birth, where no field holds the age. */
function* agesAsked(text: string, ontology: Ontology): Generator<Duration> {
  const found = age.exec(text.slice(opening.exec(text)?.[0].length ?? 0))
  if (found === null) return
  const [, functionWord, things] = found
  const aggregate =
    aggregates[functionWord?.toLowerCase() ?? ''] ?? (functionWord === 'highest' ? 'max' : 'min')
  for (const subject of ontology.datasets.filter(({ isHidden }) => !isHidden)) {
    const birth = birthOf(subject)
    if (birth === null || !isAbout(subject, (things ?? '').replace(ends, ''))) continue
    const from = ref(subject, birth)
    const asks = { aggregate, rank: null }
    yield {
      from,
      to: { kind: 'now' },
      unit: 'year',
      isOfDays: true,
      subject,
      rest: `how many ${things ?? ''}`,
      asks,
    }
  }
}

/** The unit that is named ("in hours", "in days") or counted. */
function unitOf(text: string, kind: string): { readonly unit: SpanUnit; readonly text: string } {
  const unitWords = new RegExp(`,?\\s+in\\s+(?:whole\\s+)?(${units})s\\b`, 'i').exec(text)
  const counted = new RegExp(`^(?:${units})`, 'i').exec(kind)?.[0]
  // Safe: the pattern matches only units.
  const unit = (unitWords?.[1] ?? counted ?? 'day').toLowerCase() as SpanUnit
  return { unit, text: unitWords === null ? text : text.replace(unitWords[0], '') }
}

interface Ends {
  readonly from: NamedMoment
  readonly to: NamedMoment
  readonly subject: Dataset
  readonly tail: string
}

function* momentsOf(text: string, kind: string, ontology: Ontology): Generator<Ends> {
  const pair = /^(?:between|from)\s+(.+?)\s+(?:and|to|until|till)\s+(.+)$/i.exec(text)
  if (pair !== null) {
    const tail = ends.exec(pair[2] ?? '')?.[0] ?? ''
    const second = (pair[2] ?? '').slice(0, (pair[2] ?? '').length - tail.length)
    for (const from of momentsNamed(pair[1] ?? '', ontology))
      for (const to of momentsNamed(second, ontology)) {
        const subject = sharedBy(from, to, ontology)
        if (subject !== null) yield { from, to, subject, tail }
      }
    return
  }
  const action = /^to\s+(\p{L}+)\s+(?:(?:an?|the|our)\s+)?(.+)$/iu.exec(text)
  const word = /^(\p{L}+)\s+(?:time|duration|delay)$/iu.exec(kind)?.[1]
  if (action === null && word === undefined) return
  const things = action?.[2]?.replace(ends, '')
  const named = momentsNamed(action?.[1] ?? word ?? '', ontology)
  for (const to of named) {
    const from = momentBefore(to)
    const isMeant = isOnlyOne(to, named) && (things === undefined || isAbout(to.dataset, things))
    if (from !== null && isMeant)
      yield { from, to, subject: to.dataset, tail: action === null ? ` ${text}` : `of ${action[2] ?? ''}` }
  }
}

/** No other time field of the same rows has the name. */
function isOnlyOne({ dataset }: NamedMoment, named: readonly NamedMoment[]): boolean {
  return named.filter((each) => each.dataset === dataset).length === 1
}

function isAbout({ label }: Dataset, things: string): boolean {
  const own = nameWords(label)
  return nameWords(things).at(-1) === own.at(-1)
}

/** The dataset whose rows have one moment of each kind. */
function sharedBy(from: NamedMoment, to: NamedMoment, ontology: Ontology): Dataset | null {
  if (from.field === to.field) return null
  const joinPaths = joinPathsOf(ontology)
  if (joinPaths.between(to.dataset.name, from.dataset.name)?.toOne === true) return to.dataset
  return joinPaths.between(from.dataset.name, to.dataset.name)?.toOne === true ? from.dataset : null
}

function spanOf(
  from: NamedMoment,
  to: NamedMoment,
  unit: SpanUnit,
): Pick<Duration, 'from' | 'to' | 'unit' | 'isOfDays'> {
  return {
    from: ref(from.dataset, from.field),
    to: ref(to.dataset, to.field),
    unit,
    isOfDays: [from, to].every(({ field }) => field.type === 'date'),
  }
}

const took = new RegExp(
  `\\s+(?:(?:that|which)\\s+)?(?:took|take|takes|taking)\\s+(longer|more|less)\\s+than\\s+(\\d+)\\s+(${units})s?(?:\\s+to\\s+(?:be\\s+)?(\\p{L}+))?`,
  'iu',
)
const within = new RegExp(
  `\\s+(?:(?:that|which)\\s+)?(?:(?:was|were|are|is|been|have been|has been)\\s+)?(\\p{L}+ed|paid|sent)\\s+within\\s+(\\d+)\\s+(${units})s?(?:\\s+(?:of|after|from)\\s+((?:(?:the|their|its|being)\\s+)?\\p{L}+))?`,
  'iu',
)

function* durationsCompared(text: string, ontology: Ontology): Generator<Duration> {
  const long = took.exec(text)
  const soon = long === null ? within.exec(text) : null
  const found = long ?? soon
  if (found === null) return
  const rest = `${text.slice(0, found.index)}${text.slice(found.index + found[0].length)}`
  const operator = soon !== null ? '<=' : /less/i.test(found[1] ?? '') ? '<' : '>'
  const asks = { operator, amount: Number(found[2]) } as const
  // Safe: the patterns match only units.
  const unit = (found[3] ?? 'day').toLowerCase() as SpanUnit
  const done = soon === null ? found[4] : found[1]
  for (const to of done === undefined ? lastMoments(ontology) : momentsNamed(done, ontology)) {
    const starts = soon?.[4] === undefined ? [momentBefore(to)] : momentsNamed(soon[4], ontology)
    for (const from of starts)
      if (from !== null && from.dataset === to.dataset && from.field !== to.field)
        yield { ...spanOf(from, to, unit), subject: to.dataset, rest, asks }
  }
}

/** Where rows have two moments and the question does not name the end: the second one. */
function lastMoments({ datasets }: Ontology): readonly NamedMoment[] {
  return datasets.flatMap((dataset) => {
    const events = visible(dataset).filter((each) => isMoment(each) && !/\bdue\b/i.test(each.label))
    const [, second, ...more] = events
    return second === undefined || more.length > 0 ? [] : [{ dataset, field: second }]
  })
}

function withDuration(query: Query, duration: Duration, share: Draft['share']): Query | null {
  const { asks, subject } = duration
  if (query.subject !== subject.name || query.combine !== null) return null
  const span = lengthOf(duration)
  if ('operator' in asks) {
    const where = compare(span, asks.operator, literal(asks.amount))
    if (share !== null) return shareOf(query, where, share)
    return { ...query, where: and([...(query.where === null ? [] : [query.where]), where]) }
  }
  const count = query.outputs.find(
    ({ expression }) => expression.kind === 'aggregate' && expression.function === 'count',
  )
  if (count === undefined || query.limit !== null) return null
  const expression: Expression = { kind: 'aggregate', function: asks.aggregate, of: span, distinct: false }
  const made = { expression, label: `${asks.aggregate} ${duration.unit}s` }
  const outputs = query.outputs.map((each) => (each === count ? made : each))
  if (asks.rank === null) return { ...query, outputs, orderBy: [] }
  if (query.groupBy.length === 0) return null
  return {
    ...query,
    outputs: outputs.filter((each) => each !== made),
    orderBy: [{ expression, direction: asks.rank }],
    limit: 1,
  }
}

/** "percentage of orders paid within 5 days": the share of all counted rows. */
function shareOf(query: Query, where: Condition, share: 'percent' | 'fraction'): Query | null {
  const outputs = query.outputs.map((each): Output | null => {
    const { expression, label } = each
    if (expression.kind === 'field' || expression.kind === 'period' || expression.kind === 'part') return each
    const counted = expression.kind === 'share' ? expression.of : expression
    if (counted.kind !== 'aggregate' || counted.where !== undefined) return null
    const part: Expression = {
      kind: 'arithmetic',
      operator: '/',
      left: { ...counted, where },
      right: counted,
    }
    return {
      label: `share of ${label}`,
      expression:
        share === 'percent' ? { kind: 'arithmetic', operator: '*', left: literal(100), right: part } : part,
    }
  })
  return outputs.every((each) => each !== null) ? { ...query, outputs, orderBy: [] } : null
}

/** Moments with a time of day are measured in minutes, so that half a day counts. */
function lengthOf({ from, to, unit, isOfDays }: Duration): Expression {
  const minutes = { minute: 1, hour: 60, day: 1440, week: 10_080 } as const
  if (isOfDays || unit === 'minute' || !(unit in minutes)) return { kind: 'span', unit, from, to }
  const span: Expression = { kind: 'span', unit: 'minute', from, to }
  const many = minutes[unit as keyof typeof minutes]
  return { kind: 'arithmetic', operator: '/', left: span, right: literal(many) }
}
