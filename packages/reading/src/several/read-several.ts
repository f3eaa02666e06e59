import { metricExpression, type Dataset, type Expression, type Ontology, type Query } from '@quipu/query'
import { figuresIn, homeOfFigure } from '../doubt/query-parts.ts'
import { validOnly } from '../frames/states.ts'
import { percentOff } from '../metrics/header-discount.ts'
import { endOf } from '../lexicon/event-fields.ts'
import { readingOf } from '../frames/read-frame.ts'
import { whoseSale } from '../frames/whose.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import { aggregate, rows } from '../interpret/builder.ts'
import type { MeasureSlot } from '../plan/frame.ts'
import type { Plan } from '../plan/plan.ts'
import type { Assumption, Reading } from '../plan/reading.ts'
import { amountOf, owedAmount } from '../frames/amount-of.ts'
import { columnsFor, datedRows } from './columns-for.ts'
import { readPartOfCounted } from './part-of-counted.ts'
import { readPair, splitPair } from './read-pair.ts'
import { renewed } from './renewed.ts'
import { splitAsks, type Also } from './split-asks.ts'

/** Reads a question for two things by its main part, and adds the other one. Null where it asks for one, or the other has no place. */
export function readSeveral(question: string, ontology: Ontology, read: (main: string) => Plan): Plan | null {
  const part = readPartOfCounted(question, ontology, read)
  if (part !== null) return part
  const split = splitAsks(question)
  if (split === null) return readPair(question, ontology, read)
  const plan = read(split.question)
  if (plan.status !== 'readings') return null
  const [first] = plan.readings
  // What lost a word alone has lost it here too.
  if (first.unmatched.length > 0 || first.assumptions.some(({ about }) => about === 'words not understood'))
    return null
  const whole = isFigure(split.also)
    ? withFigure(first, split.also, split.question, ontology)
    : withColumns(first, split.also, ontology)
  return whole === null ? null : { status: 'readings', readings: [whole] }
}

/** Says so where the second thing that a question asks for is not shown. */
export function withLostAsk(plan: Plan, question: string): Plan {
  const split = splitAsks(question) ?? (splitPair(question) === null ? null : { also: 'count' as const })
  if (split === null || plan.status !== 'readings') return plan
  const [first, ...rest] = plan.readings
  const isShown = isFigure(split.also) ? showsSeveral(plan) : first.query.outputs.length > 1
  const isSaid = first.assumptions.some(({ changesNumbers }) => changesNumbers)
  if (isShown || isSaid) return plan
  const says = 'The question asks for two things, and one of them is not shown.'
  const note: Assumption = { about: 'words not understood', says, changesNumbers: true }
  return { ...plan, readings: [{ ...first, assumptions: [note, ...first.assumptions] }, ...rest] }
}

/** Whether a plan shows two figures already. */
export function showsSeveral(plan: Plan): boolean {
  return (
    plan.status === 'readings' &&
    plan.readings[0].query.outputs.filter(({ expression }) => figuresIn(expression).length > 0).length > 1
  )
}

function isFigure(also: Also): also is 'amount' | 'count' {
  return also === 'amount' || also === 'count'
}

interface Added {
  readonly slot: MeasureSlot | null
  readonly expression: Expression
  readonly notes: readonly Assumption[]
}

function withFigure(
  reading: Reading,
  also: 'amount' | 'count',
  question: string,
  ontology: Ontology,
): Reading | null {
  const figures = reading.query.outputs.map(({ expression }) => expression).filter(isAggregated)
  const [figure, ...more] = figures
  const home = figure === undefined || more.length > 0 ? null : homeOfFigure(figure, ontology)
  const dataset = ontology.datasets.find(({ name }) => name === home)
  const sold = figure === undefined || also !== 'amount' ? null : revenueBeside(figure, ontology)
  if (figure === undefined || (dataset === undefined && sold === null)) return null
  const beside = (rows: Dataset): Added | null =>
    also === 'amount'
      ? amountBeside(figure, rows, question, reading.query, ontology)
      : countBeside(figure, rows, ontology)
  const added = sold ?? (dataset === undefined ? null : beside(dataset))
  if (added === null) return null
  const { frame } = reading
  const made =
    frame === undefined || added.slot === null
      ? null
      : readingOf({ ...frame, measures: [...frame.measures, added.slot] }, question, ontology)
  const query = made?.query ?? withOutputs(reading.query, [added.expression])
  return renewed(
    { ...reading, ...(made === null ? {} : { frame: made.frame ?? frame }) },
    query,
    added.notes,
    ontology,
  )
}

function isAggregated(expression: Expression): boolean {
  return figuresIn(expression).length > 0
}

/** The amount of the rows that are counted. Null where something else than rows is counted. */
function amountBeside(
  figure: Expression,
  dataset: Dataset,
  question: string,
  query: Query,
  ontology: Ontology,
): Added | null {
  if (figure.kind !== 'aggregate' || figure.function !== 'count') return null
  const isOfRows = figure.of.kind === 'rows' || figure.of.kind === 'field'
  const isPaid =
    /\b(?:pay|paid|settle|settled)\b/i.test(question) &&
    !/\b(?:not|un|never)\s?(?:yet )?(?:been )?paid\b/i.test(question)
  const owed = isOfRows && isOwed.test(question) ? owedAmount(dataset) : null
  const amount = owed ?? (isOfRows ? amountOf(dataset, ontology, isPaid) : null)
  if (amount === null) return null
  const { slot, expression, label, others } = amount
  const says = `“How much” is read as ${label} of ${dataset.label}.`
  const isPlain = others.length === 0 && slot !== null
  const read = isPlain ? [] : [{ about: 'meaning of how much', says, changesNumbers: slot === null }]
  const notes = [...read, ...beforeDiscount(dataset, label)]
  const valid = figure.where === undefined ? soldOf(dataset, query, ontology) : null
  if (valid !== null && expression.kind === 'aggregate')
    return {
      slot: null,
      expression: { ...expression, where: valid.condition },
      notes: [
        ...notes,
        { about: `meaning of ${label}`, says: `${label}: ${valid.says}`, changesNumbers: false },
      ],
    }
  if (figure.where === undefined) return { slot, expression, notes }
  return expression.kind === 'metric'
    ? null
    : { slot: null, expression: { ...expression, where: figure.where }, notes }
}

/** "how many passes did we sell and for how much": the revenue of the same sales. */
function revenueBeside(figure: Expression, { metrics }: Ontology): Added | null {
  if (figure.kind !== 'metric' || !figure.name.endsWith('units_sold')) return null
  const name = figure.name.replace(/units_sold$/, 'revenue')
  if (!metrics.some((one) => one.name === name)) return null
  return { slot: { kind: 'metric', name }, expression: { kind: 'metric', name }, notes: [] }
}

/** A discount in percent may have to be taken off yet. */
function beforeDiscount(dataset: Dataset, label: string): readonly Assumption[] {
  const off = /\b(?:net|total|paid|due|revenue)\b/i.test(label) ? null : percentOff(dataset)
  if (off === null) return []
  const says = `${label} is added up as it stands; ${off.label} is not taken off.`
  return [{ about: `meaning of ${label}`, says, changesNumbers: true }]
}

const isOwed = /\b(?:overdue|unpaid|outstanding|owed?|owing|past due|not (?:yet )?(?:been )?paid|open)\b/i

/** What was cancelled is counted, but came to nothing, unless the question names the state. */
function soldOf(dataset: Dataset, { where }: Query, ontology: Ontology): ReturnType<typeof validOnly> {
  const valid = endOf(dataset, ontology) === null ? validOnly(dataset.name, ontology) : null
  const field = valid?.key.split('.').at(-1)
  return field === undefined || JSON.stringify(where).includes(JSON.stringify(field)) ? null : valid
}

/** The number of the rows that are added up. */
function countBeside(figure: Expression, dataset: Dataset, ontology: Ontology): Added | null {
  const whole = figure.kind === 'metric' ? metricExpression(figure.name, ontology) : figure
  if (whole.kind !== 'aggregate' || whole.function !== 'sum') return null
  const count = aggregate('count', rows(dataset))
  if (whole.where === undefined)
    return { slot: { kind: 'count', dataset: dataset.name }, expression: count, notes: [] }
  const { where } = whole
  return {
    slot: { kind: 'rate', dataset: dataset.name, condition: where, of: 'count' },
    expression: { kind: 'aggregate', function: 'count', of: rows(dataset), distinct: false, where },
    notes: [],
  }
}

function withColumns(
  reading: Reading,
  also: Exclude<Also, 'amount' | 'count'>,
  ontology: Ontology,
): Reading | null {
  const { query } = reading
  const isList =
    query.groupBy.length === 0 &&
    query.combine === null &&
    !query.outputs.some((one) => isAggregated(one.expression))
  const dates = isList && also === 'when' ? datedRows(query, ontology) : null
  if (dates !== null) return renewed(withoutFrame(reading), dates, [], ontology)
  // The biggest sale is shown with its customer anyway.
  if (!isList && (also === 'who' || also === 'for whom') && showsWhose(query, ontology)) return reading
  const columns = isList ? columnsFor(also, query, ontology) : []
  if (columns.length === 0) return null
  const notes = also === 'who' || also === 'for whom' ? whoIs(also, columns, query, ontology) : []
  return renewed(
    withoutFrame(reading),
    { ...withOutputs(query, columns), keepUnmatched: true },
    notes,
    ontology,
  )
}

function showsWhose(query: Query, ontology: Ontology): boolean {
  const dataset = ontology.datasets.find(({ name }) => name === query.subject)
  const names = dataset === undefined ? [] : whoseSale(dataset, ontology).names
  const shown = query.outputs.map(({ expression }) => JSON.stringify(expression))
  return names.length > 0 && names.every((one) => shown.includes(JSON.stringify(one)))
}

/** Whom "who" means, where rows belong to more than one thing. */
function whoIs(
  also: string,
  columns: readonly Expression[],
  { subject }: Query,
  ontology: Ontology,
): readonly Assumption[] {
  const [first] = columns
  const named = ontology.datasets.find(({ name }) => first?.kind === 'field' && first.dataset === name)
  const rows = ontology.datasets.find(({ name }) => name === subject)
  if (named === undefined || rows === undefined || parentsOf(rows, ontology).length < 2) return []
  return [{ about: `meaning of ${also}`, says: `“${also}” is read as ${named.label}.`, changesNumbers: true }]
}

/** A follow-up would lose what was added. */
function withoutFrame(reading: Reading): Reading {
  const { frame, ...rest } = reading
  return frame === undefined ? reading : rest
}

function withOutputs(query: Query, added: readonly Expression[]): Query {
  return { ...query, outputs: [...query.outputs, ...added.map((expression) => ({ expression, label: '' }))] }
}
