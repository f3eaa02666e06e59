import type { Ontology, Query } from '@quipu/query'
import type { Candidate, Interpretation } from '../confidence/interpretation.ts'
import { confidenceOf } from '../confidence/confidence.ts'
import { droppedWords } from '../confidence/dropped.ts'
import { leftoversOf } from '../confidence/leftovers.ts'
import { withDefaultOrder } from '../interpret/default-order.ts'
import { isNumberField, mergeCalculation } from './merge-calculation.ts'
import { isAddedUp, splitPer } from './split-per.ts'
import { splitRate } from './split-rate.ts'
import { splitCalculation, type SplitCalculation } from './split-calculation.ts'

export type Interpret = (question: string) => Interpretation

/** Ratios and differences of two amounts. Each amount is read as a question, and both become one query. */
export function readCalculation(
  question: string,
  ontology: Ontology,
  interpret: Interpret,
): Candidate | null {
  let best: { candidate: Candidate; trust: number } | null = null
  const splits = [
    ...splitCalculation(question),
    ...splitRate(question, ontology),
    ...splitPer(question, ontology),
  ]
  for (const split of splits.slice(0, mostSplits)) {
    const left = amountOf(split.left, split, ontology, interpret)
    const right = amountOf(split.right, split, ontology, interpret)
    if (left === null || right === null) continue
    if (split.isOfAmounts === true && !isOfAmounts(left, right, ontology)) continue
    const merged = mergeCalculation(left.query, right.query, split, ontology)
    const query = merged === null ? null : ranked(merged, split)
    if (query === null) continue
    const trust = Math.min(confidenceOf(left.features), confidenceOf(right.features))
    if (best === null || trust > best.trust + (split.tail === '' ? clearly : 0))
      best = {
        trust,
        candidate: {
          ...left,
          query: withDefaultOrder(query, ontology),
          features: worse(left, right),
          explains: split.words ?? askingWords,
        },
      }
  }
  return best?.candidate ?? null
}

function isOfAmounts(left: Candidate, right: Candidate, ontology: Ontology): boolean {
  const amounts = [left, right].map(({ query }) => JSON.stringify(query.outputs.at(-1)?.expression))
  return amounts[0] !== amounts[1] && isAddedUp(left.query, ontology) && isAddedUp(right.query, ontology)
}

/** "which shop has the highest return rate": the groups ordered by the result, only the first. */
function ranked(query: Query, { rank }: SplitCalculation): Query | null {
  if (rank === undefined) return query
  const result = query.outputs.at(-1)
  if (result === undefined || query.groupBy.length === 0) return null
  const orderBy = [{ expression: result.expression, direction: rank }]
  return { ...query, outputs: query.outputs.slice(0, -1), orderBy, limit: 1 }
}

/** "how does the ratio vary across …" */
const askingWords = ['vary', 'varies', 'differ', 'differs', 'change', 'changes', 'compare', 'compares']
const mostSplits = 6
/** The last words apply to both amounts, unless another split is clearly understood better. */
const clearly = 0.15

/** "boats with sails" are counted; "length of the boats" is used as it is. */
function amountOf(
  words: string,
  { tail }: SplitCalculation,
  ontology: Ontology,
  interpretAny: Interpret,
): Candidate | null {
  const interpret: Interpret = (question) => {
    const found = interpretAny(question)
    return losesCondition(found) ? { ...found, candidates: [] } : found
  }
  const plain = words.replace(/^(?:the|all|a)\s+/i, '')
  const asked = interpret(`what is the ${plain} ${tail}`.trim()).candidates[0]
  const isAggregate =
    asked?.query.outputs.some(
      ({ expression }) => expression.kind === 'aggregate' || expression.kind === 'metric',
    ) === true
  if (asked !== undefined && isAggregate) return asked
  if (asked?.query.outputs.some(({ expression }) => isNumberField(expression, ontology)) === true)
    return tail.startsWith('for each')
      ? (interpret(`what is the total ${plain} ${tail}`).candidates[0] ?? asked)
      : asked
  return interpret(`how many ${plain} ${tail}`.trim()).candidates[0] ?? null
}

/** "closed shops", "visits on weekends": without such words an amount would be that of all rows. */
function losesCondition({ chunks, times, draft, candidates: [best] }: Interpretation): boolean {
  if (best === undefined) return false
  const isLost = leftoversOf(chunks, draft).some(
    ({ sort, chunk }) =>
      narrowing.has(sort) ||
      // Before a thing a participle says which ones.
      (sort === 'verb' && (chunks[chunks.indexOf(chunk) + 1]?.nouns.length ?? 0) > 0),
  )
  return isLost || droppedWords(chunks, times, best.building, best.query).length > 0
}

const narrowing: ReadonlySet<string> = new Set(['name', 'quoted', 'time', 'quality'])

/** As confident as the less confident half. */
function worse(left: Candidate, right: Candidate): Candidate['features'] {
  const { features } = confidenceOf(left.features) < confidenceOf(right.features) ? left : right
  return { ...features, arithmetic: 1 }
}
