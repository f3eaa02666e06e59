import type { Ontology } from '@quipu/query'
import type { NounCandidate } from '../annotate/chunk.ts'
import { findNouns } from '../annotate/nouns.ts'
import { withoutOtherFields } from '../annotate/state-of-named.ts'
import { findValues } from '../annotate/values.ts'
import type { EventField } from '../lexicon/event-fields.ts'
import { remembered } from '../lexicon/remembered.ts'
import { lexiconOf } from '../lexicon/lexicon.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { findNumbers } from '../numbers/find-numbers.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { findTimes } from '../time/find-times.ts'
import { withoutNamedDays } from '../time/named-days.ts'
import { tokenize, type Token } from '../words/tokens.ts'
import { isPast } from '../words/verbal.ts'
import { longestPhrase, roleOf } from './business-phrases.ts'
import { isBareNumber, isBeforeThing } from './bare-numbers.ts'
import { addAveraged } from './averaged-cells.ts'
import { addBills } from './bill-cells.ts'
import { isWay } from './paid-by.ts'
import { businessOf } from '../business/business.ts'
import { coveredBy, isBesideOwnKind, isByHours, isUsable, type Cell, type Open } from './cell.ts'
import { addDue } from './due-cells.ts'
import { eventsNamed, withoutLate } from '../business/event-names.ts'
import { addFieldHeads, addMoneyNouns } from './head-cells.ts'
import { isHeadcount } from './headcounts.ts'
import { saysMore } from './more-than-names.ts'
import { addCalled } from './expiry-cells.ts'
import { lentNamed } from '../business/not-back.ts'
import { addReturning } from './returning-cells.ts'
import { addGivenBack } from './not-given-back.ts'
import { addLateness } from './late-cells.ts'
import { addOpen } from './open-cells.ts'
import { addPresence } from './presence-cells.ts'
import { addParts } from './part-cells.ts'
import { addReasons } from './reason-rules.ts'
import { addRoles } from './reference-roles.ts'
import { addStock } from './stock-cells.ts'
import { addTimesTaken } from './time-cells.ts'
import { addUpcoming } from './to-come.ts'
import { addValuesBesideKind } from './values-beside-kind.ts'
import { addWhen } from './when-cells.ts'
import { addCounts, addEventNouns, addFlags, addPaidOut, addPay, addPeople, addStates } from './word-cells.ts'
import { isNoMetric } from './no-metric.ts'

/** Covers the question with cells so that as many words as possible mean something. Null when a word means nothing. */
export function cellsOf(
  question: string,
  ontology: Ontology,
  context: ReadingContext,
): readonly Cell[] | null {
  const tokens = tokenize(question)
  if (tokens.length === 0 || tokens.length > mostTokens) return null
  return bestCover(tokens.length, [...spansOf(question, tokens, ontology, context).values()])
}

/** The words of which no cell makes anything. */
export function wordsWithoutCell(
  question: string,
  ontology: Ontology,
  context: ReadingContext,
): readonly string[] {
  const tokens = tokenize(question)
  if (tokens.length > mostTokens) return []
  const covered = coveredBy(spansOf(question, tokens, ontology, context), tokens)
  return tokens.filter((token) => !covered.has(token)).map(({ text }) => text)
}

/** The parts of a question are asked about again and again, in each stream of income. */
function spansOf(
  question: string,
  tokens: readonly Token[],
  ontology: Ontology,
  context: ReadingContext,
): ReadonlyMap<string, Open> {
  const { now, timeZone, preferences } = context
  const key = JSON.stringify([question, now.getTime(), timeZone, preferences])
  const known = spansBefore(ontology)
  const before = known.get(key)
  if (before !== undefined) return before
  const made = findSpans(question, tokens, ontology, context)
  if (known.size >= mostSpans) known.clear()
  known.set(key, made)
  return made
}

const spansBefore: (ontology: Ontology) => Map<string, ReadonlyMap<string, Open>> = remembered(
  () => new Map(),
)
const mostSpans = 16 // A question seldom has more parts.

function findSpans(
  question: string,
  tokens: readonly Token[],
  ontology: Ontology,
  context: ReadingContext,
): ReadonlyMap<string, Open> {
  const spans = new Map<string, Open>()
  const span = (from: number, to: number): Open => {
    const key = `${from}-${to}`
    const made = spans.get(key) ?? emptyCell(from, to, textOf(question, tokens, from, to))
    spans.set(key, made)
    return made
  }
  addPhrases(tokens, ontology, span)
  addNames(question, tokens, ontology, span)
  addLateness(tokens, span)
  addDue(tokens, ontology, span)
  addStock(tokens, ontology, span)
  addOpen(tokens, ontology, span)
  addPresence(tokens, ontology, span)
  addGivenBack(tokens, ontology, span)
  addReturning(tokens, ontology, span)
  addTimesTaken(tokens, ontology, span)
  addWhen(tokens, span)
  addUpcoming(tokens, span, () =>
    findTimes('from today on', { ...context, calendar: ontology.calendar }).at(0),
  )
  const said = findTimes(withoutLate(question, ontology), { ...context, calendar: ontology.calendar })
  const times = withoutNamedDays(said, question, ontology)
  for (const mention of times) {
    const place = placeOf(mention, tokens)
    if (place === null || mention.confidence < 0.7 || isByHours(place, tokens)) continue
    const cell = span(place.from, place.to)
    // "monthly" may be a value of the data, such as a billing period.
    if (mention.kind === 'grain' && cell.values.length > 0) continue
    if (mention.kind === 'part' && isBesideOwnKind(place, tokens, spans, ontology)) continue
    cell.time = mention
    cell.worth = Math.max(cell.worth, (place.to - place.from) * 1.3)
  }
  for (const mention of findNumbers(
    question,
    times.filter(({ confidence }) => confidence >= 0.5),
  )) {
    const place = placeOf(mention, tokens)
    if (place === null) continue
    const cell = span(place.from, place.to)
    cell.number = mention.value
    cell.worth = Math.max(cell.worth, (place.to - place.from) * 0.95)
  }
  addStates(tokens, ontology, spans, span)
  addPaidOut(tokens, ontology, spans, span)
  addParts(tokens, ontology, spans, span)
  addFieldHeads(tokens, ontology, spans, span)
  addMoneyNouns(tokens, spans, span)
  addAveraged(tokens, spans)
  addValuesBesideKind(tokens, ontology, spans, span)
  return spans
}

const mostTokens = 40 // Longer questions say more than slots can hold.

function emptyCell(from: number, to: number, text: string): Open {
  return {
    from,
    to,
    text,
    role: null,
    metric: null,
    nouns: [],
    values: [],
    parts: [],
    events: [],
    time: null,
    number: null,
    isStop: false,
    worth: 0,
  }
}

function textOf(question: string, tokens: readonly Token[], from: number, to: number): string {
  return question.slice(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0)
}

function addPhrases(
  tokens: readonly Token[],
  ontology: Ontology,
  span: (from: number, to: number) => Open,
): void {
  const { metricNamed } = businessOf(ontology)
  const isCash = isWay(ontology.values.exact('cash'), ontology)
  tokens.forEach((first, from) => {
    if (first.kind === 'punctuation' && first.text !== '%' && first.text !== '&') {
      const cell = span(from, from + 1)
      cell.isStop = true
      cell.worth = 0.5
      return
    }
    let phrase = ''
    for (let to = from + 1; to <= Math.min(tokens.length, from + longestPhrase); to++) {
      const token = tokens[to - 1]
      if (token === undefined || token.kind === 'quoted') break
      phrase = phrase === '' ? token.lower : token.lower === "'s" ? `${phrase}'s` : `${phrase} ${token.lower}`
      // Where some pay in cash, cash is not just money.
      if (isCash && /\bcash\b/.test(phrase)) continue
      const role = roleOf(phrase)
      // "top 5 by money"
      const isByMoney = phrase === 'money' && tokens[from - 1]?.lower === 'by'
      const isNone = isNoMetric(phrase, tokens[from - 1]?.lower ?? '', tokens[to]?.lower ?? '')
      const metric = isNone ? null : metricNamed(isByMoney ? 'revenue' : phrase)
      if (role === undefined && metric === null) continue
      const cell = span(from, to)
      cell.role = role ?? null
      cell.metric = metric
      // "repairs cost us": the verb, not the field `repairs.cost`.
      const isCost = role?.does === 'verb' && role.verb === 'cost' && to - from > 1 ? 0.6 : 0
      const each = metric === null ? 0.9 : 1.2
      cell.worth = Math.max(cell.worth, (to - from) * each + 0.2 * (to - from - 1) + isCost)
    }
    if (first.lower === "'s" || first.lower === "'") {
      const cell = span(from, from + 1)
      cell.role = { does: 'skip' }
      cell.worth = 0.3
    }
  })
}

function addNames(
  question: string,
  tokens: readonly Token[],
  ontology: Ontology,
  span: (from: number, to: number) => Open,
): void {
  for (const { from, to, candidates } of withoutOtherFields(
    findNouns(tokens, lexiconOf(ontology)),
    tokens,
    ontology,
  )) {
    const good = candidates.filter(
      (noun) => noun.score >= leastName && !(to - from > 1 && saysMore(noun, tokens.slice(from, to))),
    )
    if (good.length === 0) continue
    const cell = span(from, to)
    cell.nouns = withHeads(good, candidates, tokens[to - 1])
    cell.worth = Math.max(cell.worth, (to - from) * (good[0]?.score ?? 0) + 0.3 * (to - from - 1))
  }
  for (const { from, to, candidates } of findValues(question, tokens, ontology)) {
    const good = candidates.filter((one) => isUsable(one, tokens.slice(from, to + 1), to - from, ontology))
    if (good.length === 0 || isBareNumber(tokens, from, to) || isBeforeThing(tokens, from, to, span)) continue
    const cell = span(from, to)
    cell.values = good
    cell.worth = Math.max(cell.worth, (to - from) * (good[0]?.score ?? 0) + 0.3 * (to - from - 1))
  }
  addVerbs(tokens, ontology, span)
  addBuyers(tokens, ontology, span)
  addFlags(tokens, ontology, span)
  addCounts(tokens, ontology, span)
  addPay(tokens, ontology, span)
  addPeople(tokens, ontology, span)
  addEventNouns(tokens, ontology, span)
  addRoles(tokens, ontology, span)
  addReasons(tokens, ontology, span)
  addBills(tokens, ontology, span)
}

/** "zone" is a `destination zone` as well as a region: its own word counts at least as much as a synonym. */
function withHeads(
  good: readonly NounCandidate[],
  candidates: readonly NounCandidate[],
  last: Token | undefined,
): readonly NounCandidate[] {
  const [best] = good
  if (best === undefined || best.kind !== 'field' || best.score >= 0.9) return good
  const isHead = (noun: NounCandidate): boolean =>
    noun.kind === 'field' && last?.forms.includes(nameWords(noun.field.label).at(-1) ?? '') === true
  if (good.some(isHead)) return good
  const heads = candidates.filter((noun) => !good.includes(noun) && isHead(noun))
  return [...good, ...heads.map((noun) => ({ ...noun, score: best.score }))]
}

const leastName = 0.84

function addVerbs(
  tokens: readonly Token[],
  ontology: Ontology,
  span: (from: number, to: number) => Open,
): void {
  tokens.forEach((token, from) => {
    if (token.kind !== 'word') return
    const events = eventsSaid(token, tokens[from + 1], ontology).filter(({ after }) =>
      after.every((word, i) => tokens[from + 1 + i]?.lower === word),
    )
    const length = Math.max(0, ...events.map(({ after }) => after.length))
    const fitting = events.filter(({ after }) => after.length === length)
    if (fitting.length > 0 && (isPast(token.lower) || length > 0 || isBase(token.lower, fitting))) {
      const cell = span(from, from + 1 + length)
      cell.events = fitting
      if (length > 0 && cell.role?.does === 'skip') cell.role = null
      cell.worth = Math.max(cell.worth, (1 + length) * 0.86 + 0.2 * length)
      // "picked up" for `pick_date`.
      if (length === 0 && /^(?:up|off|out|over|down)s?$/.test(tokens[from + 1]?.lower ?? '')) {
        const whole = span(from, from + 2)
        whole.events = fitting
        whole.worth = Math.max(whole.worth, 1.8)
      }
    }
    addCalled(tokens, from, ontology, span)
    // "logged in" and "signed up" are the events `login` and `signup`.
    const particle = tokens[from + 1]?.lower ?? ''
    if (!/^(?:in|out|up|off)$/.test(particle)) return
    const values = token.forms.flatMap((form) =>
      [`${form}${particle}`, `${form} ${particle}`].flatMap((name) =>
        ontology.values.exact(name).map((each) => ({ ...each, score: 0.9 })),
      ),
    )
    if (values.length === 0) return
    const cell = span(from, from + 2)
    cell.values = values
    cell.worth = Math.max(cell.worth, 2)
  })
}

/** "goes out": where nothing is called so, it is sent. */
function eventsSaid(token: Token, next: Token | undefined, ontology: Ontology): readonly EventField[] {
  const own = eventsNamed(token.lower, ontology)
  if (own.length > 0 || next?.lower !== 'out' || !/^(?:go|goes|going|gone|went)$/.test(token.lower))
    return own
  return eventsNamed('ship', ontology).map((event) => ({ ...event, after: ['out'] }))
}

/** "end", "ends" for `ended_on`, where nothing else has this name. */
function isBase(word: string, events: readonly EventField[]): boolean {
  return word.length > 2 && events.every(({ field }) => field.label.toLowerCase() !== word)
}

/** "Customers" are those that orders belong to, whatever the data calls them. */
function addBuyers(
  tokens: readonly Token[],
  ontology: Ontology,
  span: (from: number, to: number) => Open,
): void {
  const { partyNamed, trade } = businessOf(ontology)
  tokens.forEach((token, from) => {
    // "booked" is no book.
    if (token.kind !== 'word' || (isPast(token.lower) && token.lower.endsWith('ed'))) return
    // "the largest sale" asks for a row, "sales" for the total of all.
    const sale = token.lower === 'sale' && trade !== null ? [trade.header] : []
    const [party] = [
      ...lentNamed(token.lower, ontology),
      ...[...token.forms, token.lower].flatMap((form) => partyNamed(form) ?? []),
      ...sale,
    ]
    if (party === undefined) return
    const cell = span(from, from + 1)
    if (cell.nouns.some((noun) => noun.kind === 'dataset' && noun.score >= 0.9)) return
    // "by card" is no `job card`.
    if (cell.values.length > 0 && meansOfPayment.test(token.lower)) return
    // `guests` in each booking are counted there.
    if (cell.nouns.some((noun) => noun.kind === 'field' && noun.score >= 0.99 && isHeadcount(noun.field)))
      return
    cell.nouns = [{ kind: 'dataset', dataset: party, score: 0.9 }, ...cell.nouns]
    cell.worth = Math.max(cell.worth, 0.95)
  })
}

const meansOfPayment = /^(?:cards?|cash|che(?:que|ck)s?|vouchers?|transfers?|paypal)$/

function placeOf(
  mention: { readonly start: number; readonly end: number },
  tokens: readonly Token[],
): { readonly from: number; readonly to: number } | null {
  const from = tokens.findIndex(({ start }) => start >= mention.start && start < mention.end)
  if (from < 0) return null
  let to = from
  while (to < tokens.length && (tokens[to]?.start ?? Infinity) < mention.end) to++
  return { from, to }
}

function bestCover(length: number, spans: readonly Open[]): readonly Cell[] | null {
  const ending: Open[][] = Array.from({ length }, () => [])
  for (const each of spans) ending[each.to - 1]?.push(each)
  const worth: number[] = [0]
  const chosen: (Open | null)[] = []
  for (let to = 1; to <= length; to++) {
    let top = -Infinity
    let pick: Open | null = null
    for (const each of ending[to - 1] ?? []) {
      const total = (worth[each.from] ?? -Infinity) + each.worth
      if (total > top) [top, pick] = [total, each]
    }
    worth.push(top)
    chosen.push(pick)
  }
  const cells: Cell[] = []
  for (let to = length; to > 0;) {
    const pick = chosen[to - 1] ?? null
    if (pick === null || (worth[to] ?? -Infinity) === -Infinity) return null
    cells.unshift(pick)
    to = pick.from
  }
  return cells
}
