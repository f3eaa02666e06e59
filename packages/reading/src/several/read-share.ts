import type { Condition, Expression, Ontology, Query } from '@quipu/query'
import { isReadingDoubt } from '../dialogue/reading-doubt.ts'
import { momentOf } from '../business/moments.ts'
import { whatIsDecided } from '../frames/decided-rows.ts'
import { readingOf } from '../frames/read-frame.ts'
import { aggregate, and } from '../interpret/builder.ts'
import type { Frame, MeasureSlot } from '../plan/frame.ts'
import type { Plan } from '../plan/plan.ts'
import type { Assumption, Reading } from '../plan/reading.ts'
import { renewed } from './renewed.ts'
import { shareOfEach } from '../frames/values-compared.ts'
import { splitShare, type SplitShare } from './split-share.ts'

/**
 * Reads a question for a part of the whole by what it counts: of all rows of the period, those that meet the conditions. Null where it
 * asks for no part, or where what it counts is not understood.
 */
export function readShare(question: string, ontology: Ontology, read: (main: string) => Plan): Plan | null {
  const split = splitShare(question)
  if (split === null) return null
  const plan = read(split.question)
  if (plan.status !== 'readings') return null
  const [first] = plan.readings
  if (first.unmatched.length > 0) return null
  const notes = wholeNotes(split, first, read, ontology)
  if (notes === null) return null
  const whole =
    first.frame === undefined
      ? partOfQuery(first, split.isBoth, ontology)
      : partOfFrame(first, first.frame, split, ontology)
  if (whole === null) return null
  return { status: 'readings', readings: [{ ...whole, assumptions: [...whole.assumptions, ...notes] }] }
}

/** How sure a plan is of the part that it shows. 0 where it shows none, or how a whole is spread over groups. */
export function trustInShare(plan: Plan): number {
  if (plan.status !== 'readings') return 0
  const [{ query, frame, confidence }] = plan.readings
  // "what share is tea and what is coffee" asks for both.
  if (frame?.notes.some(({ about }) => about === shareOfEach) === true) return 1
  const isShown = query.outputs.some(({ expression }) =>
    /"(?:share|arithmetic|portion)"/.test(JSON.stringify(expression)),
  )
  const isSpread = frame !== undefined && frame.share !== null
  return isShown && !isSpread ? confidence : 0
}

/** Whether the words for the whole mean the rows that are counted. Null where they mean other rows. */
function wholeNotes(
  { whole }: SplitShare,
  { query }: Reading,
  read: (main: string) => Plan,
  ontology: Ontology,
): readonly Assumption[] | null {
  if (whole === null) return []
  const plan = read(`how many ${whole}`)
  const rows = ontology.datasets.find(({ name }) => name === query.subject)
  if (plan.status === 'readings')
    return plan.readings[0].query.subject === query.subject && plan.readings[0].query.where === null
      ? []
      : null
  if (plan.status === 'clarification' && !isReadingDoubt(plan)) return null
  const says = `“${whole}” is read as all ${rows?.label ?? 'rows'}.`
  return [{ about: `meaning of ${whole}`, says, changesNumbers: true }]
}

function partOfFrame(
  reading: Reading,
  frame: Frame,
  { isBoth, question }: SplitShare,
  ontology: Ontology,
): Reading | null {
  const [slot, ...more] = frame.measures
  if (slot?.kind !== 'count' || more.length > 0 || frame.rank !== null || frame.against !== null) return null
  const own = momentOf(slot.dataset, ontology)
  // "cancelled this year": of the rows of this year, those that were cancelled.
  const isOfEvent = frame.time !== null && !frame.isTimeInside && frame.moment?.field !== own?.field
  const event: readonly Condition[] =
    isOfEvent && frame.moment !== null ? [{ kind: 'not', of: { kind: 'null', of: frame.moment } }] : []
  const parts = frame.filters.filter(({ key }) => !key.startsWith('of '))
  const condition = and([...parts.map((one) => one.condition), ...event])
  if (condition === null || (isOfEvent && own === null) || frame.isTimeInside) return null
  const rate = (of: 'count' | 'percent'): MeasureSlot => ({
    kind: 'rate',
    dataset: slot.dataset,
    condition,
    of,
  })
  const made = readingOf(
    {
      ...frame,
      measures: isBoth ? [rate('count'), rate('percent')] : [rate('percent')],
      filters: frame.filters.filter((one) => !parts.includes(one)),
      moment: isOfEvent ? own : frame.moment,
    },
    question,
    ontology,
  )
  if (made === null) return null
  const notes = made.assumptions.filter(({ about }) => about === whatIsDecided)
  return renewed({ ...reading, frame: made.frame ?? frame }, made.query, notes, ontology)
}

/** The same of a query that counts rows: periods narrow all of them, other conditions those that are a part. */
function partOfQuery(reading: Reading, isBoth: boolean, ontology: Ontology): Reading | null {
  const { query } = reading
  const figure = query.outputs.at(-1)?.expression
  if (figure?.kind !== 'aggregate' || figure.function !== 'count' || figure.of.kind !== 'rows') return null
  if (figure.where !== undefined || query.limit !== null || query.having !== null || query.combine !== null)
    return null
  const conditions = conjuncts(query.where)
  const times = conditions.filter(({ kind }) => kind === 'during')
  const where = and(conditions.filter((one) => !times.includes(one)))
  if (where === null) return null
  const part: Expression = { ...figure, where }
  const percent: Expression = {
    kind: 'arithmetic',
    operator: '/',
    left: { kind: 'arithmetic', operator: '*', left: { kind: 'literal', value: 100 }, right: part },
    right: aggregate('count', figure.of),
  }
  const outputs: Query['outputs'] = [
    ...query.outputs.slice(0, -1),
    ...(isBoth ? [{ expression: part, label: '' }] : []),
    { expression: percent, label: '' },
  ]
  return renewed(reading, { ...query, outputs, where: and(times), orderBy: [] }, [], ontology)
}

function conjuncts(where: Condition | null): readonly Condition[] {
  if (where === null) return []
  return where.kind === 'and' ? where.of.flatMap(conjuncts) : [where]
}
