import type { Dataset, Metric, TimePart, TimeUnit } from '@quipu/query'
import type { NounCandidate, ValueCandidate } from '../annotate/chunk.ts'
import { isMeasure } from '../lexicon/dataset-fields.ts'
import type { EventField } from '../lexicon/event-fields.ts'
import type { SpanUnit } from '../plan/frame.ts'
import type { TimeMention } from '../time/time-mention.ts'
import type { MoneyVerb, RankBy, Role } from './business-phrases.ts'
import type { State } from './state-name.ts'
import type { Edge } from './when-cells.ts'
import { roleOfCell } from './cell-role.ts'
import { isOwnEvent, isOwnTime, isValueOfSame, kindsIn, type Cell, type ValuePart } from './cell.ts'
import { asOfOneField } from './side-by-side.ts'

/** How a part of the question stands to the rest: what it is divided by, what it lacks, what it is narrowed to. */
export type Mode = 'by' | 'preposition' | 'after' | 'only' | 'not' | 'without' | 'rank' | 'plain'

export type Mention = {
  readonly mode: Mode
  readonly isEach: boolean
  readonly at: number
  readonly text: string
} & (
  | {
      readonly kind: 'thing'
      readonly dataset: Dataset
      readonly others: readonly NounCandidate[]
      /** What has a name, where the word is that of the lines that name it. */
      readonly isNamed?: true
    }
  | { readonly kind: 'field'; readonly nouns: readonly NounCandidate[] }
  | { readonly kind: 'metric'; readonly metric: Metric }
  /** A value of the data, the event that a verb names, or both. */
  | {
      readonly kind: 'value'
      readonly values: readonly ValueCandidate[]
      readonly events: readonly EventField[]
      /** A word that values of one field share. */
      readonly parts: readonly ValuePart[]
    }
  | {
      readonly kind: 'state'
      readonly state: State
      readonly values: readonly ValueCandidate[]
      readonly events: readonly EventField[]
    }
  | { readonly kind: 'verb'; readonly verb: MoneyVerb; readonly events: readonly EventField[] }
  | { readonly kind: 'time'; readonly time: TimeMention }
  | { readonly kind: 'unit'; readonly unit: TimeUnit }
  | { readonly kind: 'part'; readonly part: TimePart }
)

export type Ask = 'much' | 'many' | 'which' | 'who' | 'where' | 'list'

/** The question as a list of mentions with the operators between them. */
export interface Scan {
  readonly asks: readonly Ask[]
  readonly mentions: readonly Mention[]
  readonly rank: {
    readonly by: RankBy | 'top'
    readonly direction: 'asc' | 'desc'
    readonly at: number
    /** "strongest": may be a property of a thing as well as its sales. */
    readonly isOwnQuality: boolean
  } | null
  readonly limit: number | null
  /** "per 100 orders": the number of rows that another number is counted for. */
  readonly perNumber: number | null
  readonly isAverage: boolean
  readonly isTotal: boolean
  readonly isShare: boolean
  readonly isPercent: boolean
  readonly isGrowth: boolean
  /** Values are set side by side. */
  readonly isVersus: boolean
  /** "cancellation rate": of all rows, how many are so. */
  readonly isRate: boolean
  /** Where "rate" stands: what is before it is what the rate is of. */
  readonly rateAt: number
  /** "how many times": events are counted, not things. */
  readonly isTimes: boolean
  /** "tenure": the time from the start of people to their end or until now. */
  readonly isTenure: boolean
  /** "length of stay": how long a thing lasts. */
  readonly isLength: boolean
  /** "size of a group": how many people it has. */
  readonly isSize: boolean
  /** Periods are set side by side. */
  readonly isCompared: boolean
  /** "how do people pay": by which means. */
  readonly isMethod: boolean
  /** "in advance": from the day of booking to the day on which it takes place. */
  readonly isAhead: boolean
  readonly isAddition: boolean
  readonly isInstead: boolean
  readonly pointsBack: boolean
  readonly isBefore: boolean
  /** Asks for a time between two moments, in this unit. */
  readonly long: SpanUnit | null
  /** "when did we last": which of several times is asked for. */
  readonly edge: Edge | null
  /** "or" and numbers without a place: slots cannot hold them. */
  readonly isBeyond: boolean
}

/** Reads the cells from left to right. */
export function scanCells(cells: readonly Cell[]): Scan {
  const scanner = new Scanner(cells)
  cells.forEach((_, at) => scanner.read(at))
  return scanner.scan()
}

type Flag = Extract<keyof Scan, `is${string}` | 'pointsBack'>

const flagOf: Readonly<Partial<Record<Role['does'], Flag>>> = {
  average: 'isAverage',
  total: 'isTotal',
  share: 'isShare',
  percent: 'isPercent',
  growth: 'isGrowth',
  versus: 'isVersus',
  rate: 'isRate',
  times: 'isTimes',
  tenure: 'isTenure',
  length: 'isLength',
  size: 'isSize',
  compare: 'isCompared',
  method: 'isMethod',
  ahead: 'isAhead',
  instead: 'isInstead',
  pointer: 'pointsBack',
  same: 'pointsBack',
  before: 'isBefore',
  beyond: 'isBeyond',
}
const modeOf: Readonly<Partial<Record<Role['does'], Mode>>> = {
  by: 'by',
  each: 'by',
  only: 'only',
  not: 'not',
  without: 'without',
}

class Scanner {
  readonly #cells: readonly Cell[]
  readonly #mentions: Mention[] = []
  readonly #asks: Ask[] = []
  readonly #flags = new Set<Flag>()
  #mode: Mode = 'plain'
  #rank: Scan['rank'] = null
  #limit: number | null = null
  #perNumber: number | null = null
  #long: Scan['long'] = null
  #edge: Edge | null = null
  #isAddition = false
  #isEach = false

  constructor(cells: readonly Cell[]) {
    this.#cells = cells
  }

  read(at: number): void {
    const cell = this.#cells[at]
    if (cell === undefined) return
    const role =
      cell.isStop || cell.time !== null ? null : roleOfCell(cell, this.#cells[at + 1], this.#cells[at - 1])
    if (cell.isStop) this.#mode = 'plain'
    else if (cell.time !== null) this.#mention(at, { kind: 'time', time: cell.time })
    else if (role === null) this.#readName(cell, at)
    else if (!this.#readMark(role, at)) this.#readRole(role, cell, at)
  }

  scan(): Scan {
    const has = (flag: Flag): boolean => this.#flags.has(flag)
    return {
      asks: this.#asks,
      mentions: has('isVersus') ? asOfOneField(this.#mentions) : this.#mentions,
      rank: this.#rank,
      limit: this.#limit,
      perNumber: this.#perNumber,
      long: this.#long,
      edge: this.#edge,
      isAddition: this.#isAddition,
      isAverage: has('isAverage'),
      isTotal: has('isTotal'),
      isShare: has('isShare'),
      isPercent: has('isPercent'),
      isGrowth: has('isGrowth'),
      isVersus: has('isVersus'),
      isRate: has('isRate'),
      rateAt: this.#cells.findIndex(({ role }) => role?.does === 'rate'),
      isTimes: has('isTimes'),
      isTenure: has('isTenure'),
      isLength: has('isLength'),
      isSize: has('isSize'),
      isCompared: has('isCompared'),
      isMethod: has('isMethod'),
      isAhead: has('isAhead'),
      isInstead: has('isInstead'),
      pointsBack: has('pointsBack'),
      isBefore: has('isBefore'),
      // A negation of nothing is not dropped.
      isBeyond: has('isBeyond') || this.#mode === 'not',
    }
  }

  #mention(at: number, named: Named): void {
    // Safe: `Named` is a mention without its place, which is added here.
    this.#mentions.push({
      ...named,
      mode: this.#mode,
      isEach: this.#isEach,
      at,
      text: this.#cells[at]?.text ?? '',
    } as Mention)
    this.#mode = 'plain'
    this.#isEach = false
  }

  #readName(cell: Cell, at: number): void {
    // "how long until a claim is settled": the event, not the date as such.
    // "to ship a web order": after the event, the noun names the rows.
    const isAfterEvent = this.#mentions.some((one) => one.kind === 'value' && one.events.length > 0)
    const isThing =
      cell.nouns.some((noun) => noun.kind === 'dataset' && noun.score >= 0.95) &&
      // "to decide on an offer"
      (this.#mode === 'plain' || (this.#mode === 'preposition' && isAfterEvent && isOwnTime(cell.events))) &&
      (isAfterEvent || !/ed$/i.test(cell.text))
    const isEvent = this.#long !== null && cell.events.length > 0 && cell.metric === null && !isThing
    const named: Named | null = isEvent
      ? { kind: 'value', values: [], events: cell.events, parts: [] }
      : isValueOfSame(cell, this.#cells)
        ? { kind: 'value', values: cell.values, events: [], parts: [] }
        : namedBy(cell, this.#asks)
    // "companies" are customers, and of the kind Company.
    const kinds = named?.kind === 'thing' && this.#mode !== 'by' ? kindsIn(cell, named.dataset) : []
    if (kinds.length > 0) this.#mention(at, { kind: 'value', values: kinds, events: [], parts: [] })
    // "deliveries" are sales, and delivered.
    const done = named?.kind === 'thing' ? cell.events.filter(({ dataset }) => dataset === named.dataset) : []
    if (done.length > 0 && !isOwnTime(done))
      this.#mention(at, { kind: 'value', values: [], events: done, parts: [] })
    if (named !== null) this.#mention(at, named)
    else if (cell.number !== null && this.#limit === null && this.#isLimit(cell, at))
      this.#limit = cell.number
    else if (this.#isPerNumber(cell, at)) this.#perNumber = cell.number
    else this.#flags.add('isBeyond')
  }

  /** "per 100 orders", "for every 1000 visits". */
  #isPerNumber({ number }: Cell, at: number): boolean {
    const isRound = number === 10 || number === 100 || number === 1000 || number === 10_000
    const isBefore = this.#cells[at + 1]?.nouns.some(({ kind }) => kind === 'dataset') === true
    return this.#perNumber === null && this.#mode === 'by' && isRound && isBefore
  }

  /** "top 5", "the 3 best", "which 5 customers spent most". */
  #isLimit({ text }: Cell, at: number): boolean {
    const isCardinal = !/(?:st|nd|rd|th)$/i.test(text) && !/^(?:first|second|third)$/i.test(text)
    const isAsked =
      this.#cells[at - 1]?.role?.does === 'which' && this.#cells.some(({ role }) => role?.does === 'rank')
    const next = this.#cells[at + 1]
    // "1 star" is a rating.
    const isNext = next?.role?.does === 'rank' && !/^stars?$/i.test(next.text)
    return isCardinal && (isAsked || this.#rank?.at === at - 1 || isNext)
  }

  /** Marks that change how the rest is read. */
  #readMark(role: Role, at: number): boolean {
    // "haven't been here" speaks of visits, not of the time since people began.
    if (role.does === 'tenure' && this.#mode === 'not' && /\bbeen\b/i.test(this.#cells[at]?.text ?? '')) {
      this.#mention(at, { kind: 'verb', verb: 'buy', events: [] })
      return true
    }
    const flag = flagOf[role.does]
    if (flag !== undefined) this.#flags.add(flag)
    if (flag === 'isPercent') this.#flags.add('isShare')
    if (flag === 'isTimes') this.#asks.push('many')
    const mode = modeOf[role.does]
    if (mode !== undefined && !this.#isAfterVerb(role, at)) this.#mode = mode
    if (role.does === 'each') this.#isEach = true
    return flag !== undefined || mode !== undefined
  }

  /** "ordered nothing": the negation belongs to the verb before it. */
  #isAfterVerb(role: Role, at: number): boolean {
    const last = this.#mentions.at(-1)
    const isVerb = last?.kind === 'verb' || (last?.kind === 'value' && last.events.length > 0)
    if (role.does !== 'not' || !isVerb || last.at !== at - 1) return false
    if (!/^(?:nothing|none|no one|nobody)$/i.test(this.#cells[at]?.text ?? '')) return false
    this.#mentions[this.#mentions.length - 1] = { ...last, mode: 'not' }
    return true
  }

  #readRank(role: Extract<Role, { does: 'rank' | 'top' }>, cell: Cell, at: number): void {
    // "top 5 biggest orders" ranks once.
    if (this.#rank !== null && !(this.#rank.by === 'top' && role.does === 'rank' && this.#mode === 'rank'))
      this.#flags.add('isBeyond')
    this.#rank = {
      by: role.does === 'top' ? 'top' : role.by,
      direction: role.direction,
      at,
      isOwnQuality: /^(?:strong|weak)est$/i.test(cell.text),
    }
    this.#mode = 'rank'
  }

  #readRole(role: Role, cell: Cell, at: number): void {
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- all other roles are marks, or change nothing
    switch (role.does) {
      case 'much':
      case 'many':
      case 'which':
      case 'who':
      case 'where':
      case 'list':
        // "by number of orders" asks for nothing; it says what to rank or divide by.
        if (role.does === 'many' && this.#mode === 'by') {
          // "by number sold": of what, slots do not know.
          if (this.#cells[at + 1]?.role?.does === 'verb') this.#flags.add('isBeyond')
          return
        }
        this.#asks.push(role.does)
        this.#mode = 'plain'
        return
      case 'preposition':
        if (this.#mode !== 'not' && this.#mode !== 'by')
          this.#mode = this.#long !== null && /^from$/i.test(cell.text) ? 'after' : 'preposition'
        return
      case 'and':
        if (this.#mentions.length === 0 && this.#asks.length === 0) this.#isAddition = true
        if (this.#mode !== 'by') this.#mode = 'plain'
        return
      case 'rank':
      case 'top':
        return this.#readRank(role, cell, at)
      case 'long':
        this.#long = role.unit
        // "response time": the event is named with it.
        if (cell.events.length > 0)
          this.#mention(at, { kind: 'value', values: [], events: cell.events, parts: [] })
        return
      case 'edge':
        this.#edge = role.edge
        return
      case 'span':
        // Only a time between two moments has a start, or is needed.
        if (this.#long === null) this.#flags.add('isBeyond')
        if (role.edge === 'start') this.#mode = 'after'
        return
      case 'hours':
        return this.#mention(at, { kind: 'field', nouns: cell.nouns.filter((noun) => noun.kind === 'field') })
      case 'unit':
        return this.#mention(at, { kind: 'unit', unit: role.unit })
      case 'part':
        return this.#mention(at, { kind: 'part', part: role.part })
      case 'verb':
        return this.#mention(at, { kind: 'verb', verb: role.verb, events: cell.events })
      case 'state':
        return this.#mention(at, {
          kind: 'state',
          state: role.state,
          values: cell.values,
          events: cell.events,
        })
      default:
      // Words such as "the" change nothing.
    }
  }
}

type Named = Mention extends infer One
  ? One extends Mention
    ? Omit<One, 'mode' | 'isEach' | 'at' | 'text'>
    : never
  : never

function namedBy(cell: Cell, asks: readonly Ask[]): Named | null {
  const [best] = cell.nouns
  const thing = cell.nouns.find((noun) => noun.kind === 'dataset')
  // The costs of parts are called "parts" too; who asks for parts means the things.
  const near = best?.kind === 'field' && isMeasure(best.field) ? 0.1 : 0.02
  const isThing = thing !== undefined && (best === thing || thing.score >= (best?.score ?? 0) - near)
  const isCounted = asks.at(-1) === 'many' && isThing
  if (cell.metric !== null && !isCounted) return { kind: 'metric', metric: cell.metric }
  const isValue = cell.values.length > 0 && (cell.values[0]?.score ?? 0) >= (best?.score ?? 0) - 0.06
  if (isThing && !(isValue && (best?.score ?? 0) < 0.9))
    return { kind: 'thing', dataset: thing.dataset, others: cell.nouns }
  if (cell.values.length > 0 && (isValue || best === undefined))
    return { kind: 'value', values: cell.values, events: cell.events, parts: [] }
  const isPhrase = isOwnEvent(cell) || (cell.events.some(({ after }) => after.length > 0) && asks.length > 0)
  if (cell.events.length > 0 && (best === undefined || best.score < 0.97 || isPhrase))
    return { kind: 'value', values: [], events: cell.events, parts: [] }
  if (cell.parts.length > 0) return { kind: 'value', values: [], events: [], parts: cell.parts }
  if (best !== undefined) return { kind: 'field', nouns: cell.nouns.filter((noun) => noun.kind === 'field') }
  return null
}
