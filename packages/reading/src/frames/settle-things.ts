import type { Dataset, Ontology } from '@quipu/query'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import { singular } from '../words/word-forms.ts'
import type { Frame } from '../plan/frame.ts'
import { hasName, namedThingOf, wholeOf } from '../business/levels.ts'
import { soldThings } from '../business/sold-things.ts'
import { businessOf } from '../business/business.ts'
import { mentionsOf, staffOf, type Of } from './measured.ts'
import { homeOf } from '../business/moments.ts'
import { distance, reachesOne } from '../business/nearest.ts'
import type { Mention, Scan } from './scan.ts'

/** Settles which dataset a word such as "people" means. */
export function settleThings(scan: Scan, ontology: Ontology, previous: Frame | null = null): Scan {
  const told = scan.mentions.map((one) => asUnnamed(one, scan.mentions, ontology))
  const mentions = settleModes(told).map((one) =>
    one.kind === 'thing'
      ? asProperty(
          takenPlace(
            asNamed({ ...one, dataset: likeliest(one, scan, ontology, previous) }, scan, ontology),
            scan,
            ontology,
          ),
          scan,
          ontology,
        )
      : one,
  )
  const qualified = (one: Mention): Mention | undefined =>
    mentions.find((next) => {
      if (next.kind !== 'metric' || next.at !== one.at + 1) return false
      const home = homeOf(next.metric.name, ontology)
      return one.kind === 'thing' && (home === one.dataset.name || isHeaderOf(one.dataset, home, ontology))
        ? true
        : isNameBegun(one, next, home, ontology)
    })
  // "by shop order revenue": what governs the orders governs the revenue.
  const governing = new Map(mentions.map((one) => [qualified(one), one]))
  return {
    ...scan,
    mentions: compounds(
      mentions.flatMap((one): readonly Mention[] => {
        const before = governing.get(one)
        if (qualified(one) !== undefined) return []
        return before?.mode === 'by' ? [{ ...one, mode: 'by', isEach: before.isEach }] : [one]
      }),
      ontology,
    ),
  }
}

/** The sales whose lines hold an amount. */
function isHeaderOf(dataset: Dataset, home: string | null, ontology: Ontology): boolean {
  const { trade, streams } = businessOf(ontology)
  return [...(trade === null ? [] : [trade]), ...streams.map((stream) => stream.trade)].some(
    ({ header, lines }) => header === dataset && lines !== null && lines.dataset.name === home,
  )
}

/** "court booking revenue" is that of `court bookings`: no figure for each court. */
function isNameBegun(one: Mention, next: Mention, home: string | null, { datasets }: Ontology): boolean {
  const rows = datasets.find(({ name }) => name === home)
  const own = rows === undefined ? [] : nameWords(rows.label)
  const first = nameWords(one.text)
  const begun = [...first, ...nameWords(next.text)].slice(0, own.length)
  return one.mode === 'plain' && own.length > first.length && begun.join(' ') === own.join(' ')
}

/** "per support agent", "per product category": what governs the first noun governs the thing that it stands before. */
function settleModes(mentions: readonly Mention[]): readonly Mention[] {
  const settled: Mention[] = []
  for (const one of mentions) {
    const before = settled.at(-1)
    const isBeside =
      before !== undefined && one.at === before.at + 1 && one.kind === 'thing' && one.mode === 'plain'
    if (isBeside && before.kind === 'thing' && before.dataset === one.dataset) continue
    // "product category" is a category.
    const isLacking = before?.mode === 'without' && guests.test(before.text)
    if (isBeside && before.kind === 'thing' && isNameOf(one) && !isLacking) {
      settled[settled.length - 1] = { ...one, mode: before.mode, isEach: before.isEach }
      continue
    }
    const isGoverned =
      isBeside && before.kind === 'value' && (before.mode === 'by' || before.mode === 'without')
    // "each café item": a figure for each item of the café.
    const isDivided =
      before?.kind === 'value' &&
      before.mode === 'by' &&
      one.at === before.at + 1 &&
      one.kind === 'field' &&
      one.mode === 'plain'
    if (isGoverned || isDivided) {
      settled[settled.length - 1] = { ...before, mode: 'plain' }
      settled.push({ ...one, mode: before.mode })
    } else settled.push(one)
  }
  return settled
}

function isNameOf({ text, dataset }: Extract<Mention, { kind: 'thing' }>): boolean {
  const plain = (words: string): string => words.toLowerCase().split(' ').map(singular).join(' ')
  return plain(text) === plain(dataset.label)
}

/** "which items" of `order items`: what these lines name. */
function goodsOfLines(word: string, rows: Dataset, ontology: Ontology): Dataset | null {
  const { trade } = businessOf(ontology)
  if (word !== 'item' || rows !== trade?.lines?.dataset || rows === trade.header || hasName(rows)) return null
  const [goods, ...more] = soldThings(trade, ontology)
  return goods === undefined || more.length > 0 ? null : (wholeOf(goods, ontology) ?? goods)
}

const guests = /^(?:guest|anonymous)s?$/i

/** "guest orders": those that name no buyer, where some do not, and nothing else is called a guest. */
function asUnnamed(one: Mention, mentions: readonly Mention[], ontology: Ontology): Mention {
  const header = businessOf(ontology).trade?.header
  const isBefore = mentions.some(
    (next) => next.kind === 'thing' && next.at === one.at + 1 && next.dataset === header,
  )
  if (one.kind !== 'thing' || one.mode !== 'plain' || !guests.test(one.text)) return one
  const link = ontology.relationships.find(({ from, to }) => from === header?.name && to === one.dataset.name)
  const key = header?.fields.find(({ name }) => name === link?.fromFields[0])
  const isCalled = nameWords(one.dataset.label).includes('guest')
  return isBefore && !isCalled && (key?.statistics.nulls ?? 0) > 0 ? { ...one, mode: 'without' } : one
}

/** "the most popular treatment", "revenue per treatment": what has a name, and not the lines that name it. */
function asNamed(one: Of<'thing'>, scan: Scan, ontology: Ontology): Of<'thing'> {
  const isRanked = scan.rank !== null && scan.rank.by !== 'most' && one.mode === 'plain'
  const isListed =
    one.mode === 'plain' &&
    (scan.asks[0] === 'which' || scan.asks[0] === 'list' || scan.mentions.length === 1) &&
    !scan.asks.includes('many') &&
    scan.mentions.every(({ kind, at }) => at === one.at || kind === 'verb' || kind === 'metric')
  if (one.mode !== 'by' && one.mode !== 'rank' && !isRanked && !isListed) return one
  const word = singular(one.text.toLowerCase())
  const named = namedThingOf(word, one.dataset, ontology) ?? goodsOfLines(word, one.dataset, ontology)
  return named === null ? one : { ...one, dataset: named, isNamed: true }
}

/** "How many courses this year" are `course runs` of that year: `course types` have no date. */
function takenPlace(one: Of<'thing'>, scan: Scan, ontology: Ontology): Of<'thing'> {
  const [word, ...more] = nameWords(one.dataset.label)
  const isWhole = more.length === 0 || singular(one.text.toLowerCase()) !== word
  const isCounted = scan.asks.includes('many') || scan.rank?.by === 'most'
  const isDated = mentionsOf(scan, 'time').length > 0 || mentionsOf(scan, 'state').length > 0
  if (isWhole || !isCounted || !isDated || one.mode === 'by' || visible(one.dataset).some(isMoment))
    return one
  const [runs, ...others] = ontology.datasets.filter(
    (each) =>
      !each.isHidden &&
      nameWords(each.label)[0] === word &&
      visible(each).some(isMoment) &&
      parentsOf(each, ontology).includes(one.dataset),
  )
  return runs === undefined || others.length > 0 ? one : { ...one, dataset: runs }
}

/** "revenue by lane" of `lane bookings` that have a `lane`: this property, not each booking. */
function asProperty(one: Of<'thing'>, scan: Scan, ontology: Ontology): Mention {
  const { dataset, mode, text, isEach, at } = one
  // "which fair brought in the most" of `fair days`
  const isAsked = mode === 'plain' && scan.asks[0] === 'which' && scan.rank?.by === 'most' && at === 1
  if (dataset !== businessOf(ontology).trade?.header || (mode !== 'by' && mode !== 'rank' && !isAsked))
    return one
  const own = nameWords(text).join(' ')
  const field = visible(dataset).find(
    ({ type, label, statistics }) =>
      type === 'text' && nameWords(label).join(' ') === own && statistics.distinct * 2 <= dataset.rows,
  )
  if (field === undefined) return one
  const noun = { kind: 'field', dataset, field, score: 1, saysDataset: false } as const
  return { kind: 'field', nouns: [noun], mode, isEach, at, text }
}

/** "overdue supplier invoices" are invoices: each has a supplier anyway. */
function compounds(mentions: readonly Mention[], ontology: Ontology): readonly Mention[] {
  const isFirst = (one: Mention, next: Mention | undefined): boolean =>
    one.kind === 'thing' &&
    // "each grower water": a verb follows.
    one.mode !== 'by' &&
    one.mode !== 'without' &&
    next?.kind === 'thing' &&
    next.at === one.at + 1 &&
    next.mode === 'plain' &&
    one.dataset !== next.dataset &&
    singular(one.text.toLowerCase()) === one.text.toLowerCase() &&
    reachesOne(next.dataset.name, one.dataset.name, ontology)
  return mentions.flatMap((one, i) => {
    if (isFirst(one, mentions[i + 1])) return []
    const before = mentions[i - 1]
    return before !== undefined && isFirst(before, one)
      ? [{ ...one, mode: before.mode, isEach: before.isEach }]
      : [one]
  })
}

/** "Orders" on a market place are its own, and not those of the web shop that are called so. */
function ownSales(text: string, dataset: Dataset, ontology: Ontology): Dataset | null {
  const { trade, streams, isNamed } = businessOf(ontology)
  const word = singular(text.toLowerCase())
  const isCalled = ({ label }: Dataset): boolean => nameWords(label).at(-1) === word
  const isOther = streams.some((one) => one.trade !== trade && one.trade.header === dataset)
  return isNamed && trade !== null && isOther && isCalled(dataset) && isCalled(trade.header)
    ? trade.header
    : null
}

/** "People" may be several datasets: the one nearest to what else the question names. */
function likeliest(
  { dataset, others, text }: Of<'thing'>,
  scan: Scan,
  ontology: Ontology,
  previous: Frame | null,
): Dataset {
  const own = ownSales(text, dataset, ontology)
  if (own !== null) return own
  const score = others.find((noun) => noun.kind === 'dataset')?.score ?? 0
  const same = others.flatMap((noun) =>
    noun.kind === 'dataset' && noun.score >= score - 0.01 ? [noun.dataset] : [],
  )
  if (same.length < 2) return dataset
  if (mentionsOf(scan, 'state').some(({ state }) => state === 'employed')) return staffOf(ontology) ?? dataset
  // Hours are those of the people who worked.
  const home = (name: string): readonly string[] => {
    const rows = homeOf(name, ontology)
    return rows === null ? [] : [rows]
  }
  const before = (previous?.measures ?? []).flatMap((slot) => (slot.kind === 'metric' ? home(slot.name) : []))
  const named = scan.mentions.flatMap((one) => {
    if (one.kind === 'metric') return home(one.metric.name)
    return one.kind === 'value'
      ? [...one.values, ...one.events.map((event) => ({ dataset: event.dataset.name }))].map(
          (each) => each.dataset,
        )
      : one.kind === 'thing' && !one.others.includes(others[0]!)
        ? [one.dataset.name]
        : []
  })
  const beside = named.length > 0 ? named : before
  const far = (one: Dataset): number =>
    Math.min(Infinity, ...beside.map((name) => distance(name, one.name, ontology)))
  return same.toSorted((a, b) => far(a) - far(b))[0] ?? dataset
}
