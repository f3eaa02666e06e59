import type { AggregateFunction } from '@quipu/query'
import type { Amount } from './draft.ts'
import { comparisonOf } from './operands.ts'
import { plainAmount, small, type ParseState } from './parse-state.ts'
import type { ChunkKind } from './chunk-kind.ts'

const orderKinds: ReadonlySet<ChunkKind> = new Set<ChunkKind>([
  'order',
  'ascending',
  'descending',
  'alphabetical',
])
const betweenParts: ReadonlySet<ChunkKind> = new Set<ChunkKind>([
  ...small,
  'of',
  'by',
  'preposition',
  'be',
  'distinct',
  'their' as ChunkKind,
])
const aggregateKinds: Readonly<Partial<Record<ChunkKind, AggregateFunction>>> = {
  count: 'count',
  average: 'avg',
  sum: 'sum',
  minimum: 'min',
  maximum: 'max',
}

/** "sorted by age", "in descending order of the number of visits", "from the oldest to the youngest". */
export function readOrder(state: ParseState): boolean {
  const kind = state.kind()
  if (startsSorting(state)) return true
  if (kind === 'by' && state.sorts && state.draft.orders.length === 0) return readKeys(state)
  if (kind === undefined || !orderKinds.has(kind) || isVerb(state)) return false
  return readKeys(state)
}

/** "Sort the shelves by weight": the shelves are the output. */
function startsSorting(state: ParseState): boolean {
  const { draft, kinds, at } = state
  if (!/^(sort|arrange)$/i.test(state.chunk()?.text ?? '') || draft.outputs.length > 0) return false
  if (state.kind() !== 'order' || state.sorts || !kinds.slice(0, at).every((each) => small.has(each)))
    return false
  if (state.kind(state.next(at + 1, betweenParts)) !== 'noun') return false
  state.sorts = true
  state.at++
  return true
}

function readKeys(state: ParseState): boolean {
  let direction: 'asc' | 'desc' | null = null
  let at = state.at
  const found: { amount: Amount; direction: 'asc' | 'desc' | null }[] = []
  let aggregate: AggregateFunction | null = null
  while (at < state.chunks.length) {
    const each = state.kind(at)
    const chunk = state.chunk(at)
    if (each === undefined || chunk === undefined) break
    if (each === 'alphabetical') direction ??= 'asc'
    else if (each === 'ascending') direction = 'asc'
    else if (each === 'descending') direction = 'desc'
    else if (aggregateKinds[each] !== undefined) aggregate = aggregateKinds[each] ?? null
    else if (each === 'most' || each === 'least') {
      aggregate = 'count'
      direction ??= each === 'most' ? 'desc' : 'asc'
    } else if (each === 'superlative' && chunk.adjective !== null) {
      const noun = state.next(at + 1, betweenParts)
      direction ??= chunk.adjective.direction
      if (found.length === 0 && state.kind(noun) !== 'noun')
        found.push({
          amount: { ...plainAmount(null), adjective: chunk.adjective },
          direction: chunk.adjective.direction,
        })
    } else if (each === 'noun') {
      const before = state.kind(at - 1)
      const of = (before === 'of' || before === 'noun' || before === 'preposition') && found.length > 0
      if (!of)
        found.push({
          amount: { ...plainAmount(state.mention(chunk, 'order', state.governor)), aggregate },
          direction,
        })
      if (direction !== null && found.length > 0) direction = null
      aggregate = null
    } else if (each === 'and' || each === 'comma') {
      if (!continues(state, at + 1)) break
    } else if (!orderKinds.has(each) && !betweenParts.has(each) && each !== ('to' as ChunkKind)) break
    at++
    if (
      direction !== null &&
      found.length > 0 &&
      found.at(-1)?.direction === null &&
      !orderKinds.has(state.kind(at) ?? 'stop')
    ) {
      found[found.length - 1] = { amount: found.at(-1)?.amount ?? plainAmount(null), direction }
      direction = null
    }
  }
  if (aggregate !== null) found.push({ amount: { ...plainAmount(null), aggregate }, direction })
  if (found.length === 0 && direction === null && state.kind() === 'order') return false
  if (found.length === 0) found.push({ amount: plainAmount(null), direction })
  for (const each of found)
    state.draft.orders.push({ amount: each.amount, direction: each.direction ?? direction ?? 'asc' })
  state.at = Math.max(at, state.at + 1)
  return true
}

/** "has been ordered the most": "ordered" is a verb here and not about sorting. */
function isVerb(state: ParseState): boolean {
  const before = state.kind(state.at - 1)
  const after = state.kind(state.at + 1)
  return (
    /^(ordered|sorted|arranged)$/i.test(state.chunk()?.text ?? '') &&
    (before === 'be' || before === 'have') &&
    (after === 'most' ||
      after === 'least' ||
      after === 'common' ||
      after === 'rare' ||
      comparisonOf(after) !== undefined)
  )
}

/** After a comma or "and": another key or a direction follows, not a new clause. */
function continues(state: ParseState, from: number): boolean {
  const at = state.next(from, betweenParts)
  const kind = state.kind(at)
  if (kind === undefined) return false
  if (orderKinds.has(kind)) return true
  if (kind !== 'noun') return false
  const after = state.kind(state.next(at + 1, betweenParts))
  return after === undefined || after === 'stop' || orderKinds.has(after)
}
