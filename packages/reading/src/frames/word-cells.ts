import type { Dataset, Field, Ontology } from '@quipu/query'
import type { ValueCandidate } from '../annotate/chunk.ts'
import { isMeasure, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { eventFieldsOf, stemsOf } from '../lexicon/event-fields.ts'
import { flagsOf } from '../lexicon/flags.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Token } from '../words/tokens.ts'
import { isPast } from '../words/verbal.ts'
import { singular } from '../words/word-forms.ts'
import { businessOf } from '../business/business.ts'
import { coveredBy, type Open } from './cell.ts'
import { statesNamed, statesOfWaiting } from './derived-words.ts'
import { isPay } from '../business/hired-people.ts'
import { addPieces } from './pieces.ts'
import { waitedFor } from './waited-for.ts'
import { isPaidOut, staffOf } from './measured.ts'
import { eventMoment } from '../lexicon/event-moment.ts'

/** "vip guests": those whose flag says yes. */
export function addFlags(
  tokens: readonly Token[],
  ontology: Ontology,
  span: (from: number, to: number) => Open,
): void {
  tokens.forEach((_, from) => {
    for (let length = 1; length <= 3; length++) {
      const words = tokens.slice(from, from + length).map(({ lower }) => lower)
      const names = new Set([
        words.join(' '),
        [...words.slice(0, -1), singular(words.at(-1) ?? '')].join(' '),
      ])
      // "did we not accept" for the flag `accepted`, as "pass rate" for `passed`.
      const isBase =
        tokens[from + length]?.lower === 'rate' ||
        /^(?:not|never|we|they|\p{L}*n't)$/u.test(tokens[from - 1]?.lower ?? '')
      const flags = flagsOf(ontology).filter(
        (flag) =>
          words.length === length &&
          (names.has(flag.words.join(' ')) ||
            (length > 1 && isSamePhrase(words, flag.words)) ||
            (length === 1 && isSameVerb(words[0] ?? '', flag.words, isBase))),
      )
      if (flags.length === 0) continue
      const cell = span(from, from + length)
      if (cell.values.length > 0) continue
      cell.values = flags.map(({ dataset, field }) => ({
        dataset: dataset.name,
        field: field.name,
        value: words.join(' '),
        score: 0.95,
        holds: true,
      }))
      cell.worth = Math.max(cell.worth, length * 0.95 + 0.3 * (length - 1))
    }
  })
}

/** "voided" for the flag `is_void`; "pass rate" for the flag `passed`. */
function isSameVerb(word: string, [flag = '', ...more]: readonly string[], isBase: boolean): boolean {
  if (more.length > 0 || !(isBase || word.endsWith('ed'))) return false
  const stems = stemsOf(flag)
  return [...stemsOf(word)].some((stem) => stems.has(stem))
}

/** "turn up" for the flag `turned_up`. */
function isSamePhrase(
  [verb = '', ...after]: readonly string[],
  [flag = '', ...rest]: readonly string[],
): boolean {
  const stems = stemsOf(flag)
  return (
    after.join(' ') === rest.join(' ') && isPast(flag) && [...stemsOf(verb)].some((stem) => stems.has(stem))
  )
}

/** "cancellation", "cancellations": the state that the noun is made of, where it means nothing else or stands before "rate". */
export function addStates(
  tokens: readonly Token[],
  ontology: Ontology,
  spans: ReadonlyMap<string, Open>,
  span: (from: number, to: number) => Open,
): void {
  const covered = coveredBy(spans, tokens)
  tokens.forEach((token, from) => {
    const next = tokens[from + 1]
    // "no shows" for `NoShow`.
    const absent =
      token.lower === 'no' && next?.kind === 'word' ? statesNamed(`no${next.lower}`, ontology) : []
    if (absent.length > 0) addState(span(from, from + 2), absent, 2.2)
    // "no shows" where the data says `Did not attend`.
    const away = absent.length > 0 ? 0 : stayedAway(tokens, from)
    const missed = away === 0 ? [] : awayStates.flatMap((name) => statesNamed(name, ontology))
    if (missed.length > 0) addState(span(from, from + away), missed, away * 1.3)
    const waited = waitedFor(tokens, from)
    const waiting = waited === null ? [] : statesOfWaiting(waited.words, ontology)
    if (waited !== null && waiting.length > 0)
      addState(span(from, waited.to), waiting, (waited.to - from) * 1.3)
    const isOfRate = next?.lower === 'rate'
    if (token.kind !== 'word' || (covered.has(token) && !isOfRate)) return
    const values = statesNamed(token.lower, ontology)
    if (values.length > 0) addState(span(from, from + 1), values, 0.9)
  })
}

/** How many words from here on say that somebody was not met: "didn't turn up", "nobody was home". */
function stayedAway(tokens: readonly Token[], from: number): number {
  const words = tokens.slice(from, from + 5).map(({ lower }) => lower)
  const found =
    /^(?:no-?shows?|no shows?|(?:did not|didn't|didnt) (?:turn up|show up|show|come|appear|attend)|(?:nobody|no one) (?:was |is )?(?:at )?(?:home|in)|(?:nobody|no one) let us in|stood us up|failed to (?:show|show up|appear)|(?:we )?could not get in)(?= |$)/.exec(
      words.join(' '),
    )
  return found === null ? 0 : found[0].split(' ').length
}

const awayStates =
  'no show, no answer, no access, not home, not at home, nobody home, did not attend, not attended, failed to attend, did not show, did not show up, did not come, did not turn up, fta, absent, missed'.split(
    ', ',
  )

function addState(cell: Open, values: readonly ValueCandidate[], worth: number): void {
  if (cell.values.length > 0) return
  cell.values = values
  cell.nouns = []
  cell.worth = Math.max(cell.worth, worth)
}

/** "guests" for `guest_count` of what is sold, where nothing else has this name. */
export function addCounts(
  tokens: readonly Token[],
  ontology: Ontology,
  span: (from: number, to: number) => Open,
): void {
  addPieces(tokens, ontology, span)
  const header = businessOf(ontology).trade?.header
  if (header === undefined) return
  tokens.forEach((token, from) => {
    const field = token.kind === 'word' ? countOf(token.lower, header) : null
    if (field === null) return
    const cell = span(from, from + 1)
    if (cell.nouns.some((noun) => noun.kind === 'dataset' && noun.score >= 0.9)) return
    cell.nouns = [{ kind: 'field', dataset: header, field, score: 0.96, saysDataset: false }]
    cell.worth = Math.max(cell.worth, 0.96)
  })
}

function countOf(word: string, header: Dataset): Field | null {
  const [only, ...more] = visible(header).filter((field) => isMeasure(field) && isCountOf(field, word))
  return only === undefined || more.length > 0 ? null : only
}

/** `guest_count`, `number of guests`: a field that counts people or things in each row. */
export function isCountOf({ label }: Field, noun: string): boolean {
  const own = nameWords(label)
  const [only, ...more] = nameWords(noun)
  return (
    more.length === 0 &&
    only !== undefined &&
    own.length === 2 &&
    own.includes(only) &&
    own.some((word) => word === 'count' || word === 'number' || word === 'quantity')
  )
}

/** "how many people do we have at each site": those who work there. */
export function addPeople(
  tokens: readonly Token[],
  ontology: Ontology,
  span: (from: number, to: number) => Open,
): void {
  tokens.forEach((token, from) => {
    if (!/^(?:people|persons|heads)$/.test(token.lower)) return
    const after = tokens
      .slice(from + 1, from + 4)
      .map(({ lower }) => lower)
      .join(' ')
    const staff = /^(?:do we have|have we got|do we employ|work|are employed)/.test(after)
      ? staffOf(ontology)
      : null
    if (staff === null) return
    const cell = span(from, from + 1)
    cell.nouns = [{ kind: 'dataset', dataset: staff, score: 1 }]
    cell.worth = Math.max(cell.worth, 1)
  })
}

/** "bookings" for the rows with `booked_at` as their own date, where no dataset has this name. */
export function addEventNouns(
  tokens: readonly Token[],
  ontology: Ontology,
  span: (from: number, to: number) => Open,
): void {
  const header = businessOf(ontology).trade?.header
  tokens.forEach((token, from) => {
    if (token.kind !== 'word' || !/(?:ings|eries|als|ments|ations)$/.test(token.lower)) return
    const stems = stemsOf(token.lower)
    const [event, ...more] = eventFieldsOf(ontology).filter((each) =>
      [...each.stems].some((stem) => stems.has(stem)),
    )
    // Visits are cancelled too, where bills are what is sold.
    const isAsked = event?.dataset === header || /^cancell?ations$/.test(token.lower)
    if (event === undefined || more.length > 0 || !isAsked || isPeople(event.dataset)) return
    if (eventMoment(event.dataset) === null) return
    const cell = span(from, from + 1)
    const isNamed = cell.nouns.some((noun) => noun.kind === 'dataset' && noun.score >= 0.84)
    if (isNamed || cell.values.length > 0) return
    cell.nouns = [{ kind: 'dataset', dataset: event.dataset, score: 0.9 }]
    cell.events = event.field === eventMoment(event.dataset) ? [] : [event]
    cell.worth = Math.max(cell.worth, 0.95)
  })
}

/** "average pay per job": what staff are paid, not the verb. */
export function addPay(
  tokens: readonly Token[],
  ontology: Ontology,
  span: (from: number, to: number) => Open,
): void {
  tokens.forEach((token, from) => {
    if (!/^(?:pay|wages?|salar(?:y|ies))$/.test(token.lower)) return
    const before = tokens[from - 1]?.lower ?? ''
    if (!/^(?:average|avg|mean|highest|lowest|hourly|annual|monthly|yearly)$/.test(before)) return
    const staff = staffOf(ontology)
    const [only, ...more] = staff === null ? [] : visible(staff).filter(isPay)
    if (staff === null || only === undefined || more.length > 0) return
    const cell = span(from, from + 1)
    cell.role = null
    cell.events = []
    cell.nouns = [{ kind: 'field', dataset: staff, field: only, score: 1, saysDataset: false }]
    cell.worth = Math.max(cell.worth, 1.1)
  })
}

/** "what did we pay speakers": `speaker fee`, where nothing else has this name. */
export function addPaidOut(
  tokens: readonly Token[],
  ontology: Ontology,
  spans: ReadonlyMap<string, Open>,
  span: (from: number, to: number) => Open,
): void {
  if (!tokens.some(({ lower }) => /^(?:pay|paid|spend|spent)$/.test(lower))) return
  const covered = coveredBy(spans, tokens)
  tokens.forEach((token, from) => {
    if (token.kind !== 'word' || covered.has(token)) return
    const found = ontology.datasets.flatMap((dataset) =>
      dataset.isHidden
        ? []
        : visible(dataset)
            .filter((field) => isMeasure(field) && isPaidOut(field) && isTo(field, token))
            .map((field) => ({ kind: 'field', dataset, field, score: 0.9, saysDataset: false }) as const),
    )
    if (found.length !== 1) return
    const cell = span(from, from + 1)
    cell.nouns = found
    cell.worth = Math.max(cell.worth, 0.9)
  })
}

function isTo({ label }: Field, { forms }: Token): boolean {
  const [who = '', what, ...more] = nameWords(label)
  return what !== undefined && more.length === 0 && forms.includes(who)
}
