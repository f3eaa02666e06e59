import type { Comparison, Condition, Dataset, Expression, Field, Ontology } from '@quipu/query'
import { and, compare, field as fieldOf, literal } from '../interpret/builder.ts'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { rawWords } from '../lexicon/name-words.ts'
import { remembered } from '../lexicon/remembered.ts'
import { cardinals } from '../numbers/number-words.ts'
import type { Frame } from '../plan/frame.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { inOneLine } from '../words/plain-text.ts'
import { ofAmount, subjectOf } from './bounded-things.ts'
import type { ReadHead } from './clause-reading.ts'

/**
 * A bound on one figure of the rows, wherever it stands: "rentals of at most 10 km", "ratings with less than 3 stars",
 * "teachers who get under 60 percent", "units with a rent between 800 and 900". The words beside the number or its unit say
 * which figure; the rest of the question is read without them, and its rows must have that figure.
 */
export function readFigureBound(
  question: string,
  ontology: Ontology,
  _: ReadingContext,
  readHead: ReadHead,
): Frame | null {
  const bound = boundIn(inOneLine(question))
  if (bound === null) return null
  const isCount = countsThings(bound, ontology)
  const found = figures(ontology).flatMap((figure) => {
    const rest = withoutFigure(bound, figure, isCount)
    return rest === null ? [] : [{ ...figure, ...rest }]
  })
  const most = Math.max(0, ...found.map(({ said }) => said))
  const frames = new Map<string, Frame | null>()
  const headOf = (text: string): Frame | null => {
    const known = frames.get(text)
    if (known !== undefined) return known
    const frame = readHead(text)
    frames.set(text, frame)
    return frame
  }
  const [only, ...others] = found
    .filter(({ said }) => said === most)
    .flatMap(({ dataset, field, head }) => {
      const frame = headOf(head)
      return frame !== null && subjectOf(frame, ontology) === dataset ? [{ dataset, field, frame }] : []
    })
  if (found.length === 0) return amountOf(bound, ontology, readHead)
  if (only === undefined || others.length > 0) return null
  const { dataset, field, frame } = only
  const condition = bound.holds(fieldOf(dataset, field))
  return { ...frame, filters: [...frame.filters, { key: `${dataset.name}.${field.name}`, condition }] }
}

/** "open quotes over 5000": the number of no figure that is named, and of no things, is what the rows come to. */
function amountOf(bound: Bound, ontology: Ontology, readHead: ReadHead): Frame | null {
  const [next = ''] = bound.after
  const isCount = countsThings(bound, ontology)
  if (bound.isPercent || isCount || noAmount.test(next)) return null
  const before = [...bound.before]
  while (leads.test(before.at(-1) ?? '')) before.pop()
  const frame = readHead([...before, ...bound.after].join(' '))
  return frame === null ? null : ofAmount(frame, bound.holds, bound.says, ontology)
}

/** "two or more students": the number is that of things. */
function countsThings({ after }: Bound, { datasets }: Ontology): boolean {
  return datasets.some(
    ({ label, isHidden }) =>
      !isHidden && after.slice(0, 2).some((word) => isAkin(word, rawWords(label).at(-1) ?? '')),
  )
}

/** "over 60 days" and "over 20 percent" are no amounts. */
const noAmount =
  /^(?:%|percent|per|stars?|points?|seconds?|days?|weeks?|months?|years?|hours?|minutes?|times|kgs?|kilos?|g|ml|l|km|m)$/i
const leads = /^(?:that|which|is|are|was|were|worth|of|for|come|comes|came|to)$/i

interface Bound {
  /** The words before and after it. */
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly holds: (of: Expression) => Condition
  /** The bound in words. */
  readonly says: string
  /** "%" right after the number. */
  readonly isPercent: boolean
  /** It is an amount of money. */
  readonly isMoney: boolean
}

const number = String.raw`[$€£]?(?:\d[\d.,]*k?(?!\p{L})|(?:${[...cardinals.keys()].join('|')})\b)`
const operators = String.raw`at least|at most|up to|exactly|(?:more|less|fewer|higher|lower|greater|bigger|larger|smaller|longer|shorter|heavier|lighter|worse|better) than|over|above|under|below`
const bounded = new RegExp(
  String.raw`^(.+?) (?:(${operators}) (${number})|between (${number})(?: ?(?:%|[$€£]|percent|euros?|kg|km))? and (${number})) ?(%|[$€£]|(?:euros?|dollars?|pounds?)\b)?(.*)$`,
  'iu',
)

/** "more than 30 days overdue", "overdue by more than 2 weeks": how long it has been so, and no figure. */
const overdueFor =
  /\b(?:days?|weeks?|months?) (?:overdue|late|past due|behind|in arrears)\b|\b(?:overdue|late|past due|behind|in arrears)(?: by| for)? (?:more|longer|over|less) /i

function boundIn(text: string): Bound | null {
  const found = overdueFor.test(text) ? null : bounded.exec(text)
  if (found === null) return null
  const [, before = '', word = '', value = '', low, high, sign = '', after = ''] = found
  const [one, least, most] = [value, low ?? '', high ?? ''].map(valueOf)
  if (one === undefined || least === undefined || most === undefined) return null
  if (low === undefined ? !Number.isFinite(one) : !(Number.isFinite(least) && Number.isFinite(most)))
    return null
  const holds = (of: Expression): Condition =>
    low === undefined
      ? compare(of, operatorOf(word), literal(one))
      : (and([compare(of, '>=', literal(least)), compare(of, '<=', literal(most))]) ??
        compare(of, '>=', literal(least)))
  return {
    before: wordsIn(before),
    after: wordsIn(after),
    holds,
    says: low === undefined ? `${word.toLowerCase()} ${one}` : `between ${least} and ${most}`,
    isPercent: sign === '%',
    isMoney: /[$€£]/.test(`${value}${low ?? ''}`) || (sign !== '' && sign !== '%'),
  }
}

function wordsIn(text: string): readonly string[] {
  return text
    .trim()
    .replace(/[?.!]+$/, '')
    .split(/\s+/)
    .filter((word) => word !== '')
}

function valueOf(text: string): number {
  const plain = text.replace(/^[$€£]/, '').toLowerCase()
  const named = cardinals.get(plain)
  if (named !== undefined) return named
  const isThousand = plain.endsWith('k')
  const digits = plain
    .replace(/k$/, '')
    .replace(/[.,]$/, '')
    .replaceAll(/[.,](?=\d{3}(?!\d))/g, '')
    .replace(',', '.')
  return digits === '' ? Number.NaN : Number(digits) * (isThousand ? 1000 : 1)
}

function operatorOf(word: string): Comparison {
  if (/least/i.test(word)) return '>='
  if (/most|up to/i.test(word)) return '<='
  if (/exactly/i.test(word)) return '='
  return /^(?:less|fewer|lower|smaller|shorter|lighter|worse|under|below)/i.test(word) ? '<' : '>'
}

interface Figure {
  readonly dataset: Dataset
  readonly field: Field
  /** The words of its name, without the unit and without the thing that it is of. */
  readonly name: readonly string[]
  readonly units: ReadonlySet<string>
}

const figures: (ontology: Ontology) => readonly Figure[] = remembered((ontology) =>
  ontology.datasets.flatMap((dataset) =>
    dataset.isHidden
      ? []
      : visible(dataset)
          .filter(isMeasure)
          .map((field) => {
            const words = rawWords(field.label)
            const units = new Set(words.flatMap((word) => unitOf(word) ?? []))
            const named = words.filter((word) => unitOf(word) === null)
            return { dataset, field, name: named, units }
          }),
  ),
)

const sameUnit: readonly ReadonlySet<string>[] = [
  'percent percentage pct %',
  'kg kgs kilo kilos kilogram kilograms',
  'g gram grams gramme grammes',
  'km kms kilometre kilometres kilometer kilometers',
  'm metre metres meter meters',
  'sqm m2 qm',
  'litre litres liter liters ltr',
  'minute minutes min mins',
  'hour hours hrs hr',
].map((list) => new Set(list.split(' ')))

function unitOf(word: string): string | null {
  return [...(sameUnit.find((list) => list.has(word.toLowerCase())) ?? [])][0] ?? null
}

/** Words between a thing, the number and the name of the figure. */
const links = new Set(
  (
    'a an the of in on at by for with whose who that which where is are was were be have has had having get gets got getting need needs needed do does did come ' +
    'comes came only just their its rated scored worth weigh weighs weighing cost costs costing measure measures measuring'
  ).split(' '),
)

interface Rest {
  readonly head: string
  /** How many words name the figure. */
  readonly said: number
}

/** The question without the bound and the words for its figure. Null where they do not name this figure. */
function withoutFigure(bound: Bound, { name, units, dataset, field }: Figure, isCount: boolean): Rest | null {
  const after = [...bound.after]
  const own = new Set(rawWords(dataset.label))
  let said = 0
  // The unit stands at the number: "10 km", "40 square metres".
  const unit = unitAt(after)
  const isPercent = bound.isPercent || unit?.unit === 'percent'
  if (unit !== null && !units.has(unit.unit) && isMeasureOfUnit(unit.unit, units)) return null
  if (isPercent && !units.has('percent') && field.unit !== '%') return null
  if (bound.isPercent ? units.has('percent') : unit !== null && units.has(unit.unit)) said++
  if (unit !== null && units.has(unit.unit)) after.splice(0, unit.words)
  // "5 percent discount", "3 rooms", "2 stars in rating"
  const right = nameAt(after, name, own, 1)
  if (right !== null) after.splice(0, right.words)
  const before = [...bound.before].toReversed()
  const left = right === null && !isCount ? nameAt(before, name, own, -1) : null
  if (left !== null) before.splice(0, left.words)
  said += 2 * (right?.said ?? left?.said ?? 0)
  if (said === 0 || (isPriceAsked(bound, left?.words ?? 0) && hasPrice(dataset) && name.at(-1) === 'cost'))
    return null
  while (links.has((before[0] ?? '').toLowerCase().replace(/,$/, ''))) before.shift()
  const head = [...before.toReversed(), ...after].join(' ').replace(/,$/, '')
  return head === '' ? null : { head, said }
}

/** "products that cost less than 5": what they cost those who buy them. */
function isPriceAsked({ before }: Bound, said: number): boolean {
  const at = before.length - said
  return (
    said > 0 &&
    /^costs?$/i.test(before.at(-1) ?? '') &&
    !/^(?:a|an|the|with|whose|their|of|unit)$/i.test(before[at - 1] ?? '')
  )
}

function hasPrice(dataset: Dataset): boolean {
  return visible(dataset).some(({ label }) => /\bprice\b/i.test(label) && !/\bcost\b/i.test(label))
}

/** Whether a unit of the question rules out a figure that says another unit. */
function isMeasureOfUnit(unit: string, units: ReadonlySet<string>): boolean {
  return unit === 'percent' || units.size > 0
}

function unitAt(words: readonly string[]): { readonly unit: string; readonly words: number } | null {
  const [first = '', second = ''] = words.map((word) => word.toLowerCase().replace(/[,?]$/, ''))
  if (/^(?:square|sq\.?)$/.test(first) && unitOf(second) === 'm') return { unit: 'sqm', words: 2 }
  if (first === 'per' && second === 'cent') return { unit: 'percent', words: 2 }
  const unit = unitOf(first)
  return unit === null ? null : { unit, words: 1 }
}

/** The name of the figure at the start of these words, or at their end, which then come last word first. */
function nameAt(
  words: readonly string[],
  name: readonly string[],
  own: ReadonlySet<string>,
  direction: 1 | -1,
): { readonly words: number; readonly said: number } | null {
  const last = name.at(-1)
  if (last === undefined) return null
  let at = 0
  while (at < 3 && skips(words[at] ?? '', last)) at++
  const wanted = direction === 1 ? name : name.toReversed()
  // All words of the name, or its last one, perhaps with the thing that it is of: "visit fee".
  for (const part of [wanted, [last]]) {
    const isSaid = part.every((word, i) => isAkin(words[at + i] ?? '', word))
    if (!isSaid) continue
    const end = at + part.length
    return { words: direction === -1 ? end + ownBefore(words.slice(end), own) : end, said: part.length }
  }
  return null
}

/** "with a visit fee": how many words before the name say only whose it is. In "how many visits cost" they are what is asked for. */
function ownBefore(words: readonly string[], own: ReadonlySet<string>): number {
  let at = 0
  while (own.has(rawWords(words[at] ?? '')[0] ?? '')) at++
  return /^(?:with|a|an|the|whose|of|their|its|our)$/i.test(words[at] ?? '') ? at : 0
}

function skips(word: string, last: string): boolean {
  return links.has(word.toLowerCase()) && !isAkin(word, last)
}

function isAkin(word: string, name: string): boolean {
  const plain = word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  if (plain === '') return false
  if (plain === name) return true
  const stems = stemsOf(name)
  return [...stemsOf(plain)].some((stem) => stems.has(stem))
}
