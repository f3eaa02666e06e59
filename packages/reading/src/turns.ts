import { days, inZone, type Condition, type Expression, type Ontology } from '@quipu/query'
import { aggregate, compare, emptyQuery, field as fieldOf, literal } from './interpret/builder.ts'
import { mapped } from './interpret/mapped.ts'
import {
  calledBy,
  spanRowsOf,
  standFor,
  turns,
  turnValue,
  type SpanRows,
  type Turn,
} from './lexicon/span-rows.ts'
import type { Plan } from './plan/plan.ts'
import type { ReadingContext } from './plan/reading-context.ts'
import type { Assumption, Reading } from './plan/reading.ts'
import { renewed } from './several/renewed.ts'

/** "this term" is the term that began last, "last term" the one before it, and "next term" the first that has not begun. */
export function withTurnsDated(plan: Plan, ontology: Ontology, { now, timeZone }: ReadingContext): Plan {
  const spans = ontology.datasets.flatMap((each) => spanRowsOf(each) ?? [])
  if (spans.length === 0 || plan.status === 'verified') return plan
  const today = inZone(now, timeZone).slice(0, 10)
  const spoken = asSaid(plan, spans)
  if (spoken.status === 'clarification')
    return { ...spoken, readings: spoken.readings.map((one) => dated(one, spans, today, ontology)) }
  if (spoken.status !== 'readings') return spoken
  const [first, ...rest] = spoken.readings
  return {
    ...spoken,
    readings: [
      dated(first, spans, today, ontology),
      ...rest.map((one) => dated(one, spans, today, ontology)),
    ],
  }
}

/** In the words of the question again. */
function asSaid(plan: Plan, spans: readonly SpanRows[]): Plan {
  const text = JSON.stringify(plan)
  const spoken = eachTurn(spans).reduce(
    (one, { rows, turn }) => one.replaceAll(standFor(turn, rows), `${turn} ${calledBy(rows.dataset)}`),
    text,
  )
  // Safe: plans are plain data, of which only words were replaced.
  return spoken === text ? plan : (JSON.parse(spoken) as Plan)
}

function dated(reading: Reading, spans: readonly SpanRows[], today: string, ontology: Ontology): Reading {
  return eachTurn(spans).reduce((one, { rows, turn }) => {
    const value = turnValue(turn, rows)
    if (!JSON.stringify(one.query).includes(JSON.stringify(value))) return one
    const condition = isTurn(turn, rows, today)
    const query = mapped(one.query, (part) => (saysValue(part, value) ? condition : part))
    const made = renewed(one, query, [noteOf(turn, rows)], ontology)
    const plainly = (text: string): string => text.replaceAll(value, value.slice(1, -1))
    return made === null
      ? one
      : {
          ...made,
          restatement: plainly(one.restatement),
          assumptions: made.assumptions.map((each) => ({
            ...each,
            says: plainly(each.says.replaceAll(made.restatement, one.restatement)),
          })),
        }
  }, reading)
}

/** The previous answer as its question said it, so that "and last term?" puts another term in its place. */
export function withTurnsSaidBefore(context: ReadingContext, ontology: Ontology): ReadingContext {
  const spans = ontology.datasets.flatMap((each) => spanRowsOf(each) ?? [])
  const { previous, now, timeZone } = context
  if (spans.length === 0 || previous === null) return context
  const today = inZone(now, timeZone).slice(0, 10)
  const query = eachTurn(spans).reduce((one, { rows, turn }) => {
    const condition = JSON.stringify(isTurn(turn, rows, today))
    const said = compare(fieldOf(rows.dataset, rows.name), '=', literal(turnValue(turn, rows)))
    return mapped(one, (part) => (JSON.stringify(part) === condition ? said : part))
  }, previous.reading.query)
  return { ...context, previous: { ...previous, reading: { ...previous.reading, query } } }
}

function eachTurn(spans: readonly SpanRows[]): readonly { readonly rows: SpanRows; readonly turn: Turn }[] {
  return spans.flatMap((rows) => turns.map((turn) => ({ rows, turn })))
}

function noteOf(turn: Turn, { dataset, begin }: SpanRows): Assumption {
  const which =
    turn === 'next'
      ? 'the first that has not begun'
      : turn === 'this'
        ? 'the one that began last'
        : 'the one before the one that began last'
  return {
    about: `meaning of ${turn} ${calledBy(dataset)}`,
    says: `“${turn} ${calledBy(dataset)}” is ${which}, by ${begin.label}.`,
    changesNumbers: false,
  }
}

function saysValue(part: unknown, value: string): boolean {
  if (typeof part !== 'object' || part === null || !('kind' in part)) return false
  const text = JSON.stringify(part)
  return (
    (part.kind === 'compare' || part.kind === 'in' || part.kind === 'like') &&
    text.includes(JSON.stringify(value))
  )
}

/** The row whose first day is the latest, or the next one, of those on this side of today. */
function isTurn(turn: Turn, { dataset, begin }: SpanRows, today: string): Condition {
  const of = fieldOf(dataset, begin)
  const tomorrow = days.add(today, 1, 'day')
  const edge = (which: 'min' | 'max', where: Condition): Expression => ({
    kind: 'scalar',
    query: {
      ...emptyQuery(dataset),
      outputs: [{ expression: aggregate(which, of), label: begin.label }],
      where,
    },
  })
  const begun: Condition = { kind: 'during', of, start: null, end: tomorrow }
  const latest = edge('max', begun)
  if (turn === 'this') return compare(of, '=', latest)
  if (turn === 'next')
    return compare(of, '=', edge('min', { kind: 'during', of, start: tomorrow, end: null }))
  return compare(of, '=', edge('max', { kind: 'compare', left: of, operator: '<', right: latest }))
}
