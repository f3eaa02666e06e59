import type { Condition, Dataset, Expression, Ontology, Query } from '@quipu/query'
import { reachesOne } from './business/nearest.ts'
import { emptyQuery } from './interpret/builder.ts'
import { nameWords } from './lexicon/name-words.ts'
import type { Reading } from './plan/reading.ts'
import { allOf, conjuncts } from './restate/fields.ts'
import { restate } from './restate/restate.ts'

/**
 * "clients without an active project": those with none of these rows, whatever other rows they have. A condition that there is a
 * project, or that one is in another state, is not asked for.
 */
export function withNoneOfThese(reading: Reading, ontology: Ontology, question: string): Reading {
  const { query } = reading
  const denied = deniedIn(question)
  if (denied.length === 0 || query.combine !== null || query.groupBy.length > 0) return reading
  const rows = ontology.datasets.filter(
    (each) =>
      each.name !== query.subject &&
      !reachesOne(query.subject, each.name, ontology) &&
      denied.includes(nameWords(each.label).at(-1) ?? '') &&
      timesSaid(each, question) === 1,
  )
  const before = conjuncts(query.where)
  const after = rows.reduce((all, each) => noneOf(all, each, query), before)
  if (JSON.stringify(after) === JSON.stringify(before)) return reading
  const changed = { ...query, where: allOf(after) }
  return { ...reading, query: changed, restatement: restate(changed, ontology) }
}

const denial =
  /\b(?:without|(?:with|have|has|had|having|got) no|(?:do|does|did)(?: not|n['’]t) have)\b(?: any| an?)? ((?:[\p{L}-]+ ){0,3}[\p{L}-]+)/giu

/** The nouns within four words of "no" or "without". */
function deniedIn(question: string): readonly string[] {
  return [...question.matchAll(denial)].flatMap(([, words = '']) => nameWords(words))
}

function timesSaid({ label }: Dataset, question: string): number {
  const head = nameWords(label).at(-1) ?? ''
  return nameWords(question).filter((word) => word === head).length
}

function noneOf(all: readonly Condition[], rows: Dataset, { subject }: Query): readonly Condition[] {
  const isDenied = all.some(
    (one) => one.kind === 'not' && one.of.kind === 'related' && one.of.query.subject === rows.name,
  )
  const others = all.filter((one) => !isDenied || !isPresence(one, rows))
  return others.map((one): Condition => {
    const is = isDenied ? null : deniedState(one, rows)
    return is === null
      ? one
      : { kind: 'not', of: { kind: 'related', of: subject, query: { ...emptyQuery(rows), where: is } } }
  })
}

/** There is such a row, whatever its state. */
function isPresence(condition: Condition, rows: Dataset): boolean {
  if (condition.kind !== 'not' || condition.of.kind !== 'null') return false
  const { of } = condition.of
  return isOf(of, rows) && of.kind === 'field' && rows.primaryKey.includes(of.field)
}

/** The state that rows must not have. */
function deniedState(condition: Condition, rows: Dataset): Condition | null {
  if (condition.kind === 'compare' && condition.operator === '!=' && isOf(condition.left, rows))
    return { ...condition, operator: '=' }
  if (condition.kind !== 'not') return null
  const { of } = condition
  const isState = (of.kind === 'compare' && isOf(of.left, rows)) || (of.kind === 'in' && isOf(of.of, rows))
  return isState ? of : null
}

function isOf(expression: Expression, { name }: Dataset): boolean {
  return expression.kind === 'field' && expression.dataset === name
}
