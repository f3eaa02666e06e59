import type { AggregateFunction } from '@quipu/query'
import { isEntity, isNumericNoun, type ChunkKind } from './chunk-kind.ts'
import { endSentence, hasSomething, openClause } from './clauses.ts'
import { readGroup } from './groups.ts'
import { saysShared } from './joints.ts'
import { readOutputNoun } from './output-nouns.ts'
import { takeOwner } from './owners.ts'
import { plainAmount, type ParseState } from './parse-state.ts'
import { readPreposition } from './prepositions.ts'
import { readQuestionWord } from './question-words.ts'
import { readPremodifier, readRanking } from './rankings.ts'
import { readTop } from './top-by.ts'

const aggregateKinds: Readonly<Partial<Record<ChunkKind, AggregateFunction>>> = {
  count: 'count',
  average: 'avg',
  sum: 'sum',
  minimum: 'min',
  maximum: 'max',
  median: 'median',
}
const clauseKinds: ReadonlySet<ChunkKind> = new Set<ChunkKind>([
  'do',
  'that',
  'whose',
  'have',
  'where',
  'not',
  'no',
  'without',
  'except',
  'both',
  'either',
  'be',
  'contains',
  'begins',
  'ends',
  'null',
  'named',
  'comparative',
  '>',
  '>=',
  '<',
  '<=',
  '=',
  '!=',
  'between',
  'before',
  'after',
])

/** The handler for each kind of chunk. Other kinds only start a clause, or mean nothing here. */
const readers: Readonly<Partial<Record<ChunkKind, (state: ParseState, kind: ChunkKind) => void>>> = {
  noun: readOutputNoun,
  superlative: readRanking,
  most: readRanking,
  least: readRanking,
  common: readRanking,
  rare: readRanking,
  value: readPremodifier,
  number: readPremodifier,
  time: readPremodifier,
  range: readPremodifier,
  everything: readWhole,
  distinct: passing((state) => (state.distinct = true)),
  top: readTop,
  bottom: readTop,
  of: passing((state) => (state.afterOf = true)),
  each: passing((state) => (state.afterOf = true)),
  possessive: passing(takeOwner),
  share: passing(readShare),
  ratio: passing(readCalculation),
  difference: passing(readCalculation),
  growth: passing(readCalculation),
  running: passing(readCalculation),
  with: readPreposition,
  preposition: readPreposition,
  by: readPreposition,
  stop: endSentence,
  unknown: readUnknown,
}

/** Reads one step in the part of the question that says what to show. */
export function readOutput(state: ParseState): void {
  const kind = state.kind()
  if (kind === undefined) return
  const aggregate = aggregateKinds[kind]
  if (aggregate !== undefined) return readAggregate(state, aggregate)
  if (kind !== 'noun' && (readGroup(state) || readQuestionWord(state, kind))) return
  const read = readers[kind]
  if (read !== undefined) return read(state, kind)
  if (kind === 'both' && state.kind(state.at - 1) === 'opener') return void state.at++
  if (clauseKinds.has(kind) && hasSomething(state)) return openClause(state)
  state.at++
}

function passing(act: (state: ParseState) => unknown): (state: ParseState) => void {
  return (state) => {
    act(state)
    state.at++
  }
}

function readWhole(state: ParseState): void {
  state.draft.outputs.push({ ...plainAmount(null), frequency: null, isWhole: true })
  state.ownerless = Math.max(0, state.draft.outputs.length - 1)
  state.afterOf = true
  state.at++
}

function readShare(state: ParseState): void {
  state.draft.share = /percent/i.test(state.chunk()?.text ?? '') ? 'percent' : 'fraction'
  state.aggregates.push('count')
}

function readCalculation(state: ParseState): void {
  const kind = state.kind()
  if (kind === 'ratio' || kind === 'difference' || kind === 'growth' || kind === 'running')
    state.draft.calculation = kind
}

function readAggregate(state: ParseState, aggregate: AggregateFunction): void {
  if (followsThing(state)) {
    const { outputs } = state.draft
    outputs.splice(-1, 1, ...outputs.slice(-1).map((each) => ({ ...each, aggregate })))
    if (aggregate === 'count') state.draft.asks = 'count'
    state.at++
    return
  }
  if (
    aggregate === 'count' &&
    state.kind(state.at - 1) === 'noun' &&
    /^number/i.test(state.chunk()?.text ?? '')
  ) {
    state.afterOf = true
    state.at++
    return
  }
  const target = state.chunk(state.next(state.at + 1))
  if (aggregate === 'count' && state.aggregates.length > 0 && target !== undefined && isNumericNoun(target)) {
    state.at++
    return
  }
  if (!state.aggregates.includes(aggregate)) state.aggregates.push(aggregate)
  const text = state.chunk()?.text.toLowerCase() ?? ''
  if (aggregate === 'count') {
    state.aggregates = state.aggregates.filter((each) => each !== 'sum')
    if (state.draft.outputs.length === 0) state.draft.asks = 'count'
  }
  if (/total/.test(text)) state.saysTotal = true
  if (/times|often/.test(text)) state.saysTimes = true
  if (/different|distinct|unique/.test(text)) state.distinct = true
  state.at++
}

/** "payment total by method", "order count": the aggregate applies to the thing right before it. */
function followsThing(state: ParseState): boolean {
  const last = state.draft.outputs.at(-1)
  const isOpen = last?.aggregate === null && last.frequency === null && last.isWhole !== true
  if (!isOpen || last.noun === null || last.noun.chunk !== state.chunk(state.at - 1)) return false
  return (
    isEntity(last.noun.chunk) &&
    /^(?:totals?|sum|count|average|mean|median|maximum|minimum)$/i.test(state.chunk()?.text ?? '') &&
    endsNouns.has(state.kind(state.at + 1) ?? 'stop')
  )
}

const endsNouns: ReadonlySet<ChunkKind> = new Set<ChunkKind>(['stop', 'by', 'per', 'each', 'grain', 'time'])

function readUnknown(state: ParseState): void {
  const chunk = state.chunk()
  if (chunk !== undefined) {
    if (saysShared(chunk)) state.both = true
    else state.draft.ignored.push(chunk)
  }
  state.at++
  if (!hasSomething(state)) return
  const last = state.draft.outputs.at(-1)
  const after = state.kind()
  if (after === 'comma' || after === 'and' || after === 'along' || after === 'of') return
  if (last?.noun !== null && last?.noun !== undefined && state.kind(state.at - 2) === 'noun') {
    state.governor ??= last.noun
    openClause(state)
  }
}
