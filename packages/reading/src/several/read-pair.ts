import type { Ontology } from '@quipu/query'
import { readingOf } from '../frames/read-frame.ts'
import type { Frame, MeasureSlot } from '../plan/frame.ts'
import type { Plan } from '../plan/plan.ts'
import type { Reading } from '../plan/reading.ts'

/** Two figures with one "and" between them, each as a question of its own. */
export interface Pair {
  readonly first: string
  readonly second: string
}

const money =
  '(?:revenue|sales|turnover|takings|income|profit|earnings|margin|cost|costs|spending|refunds|discounts)'
const figure = String.raw`(?:(?:the )?(?:number|count) of \p{L}+(?: \p{L}+)?|how (?:many|much) \p{L}+(?: \p{L}+)??|(?:the )?(?:total |average |net |gross )?${money}|(?:the )?average \p{L}+(?: \p{L}+)?)`
const tail = String.raw`(?<tail>(?:,? (?:this|last|in|since|so far|per|by|for|each|during|between|from|on|at|of|split) .+)?)`
const pair = new RegExp(
  String.raw`^(?:(?:what (?:is|are|was|were)|show me|show|give me|list) )?(?<first>${figure})(?:,| and| &| plus|, and) (?<second>${figure})${tail}$`,
  'iu',
)
/** "how much did we sell last month and in how many orders" */
const within =
  /^(?<first>how much .+?)(?:,| and|, and) (?:in|on|with|over|from|across) (?<second>how many \p{L}+(?: \p{L}+)?)$/iu
const period = /\b(?:this|last|so far|since|in|yesterday|today)\b.*$/iu

/** Null where the question asks for one figure, or in another way. */
export function splitPair(question: string): Pair | null {
  const text = question.trim().replace(/\s*[?!.]+$/, '')
  const both = pair.exec(text)?.groups
  if (both !== undefined)
    return { first: `${both['first']}${both['tail']}`, second: `${both['second']}${both['tail']}` }
  const inside = within.exec(text)?.groups
  if (inside?.['first'] === undefined) return null
  return {
    first: inside['first'],
    second: `${inside['second']} ${period.exec(inside['first'])?.[0] ?? ''}`.trim(),
  }
}

/** Reads both figures and shows them side by side, where they have the same rows, periods and groups. */
export function readPair(question: string, ontology: Ontology, read: (part: string) => Plan): Plan | null {
  const split = splitPair(question)
  if (split === null) return null
  const [one, other] = [read(split.first), read(split.second)]
  if (one.status !== 'readings' || other.status !== 'readings') return null
  const [first, second] = [one.readings[0], other.readings[0]]
  if (first.frame === undefined || second.frame === undefined) return null
  const frame = together(first.frame, second.frame)
  const made = frame === null ? null : readingOf(frame, question, ontology)
  return made === null ? null : { status: 'readings', readings: [asSure(made, first, second)] }
}

/** As sure as the one that is less sure, with what both assume. */
function asSure(made: Reading, first: Reading, second: Reading): Reading {
  const notes = [...first.assumptions, ...second.assumptions, ...made.assumptions]
  const assumptions = [...new Map(notes.map((note) => [note.says, note])).values()]
  return { ...made, assumptions, confidence: Math.min(first.confidence, second.confidence) }
}

function together(first: Frame, second: Frame): Frame | null {
  const isPlain = (frame: Frame): boolean =>
    frame.rank === null && frame.share === null && frame.isGrowth !== true && frame.measures.length > 0
  const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
  if (!isPlain(first) || !isPlain(second) || !isSame(first.groups, second.groups)) return null
  if (!isSame([first.time, first.against], [second.time, second.against])) return null
  const isDated = first.time !== null || first.groups.some(({ kind }) => kind === 'period' || kind === 'part')
  if (isDated && !isSame(first.moment, second.moment)) return null
  const [one, other] = [alone(first), alone(second)]
  const filters = one.filters.filter((filter) => other.filters.some((each) => isSame(each, filter)))
  // A filter of one figure alone would narrow the other.
  if (one.filters.length + other.filters.length !== filters.length * 2) return null
  return {
    ...first,
    subject: null,
    measures: [...one.measures, ...other.measures],
    filters,
    notes: [...first.notes, ...second.notes],
  }
}

/** A number of some rows keeps its conditions to itself. */
function alone(frame: Frame): Pick<Frame, 'measures' | 'filters'> {
  const [slot, ...more] = frame.measures
  const [filter, ...others] = frame.filters
  if (slot?.kind !== 'count' || filter === undefined || more.length + others.length > 0) return frame
  const rate: MeasureSlot = { kind: 'rate', dataset: slot.dataset, condition: filter.condition, of: 'count' }
  return { measures: [rate], filters: [] }
}
