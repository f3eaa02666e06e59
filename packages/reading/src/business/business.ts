import type { Dataset, Metric, Ontology } from '@quipu/query'
import { nameWords } from '../lexicon/name-words.ts'
import { isPerson } from '../lexicon/wordnet.ts'
import {
  isFirstAndLast,
  isMeasure,
  isMoment,
  isPeople,
  nameFields,
  visible,
} from '../lexicon/dataset-fields.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import { streamsOf, type IncomeStream } from '../metrics/streams.ts'
import { ancestorsOf } from '../metrics/summaries.ts'
import { tradeNames } from '../metrics/trade-metrics.ts'
import { tradeOf, type Trade } from '../metrics/trade.ts'
import { addDocuments } from './document-nouns.ts'
import { hasName, isPieceWord, wholeOf } from './levels.ts'
import { hiredPeople } from './hired-people.ts'
import { kindsOfPeople } from './kinds-of-people.ts'
import { soldThings, thingCalled } from './sold-things.ts'
import { isOfWhole, numberOfWhole } from './whole-number.ts'
import { folded, metricNames } from './metric-names.ts'

/** What a database says about the business behind it. */
export interface Business {
  /** What is sold: the main trade, or that of the stream which a question names. */
  readonly trade: Trade | null
  /** The streams of income where there are several, the main one first. */
  readonly streams: readonly IncomeStream[]
  /** The question names this stream: its plain words are its own. */
  readonly isNamed: boolean
  readonly metricNamed: (phrase: string) => Metric | null
  readonly metric: (name: string) => Metric | null
  /** The dataset that a word such as "customer" or "employee" stands for where none has this name. */
  readonly partyNamed: (word: string) => Dataset | null
  /** The same for words that mean people. */
  readonly peopleNamed: (word: string) => Dataset | null
  /** Which of several kinds of things sold a word means that nothing is called by. */
  readonly thingCalled: (word: string) => Dataset | null
}

const known = new WeakMap<Ontology, Business>()

/** Whether something is sold in this data. */
export function hasTrade(ontology: Ontology): boolean {
  return businessOf(ontology).trade !== null
}

/** Made once for each ontology. */
export function businessOf(ontology: Ontology): Business {
  const before = known.get(ontology)
  if (before !== undefined) return before
  const streams = streamsOf(ontology)
  const made = build(ontology, streams, streams[0] ?? null)
  known.set(ontology, made)
  return made
}

/** The ontology in which this stream is the main one: "sales", "customers" and "average sale" are its own. */
export function ontologyOfStream(ontology: Ontology, stream: IncomeStream): Ontology {
  const { streams } = businessOf(ontology)
  return stream === streams[0] ? ontology : ownView(ontology, stream)
}

/** The same where the question names the stream, which may be the main one: "orders" are its own. */
export function ownView(ontology: Ontology, stream: IncomeStream): Ontology {
  const { streams } = businessOf(ontology)
  const views = viewsOf.get(ontology) ?? new Map<IncomeStream, Ontology>()
  const view = views.get(stream) ?? { ...ontology }
  viewsOf.set(ontology, views.set(stream, view))
  if (!known.has(view)) known.set(view, build(ontology, streams, stream, true))
  return view
}

/** A view of the ontology for each stream of income; the ontology itself where there is one. */
export function eachStream(ontology: Ontology): readonly Ontology[] {
  const { streams } = businessOf(ontology)
  return streams.length === 0 ? [ontology] : streams.map((stream) => ontologyOfStream(ontology, stream))
}

/** The name of the metric that holds the revenue. */
export function revenueOf(ontology: Ontology): string {
  return businessOf(ontology).metric('revenue')?.name ?? 'revenue'
}

const viewsOf = new WeakMap<Ontology, Map<IncomeStream, Ontology>>()

function build(
  ontology: Ontology,
  streams: readonly IncomeStream[],
  stream: IncomeStream | null,
  isNamed = false,
): Business {
  const trade = stream?.trade ?? tradeOf(ontology)
  const prefix = stream?.prefix ?? ''
  const metric = (name: string): Metric | null =>
    ontology.metrics.find((one) => one.name === `${prefix}${name}`) ??
    (prefix !== '' && tradeNames.has(name)
      ? null
      : (ontology.metrics.find((one) => one.name === name) ?? null))
  const names = metricNames(ontology, metric, prefix, isNamed)
  // What people explain in the glossary is not what the schema proposes.
  for (const { term, synonyms } of ontology.glossary)
    for (const name of [term, ...synonyms])
      if (names.get(folded(name))?.origin === 'derived') names.delete(folded(name))
  const parties = new Map(partiesOf(ontology, trade, streams))
  // "Memberships" are the members where they have no rows of their own.
  const taken = new Set(ontology.datasets.flatMap(({ label }) => nameWords(label)))
  for (const each of ontology.datasets) {
    const [only, ...more] = nameWords(each.label)
    if (each.isHidden || only === undefined || more.length > 0 || !isPeople(each)) continue
    if (!taken.has(`${only}ship`) && !parties.has(`${only}ship`)) parties.set(`${only}ship`, each)
  }
  const hired = parties.has('employee') ? null : hiredPeople(ontology, parties.get('customer') ?? null)
  if (hired !== null && !taken.has('employee')) parties.set('employee', hired)
  for (const { trade: own, words } of streams)
    for (const word of words) if (!parties.has(word)) parties.set(word, goodsCalled(word, own, ontology))
  const heads = headNouns(ontology)
  const kinds = new Set(kindsOfPeople([...buyers, ...sellers], ontology))
  const things = soldThings(trade, ontology)
  const called = (word: string): Dataset | null =>
    taken.has(word) ? null : thingCalled(word, things, ontology)
  return {
    trade,
    streams,
    isNamed,
    metricNamed: (phrase) => names.get(folded(phrase)) ?? null,
    metric,
    partyNamed: (word) => parties.get(word) ?? heads.get(word) ?? called(word),
    peopleNamed: (word) =>
      kinds.has(word)
        ? null
        : buyers.includes(word)
          ? (parties.get(word) ?? (isPerson(word) ? (parties.get('customer') ?? null) : null))
          : sellers.includes(word)
            ? (parties.get(word) ?? parties.get('employee') ?? null)
            : null,
    thingCalled: called,
  }
}

const buyers =
  'customer client account buyer member guest patient subscriber user company organization organisation org student pupil learner attendee tenant donor supporter giver sponsor backer passenger shopper contact participant signup registration'.split(
    ' ',
  )
const sellers =
  'employee staff rep representative agent seller salesperson salesman clerk worker colleague cashier waiter consultant advisor dealer assignee'.split(
    ' ',
  )
/** Whether a dataset has the name of those who buy. */
export function isBuyerName(dataset: Dataset): boolean {
  return isCalled(dataset, buyers)
}

function isCalled({ label }: Dataset, kind: readonly string[]): boolean {
  const own = nameWords(label)
  // Members of the team are those who work, and buy nothing.
  const isTeam = own.length === 2 && teams.has(own[0] ?? '')
  return own.length <= 2 && (isTeam ? kind === sellers : kind.includes(own.at(-1) ?? ''))
}

/** `team member`, `staff person`. */
const teams: ReadonlySet<string> = new Set(['team', 'staff', 'crew'])
/** What people call the same event. */
const events: readonly (readonly string[])[] = [
  'booking reservation stay',
  'appointment visit consultation',
  'rental hire loan',
  'order purchase',
  'donation gift contribution',
].map((words) => words.split(' '))
const articles = 'product item article sku dish service variant good merchandise menu book course'.split(' ')

/** Kinds of people and things by any of their usual names: the nearest to the trade, or else the only one. */
function partiesOf(
  ontology: Ontology,
  trade: Trade | null,
  streams: readonly IncomeStream[],
): ReadonlyMap<string, Dataset> {
  const parties = new Map<string, Dataset>()
  const people = streams.flatMap((stream) => stream.people)
  const near =
    trade === null
      ? []
      : [...new Set([trade.header, trade.lines?.dataset ?? trade.header])].flatMap((each) =>
          parentsOf(each, ontology),
        )
  for (const kind of [buyers, sellers, articles, ...events]) {
    const isOne = (dataset: Dataset): boolean => isCalled(dataset, kind)
    const every = ontology.datasets.filter((each) => !each.isHidden && isOne(each))
    // Contacts of an organisation belong to the customer; they are not one more.
    const all = every.filter((each) => !parentsOf(each, ontology).some((one) => every.includes(one)))
    const close = [...(trade === null ? [] : [trade.header]), ...near].filter(isOne)
    // Where books and dishes are sold, a book is not the item on the menu.
    if (kind === articles && soldThings(trade, ontology).length > 1) continue
    const found = close[0] ?? (all.length === 1 && kind !== articles ? all[0] : undefined)
    if (found === undefined) continue
    // "Products" are articles, and not each of their sizes.
    const whole = kind === articles ? wholeOf(found, ontology) : null
    // "Donors" are those whom donations name, where these are no rows of their own.
    const taken = new Set([
      ...people,
      ...ontology.datasets.flatMap(({ label }) => nameWords(label)),
      ...countedPeople(ontology),
      ...kindsOfPeople(kind, ontology),
      ...(kind === articles ? fieldNames([trade?.header, ...near]) : []),
    ])
    for (const word of kind)
      if (!taken.has(word)) parties.set(word, isPieceWord(word) ? found : (whole ?? found))
  }
  const buyer = parties.has('customer') ? null : buyerByStructure(trade, near)
  const names = new Set(ontology.datasets.flatMap(({ label }) => nameWords(label)))
  // "Customers" are those who hold `customer cards`.
  const own = new Set(buyer === null ? [] : nameWords(buyer.label))
  if (buyer !== null)
    for (const word of ['customer', 'client', 'buyer', 'shopper', ...givers(trade)])
      if (!names.has(word) || own.has(word)) parties.set(word, buyer)
  const staff = parties.has('employee') ? null : staffByStructure(ontology)
  if (staff !== null && staff !== buyer)
    for (const word of ['employee', 'staff', 'worker', 'colleague'])
      if (!names.has(word)) parties.set(word, staff)
  const named = new Set(fieldNames([trade?.header, trade?.lines?.dataset, ...near]))
  addDocuments(parties, trade, named, ontology)
  return parties
}

/** Guests are those whom a field counts, where it has this name, and not those who pay. */
function countedPeople({ datasets }: Ontology): readonly string[] {
  return datasets.flatMap((dataset) =>
    dataset.isHidden
      ? []
      : visible(dataset).flatMap((field) =>
          isMeasure(field) && field.isInteger
            ? [field.label, ...field.synonyms].flatMap((name) => {
                const [only, ...more] = nameWords(name)
                return only !== undefined && more.length === 0 && buyers.includes(only) ? [only] : []
              })
            : [],
        ),
  )
}

/** `Course` of a dish: a field with the name of a kind of things is what the word means. */
function fieldNames(datasets: readonly (Dataset | undefined)[]): readonly string[] {
  return datasets.flatMap((dataset) =>
    dataset === undefined
      ? []
      : visible(dataset).flatMap(({ type, role, label }) => {
          const [only, ...more] = nameWords(label)
          const isKind = type === 'text' && role === 'dimension' && more.length === 0
          return isKind && only !== undefined ? [only] : []
        }),
  )
}

/** Whatever they are called, staff are the only people with a pay by the hour, a salary or a day on which they were hired. */
function staffByStructure({ datasets }: Ontology): Dataset | null {
  const isPaid = (each: Dataset): boolean =>
    visible(each).some(
      (field) =>
        (isMoment(field) && /\b(?:hired?|employed)\b/i.test(field.label)) ||
        /\b(?:hourly (?:rate|cost|wage|pay)|salary|wage|pay rate|commission percent)\b/i.test(field.label),
    )
  const [only, ...more] = datasets.filter((each) => !each.isHidden && isPeople(each) && isPaid(each))
  return only === undefined || more.length > 0 ? null : only
}

/** Those who pay give, where what comes in is given. */
function givers(trade: Trade | null): readonly string[] {
  const isGiven = trade !== null && nameWords(trade.header.label).some((word) => given.has(word))
  return isGiven ? ['donor', 'giver', 'supporter', 'contributor'] : []
}

const given: ReadonlySet<string> = new Set(['donation', 'gift', 'contribution'])

/** Whatever they are called, customers are the only people whom sales name and who were not hired. */
function buyerByStructure(trade: Trade | null, near: readonly Dataset[]): Dataset | null {
  const isStaff = (dataset: Dataset): boolean =>
    nameWords(dataset.label).some((word) => sellers.includes(word) || teams.has(word)) ||
    visible(dataset).some(
      (field) =>
        (isMoment(field) && /\b(?:hired?|started|employed|finished)\b/i.test(field.label)) ||
        /\b(?:salary|wage|pay|hourly|job|position)\b/i.test(field.label),
    )
  const isSupplier = ({ label }: Dataset): boolean => /\b(?:suppliers?|vendors?)$/i.test(label)
  // `Customer cards` have the first and the last name of those who hold them.
  const isSomebody = (each: Dataset): boolean => isPeople(each) || isFirstAndLast(nameFields(each))
  const people = [...new Set(near)].filter((each) => isSomebody(each) && !isStaff(each) && !isSupplier(each))
  const named = people.filter((each) => isFirstAndLast(nameFields(each)))
  const [only, ...more] = named.length > 0 ? named : people
  return trade === null || only === undefined || more.length > 0 ? null : only
}

/** "Snacks" are the `snack items` on the lines of `snack sales`, and otherwise the sales that have this word. */
function goodsCalled(word: string, { header, lines }: Trade, ontology: Ontology): Dataset {
  if (lines === null || lines.dataset === header) return bookedThing(word, header, ontology) ?? header
  const goods = parentsOf(lines.dataset, ontology).find(({ label }) => {
    const own = nameWords(label).filter((one) => !articles.includes(one))
    return own.length === 1 && own[0] === word
  })
  return goods ?? header
}

/** In `enrolments` in `course runs` of `course types`, "course" is the thing that has a name. */
function bookedThing(word: string, header: Dataset, ontology: Ontology): Dataset | null {
  if (nameWords(header.label).includes(word)) return null
  const things = [...ancestorsOf(header, ontology)].filter(
    (each) => !isPeople(each) && nameWords(each.label)[0] === word && hasName(each),
  )
  return things[0] ?? null
}

/** `support tickets` can be called just "tickets" where nothing else is. */
function headNouns(ontology: Ontology): ReadonlyMap<string, Dataset> {
  const { datasets } = ontology
  const shown = datasets.filter((each) => !each.isHidden && !each.isJunction)
  const named = shown.map((dataset) => ({ dataset, words: nameWords(dataset.label) }))
  const heads = new Map<string, Dataset>()
  for (const { dataset, words } of named) {
    const head = words.at(-1) ?? ''
    // `order line` is no order.
    const isOnly = named.every(({ dataset: other, words: own }) => other === dataset || own.at(-1) !== head)
    if (words.length > 1 && isOnly) heads.set(head, dataset)
    const [whole = ''] = words
    const isWhole = numberOfWhole(dataset, ontology) !== null || isOfWhole(dataset, ontology)
    if (isWhole && !heads.has(whole)) heads.set(whole, dataset)
  }
  addKindsOf(heads, named)
  return heads
}

/** `plan types` can be called just "plans" where nothing else is. */
function addKindsOf(
  heads: Map<string, Dataset>,
  named: readonly { readonly dataset: Dataset; readonly words: readonly string[] }[],
): void {
  for (const { dataset, words } of named) {
    const [word = '', kind = '', ...more] = words
    const isKind = more.length === 0 && /^(?:type|kind)$/.test(kind)
    const isTaken = named.some(
      (one) =>
        (one.dataset !== dataset && one.words.includes(word)) ||
        visible(one.dataset).some(
          ({ label, isPrimaryKey }) => !isPrimaryKey && nameWords(label).at(-1) === word,
        ),
    )
    if (isKind && !isTaken && !heads.has(word)) heads.set(word, dataset)
  }
}
