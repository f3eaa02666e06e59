import { isReadingDoubt } from './dialogue/reading-doubt.ts'
import type { Plan } from './plan/plan.ts'
import type { Reading } from './plan/reading.ts'
import { traitsOf } from './confidence/query-traits.ts'

/** Whether the grammar's plan is to be trusted more than the reading by slots, which has no word of business. */
export function isForGrammar(slots: Reading, plain: Plan, question: string): boolean {
  return (
    !isLeftOut(slots, plain, question) &&
    !countsLines(slots, plain) &&
    isClear(plain, isPlain(slots) || dividesByValues(slots, plain) ? 0 : 0.85)
  )
}

/** "the average price of red and white wines": the grammar has a figure for each value that slots only filter by. */
function dividesByValues({ frame }: Reading, plain: Plan): boolean {
  const [only, ...more] = plain.status === 'readings' ? plain.readings[0].query.groupBy : []
  if (frame === undefined || only?.kind !== 'field' || more.length > 0 || frame.groups.length > 0)
    return false
  return frame.rank === null && frame.filters.some(({ key }) => key === `${only.dataset}.${only.field}`)
}

/** Where a sale has a row for each of its lines, the grammar counts rows, and slots count sales. */
function countsLines({ query }: Reading, plain: Plan): boolean {
  if (plain.status !== 'readings') return false
  const figures = (of: Reading['query']): string =>
    JSON.stringify(of.outputs.map(({ expression }) => expression))
  return (
    /"function":"count","of":\{"kind":"field"[^}]*\},"distinct":true/.test(figures(query)) &&
    /"function":"count","of":\{"kind":"rows"/.test(figures(plain.readings[0].query))
  )
}

/** Whether the grammar alone is sure of its reading, from `least` on, or has found a doubt of its own in the words. */
function isClear(plan: Plan, least: number): boolean {
  if (plan.status === 'clarification') return !isReadingDoubt(plan)
  if (plan.status !== 'readings') return false
  const [{ confidence, assumptions }] = plan.readings
  return confidence >= least && !assumptions.some(({ changesNumbers }) => changesNumbers)
}

/** Whether slots filter or divide by something that the grammar has no use for: then the grammar lost a word. */
function isLeftOut({ frame }: Reading, plain: Plan, question: string): boolean {
  if (plain.status !== 'readings') return false
  const { query } = plain.readings[0]
  const { fields } = traitsOf(query)
  const isDivided = frame?.groups.some(({ kind }) => kind === 'thing' || kind === 'field') === true
  // "each account manager" asks for several figures.
  if (
    /\b(?:each|every|per|by)\b/i.test(question) &&
    isDivided &&
    query.groupBy.length === 0 &&
    query.limit === null
  )
    return true
  // "which mechanic finished the most repairs" asks for a mechanic.
  const shown = JSON.stringify(query.outputs)
  const isOther = (one: NonNullable<Reading['frame']>['groups'][number]): boolean =>
    one.kind === 'thing' && !shown.includes(`"dataset":${JSON.stringify(one.dataset)}`)
  // "jobs per mechanic" asks for each of them by name, and not by a code.
  const isGrouped = query.groupBy.length > 0
  if (frame !== undefined && (frame.rank !== null || isGrouped) && frame.groups.some(isOther)) return true
  return (
    frame?.filters.some(({ condition }) =>
      [...traitsOf(condition).fields].some((one) => !fields.has(one)),
    ) === true
  )
}

/** Nothing but figures, groups and filters. Rankings, shares and comparisons are what slots know best. */
function isPlain({ frame }: Reading): boolean {
  return (
    frame !== undefined &&
    frame.rank === null &&
    frame.share === null &&
    frame.against === null &&
    !frame.filters.some(({ condition }) => condition.kind === 'or')
  )
}
