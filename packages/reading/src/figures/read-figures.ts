import { metricExpression, planJoins, type Dataset, type Expression, type Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { doubtAbout } from '../confidence/verdict.ts'
import { conditionsOf, figuresIn } from '../doubt/query-parts.ts'
import { aggregate, emptyQuery, field as fieldRef } from '../interpret/builder.ts'
import { nameFields } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import type { Plan } from '../plan/plan.ts'
import type { Assumption, Reading } from '../plan/reading.ts'
import { headed, restate } from '../restate/restate.ts'
import type { TimeMention } from '../time/time-mention.ts'
import { fieldNamed, fieldPair } from './field-pair.ts'
import { calculated, mergeFigures } from './merge-figures.ts'
import { countedRows, figureIn, figureOf, inMoney, withAmount, type Figure } from './one-figure.ts'
import { withoutShared } from './shared-words.ts'
import { narrowedBy, splitExplained, splitFigures, type TwoFigures } from './split-figures.ts'

export interface Readers {
  readonly ontology: Ontology
  /** Reads a part of the question as a question of its own. */
  readonly read: (question: string) => Plan
  readonly findTimes: (text: string) => readonly TimeMention[]
}

/**
 * "wages as a percentage of turnover this year", "price less cost per product", "hours times hourly rate": two figures, each read as a
 * question of its own, in one query. Null where the question does not calculate, or where one of the figures is not understood.
 */
export function readFigures(question: string, readers: Readers): Reading | null {
  const text = question.trim().replace(/\s*[?!.]+$/, '')
  const { rest, shared } = withoutShared(text, readers.findTimes)
  for (const { words, tail } of waysToAsk(rest, shared))
    for (const split of splitFigures(words)) {
      const made = readSplit(split, tail, readers)
      if (made !== null) return made
    }
  return null
}

interface Asked {
  readonly words: string
  readonly tail: string
}

/** As it stands; by the formula that it explains a figure with; and with a condition at the end that holds for both figures. */
function waysToAsk(rest: string, shared: string): readonly Asked[] {
  const explained = splitExplained(rest)
  const tailOf = (...parts: readonly string[]): string => parts.filter((one) => one !== '').join(' ')
  const plain: readonly Asked[] =
    explained === null
      ? [{ words: rest, tail: shared }]
      : splitFigures(explained.label).length > 0
        ? [{ words: explained.label, tail: shared }]
        : [{ words: explained.formula, tail: tailOf(narrowedBy(explained.label), shared) }]
  return plain.flatMap(({ words, tail }) => {
    const condition = /^(.*\S)\s+((?:for|in|at|on|with|from)\s+\S.*)$/i.exec(words)
    const [, before = '', after = ''] = condition ?? []
    const isBoth = before !== '' && splitFigures(before).length > 0
    return [...(isBoth ? [{ words: before, tail: tailOf(after, tail) }] : []), { words, tail }]
  })
}

function readSplit(split: TwoFigures, tail: string, readers: Readers): Reading | null {
  if (split.operator === '*') return readProduct(split, tail, readers)
  const { ontology } = readers
  const pair = readPair(split, tail, readers)
  if (pair !== null) return pair
  const rights = figuresFor(split.right, tail, readers)
  const part = split.mayNarrow ? readPart(rights, split, tail, readers) : null
  if (part !== null) return part
  for (const left of figuresFor(split.left, tail, readers))
    for (const right of [...costBeside(left, split.right, tail, readers), ...rights]) {
      const isOfOneKind = left.kind === right.kind && left.kind !== 'other'
      if ((split.isOfOneKind && !isOfOneKind) || same(left, right)) continue
      const query = mergeFigures(left, right, split, ontology)
      const made = query === null ? null : readingOf([left.reading, right.reading], query, ontology)
      if (made !== null) return made
    }
  return null
}

/** "what percentage of sales do mugs make": the same figure, narrowed by a value of the data. */
function readPart(
  wholes: readonly Figure[],
  split: TwoFigures,
  tail: string,
  { ontology, read }: Readers,
): Reading | null {
  for (const joint of ['for', 'from']) {
    const part = figureOf(read(`${split.right} ${joint} ${split.left} ${tail}`.trim()), ontology)
    const whole = wholes.find(
      ({ amount, home }) => JSON.stringify(amount) === JSON.stringify(part?.amount) && home === part?.home,
    )
    if (part === null || whole === undefined) continue
    const before = new Set(conditionsOf(whole.reading.query.where).map((one) => JSON.stringify(one)))
    const more = conditionsOf(part.reading.query.where).filter((one) => !before.has(JSON.stringify(one)))
    const isNarrowed = more.length > 0 && more.every(({ kind }) => kind === 'compare' || kind === 'in')
    const query = isNarrowed ? mergeFigures(part, whole, split, ontology) : null
    const made = query === null ? null : readingOf([whole.reading, part.reading], query, ontology)
    if (made !== null) return made
  }
  return null
}

/** "sales minus what it costs us": beside what was sold, the cost is that of the goods. */
function costBeside(
  sold: Figure,
  words: string,
  tail: string,
  { ontology, read }: Readers,
): readonly Figure[] {
  const { amount } = sold
  const prefix = amount.kind === 'metric' ? /^(.*)revenue$/.exec(amount.name)?.[1] : undefined
  const cost = ontology.metrics.find(({ name }) => name === `${prefix ?? '?'}cost_of_goods`)
  if (cost === undefined || !/\bcosts?\b/i.test(words)) return []
  const own = new Set(nameWords(cost.description ?? ''))
  const named = nameWords(words).filter((word) => !sayCost.has(word) && !own.has(word))
  if (named.length > 0) return []
  const figure = figureOf(read(`${cost.label} ${tail}`.trim()), ontology)
  return figure?.amount.kind === 'metric' && figure.amount.name === cost.name ? [figure] : []
}

const sayCost: ReadonlySet<string> = new Set(
  'cost goods good sold purchase price unit material what it they these those we us our the of them buy'.split(
    ' ',
  ),
)

function same(left: Figure, right: Figure): boolean {
  const [one, other] = [left, right].map(({ amount, reading }) =>
    JSON.stringify([amount, reading.query.where]),
  )
  return one === other
}

/** The figures that words may mean: a sum first, then the number of rows and what these come to. */
function figuresFor(words: string, tail: string, readers: Readers): readonly Figure[] {
  const { ontology, read } = readers
  const formula = splitExplained(words)?.formula ?? words
  const product = splitFigures(formula).find(({ operator }) => operator === '*')
  const made = product === undefined ? null : readProduct(product, tail, readers)
  const figure = made === null ? null : figureIn(made, ontology)
  if (product !== undefined) return figure === null ? [] : [figure]
  const isCount = /^(?:the )?(?:number|count) of\b/i.test(words)
  const asked = isCount
    ? [`${words} ${tail}`]
    : [
        `${words} ${tail}`,
        `how much are ${words} ${tail}`,
        `total ${words} ${tail}`,
        `how many ${words} ${tail}`,
      ]
  const found = asked.flatMap((question) => {
    const one = figureOf(read(question.trim()), ontology)
    return one === null ? [] : [one]
  })
  const counted = isCount ? [] : found.flatMap((one) => inMoney(one, ontology) ?? [])
  const all = [...found.filter(({ kind }) => kind !== 'count'), ...counted, ...found]
  return [...new Map(all.map((one) => [JSON.stringify([one.amount, one.reading.query]), one])).values()]
}

/** Two columns of the same rows: their sums in each group, or both values of each row where the rows are asked for one by one. */
function readPair(split: TwoFigures, tail: string, { ontology, read }: Readers): Reading | null {
  const pair = fieldPair(split.left, split.right, ontology)
  if (pair === null) return null
  const { dataset } = pair
  const [left, right] = [fieldRef(dataset, pair.left), fieldRef(dataset, pair.right)]
  const listed = eachOf(dataset, tail, ontology)
  if (listed !== null) {
    const names = nameFields(dataset).map((one) => fieldRef(dataset, one))
    const found = listed === '' ? null : read(`list ${dataset.label} ${listed}`)
    if (names.length === 0 || (found !== null && found.status !== 'readings')) return null
    const before = found === null ? null : found.readings[0]
    if (before !== null && (before.unmatched.length > 0 || before.query.subject !== dataset.name)) return null
    const base = before?.query ?? emptyQuery(dataset)
    if (base.groupBy.length > 0 || base.limit !== null) return null
    const outputs = [
      ...names.map((expression) => ({ expression, label: '' })),
      { expression: calculated(left, right, split), label: '' },
    ]
    const query = { ...base, outputs, orderBy: [], distinct: false }
    return readingOf(before === null ? [] : [before], query, ontology)
  }
  const rows = figureOf(read(`how many ${dataset.label} ${tail}`.trim()), ontology)
  if (rows === null || countedRows(rows, ontology) !== dataset) return null
  const query = mergeFigures(
    withAmount(rows, aggregate('sum', left)),
    withAmount(rows, aggregate('sum', right)),
    split,
    ontology,
  )
  return query === null ? null : readingOf([rows.reading], query, ontology)
}

/** "for each product" of products, or nothing at all of things with prices: the words beside it. Null where other groups are asked for. */
function eachOf(dataset: Dataset, tail: string, ontology: Ontology): string | null {
  const own = nameWords(dataset.label)
  const each = /\b(?:per|by|for each|for every)\s+(?:the\s+)?(\p{L}[\p{L}-]*(?: \p{L}[\p{L}-]*)?)/iu.exec(
    tail,
  )
  if (each === null) return null
  const said = nameWords(each[1] ?? '')
  const { thingCalled, partyNamed } = businessOf(ontology)
  const [word = ''] = said
  const isCalled = said.length === 1 && [thingCalled(word), partyNamed(word)].includes(dataset)
  return isCalled || said.join(' ') === own.join(' ') ? tail.replace(each[0], '').trim() : null
}

/** "hours times hourly rate": of each row, then added up. A figure of the data that is made of both is used as it is. */
function readProduct({ left, right }: TwoFigures, tail: string, readers: Readers): Reading | null {
  for (const [many, rate] of [
    [left, right],
    [right, left],
  ] as const) {
    const made = scaledFigure(many, rate, tail, readers)
    if (made !== null) return made
  }
  return null
}

function scaledFigure(many: string, rate: string, tail: string, readers: Readers): Reading | null {
  const { ontology, read } = readers
  for (const figure of figuresFor(many, tail, readers)) {
    const home = ontology.datasets.find(({ name }) => name === figure.home)
    if (figure.kind !== 'sum' || home === undefined) continue
    const factors = [home, ...parentsOf(home, ontology)].flatMap((dataset) => {
      const field = fieldNamed(rate, dataset)
      return field === null ? [] : [fieldRef(dataset, field)]
    })
    const [factor, ...others] = factors
    if (factor === undefined || (others.length > 0 && factor.dataset !== home.name)) continue
    const amount = scaled(figure.amount, factor, ontology)
    if (amount === null) continue
    const metric = ontology.metrics.find(
      ({ name }) => productsIn(metricExpression(name, ontology)) === productsIn(amount),
    )
    const named = metric === undefined ? null : figureOf(read(`${metric.label} ${tail}`.trim()), ontology)
    if (named !== null && named.amount.kind === 'metric' && named.amount.name === metric?.name)
      return named.reading
    const { query } = figure.reading
    const outputs = [...figure.groups, { expression: amount, label: '' }]
    return readingOf([figure.reading], { ...query, outputs, orderBy: [] }, ontology)
  }
  return null
}

/** What is added up, without the conditions of its rows. */
function productsIn(of: Expression): string {
  return JSON.stringify(figuresIn(of).map((one) => (one.kind === 'aggregate' ? [one.function, one.of] : one)))
}

function scaled(of: Expression, factor: Expression, ontology: Ontology): Expression | null {
  if (of.kind === 'metric') return scaled(metricExpression(of.name, ontology), factor, ontology)
  if (of.kind === 'aggregate' && of.function === 'sum')
    return { ...of, of: { kind: 'arithmetic', operator: '*', left: of.of, right: factor } }
  if (of.kind !== 'arithmetic' || of.operator === '*' || of.operator === '/') return null
  const [left, right] = [scaled(of.left, factor, ontology), scaled(of.right, factor, ontology)]
  return left === null || right === null ? null : { ...of, left, right }
}

/** As sure as the least sure part, with what all of them assume. */
export function readingOf(
  parts: readonly Reading[],
  made: Reading['query'],
  ontology: Ontology,
): Reading | null {
  if ('status' in planJoins(made, ontology)) return null
  const query = headed(made, ontology)
  const restatement = restate(query, ontology)
  const confidence = Math.min(sure, ...parts.map((one) => one.confidence))
  const notes = parts.flatMap(({ assumptions }) => assumptions)
  const kept = notes.filter(({ about }) => about !== doubtAbout)
  const isDoubted = notes.length > kept.length || confidence < 0.7
  const doubt: Assumption = {
    about: doubtAbout,
    says: `Read as: ${restatement}.`,
    changesNumbers: true,
  }
  const assumptions = [...new Map(kept.map((note) => [note.says, note])).values()]
  return {
    query,
    evidence: parts.flatMap(({ evidence }) => evidence),
    assumptions: [...assumptions, ...(isDoubted ? [doubt] : [])],
    unmatched: [],
    score: 1,
    confidence,
    restatement,
  }
}

const sure = 0.9
