import { isEntity, isNumericNoun, isRevenue } from './chunk-kind.ts'
import { isVerbal } from '../words/verbal.ts'
import type { Amount, Draft, Mention } from './draft.ts'
import type { ParseState } from './parse-state.ts'

/** "how much was paid by card": the sum over the events. */
export function sumEventAmounts({ draft, aggregates }: ParseState): void {
  if (draft.outputs.length > 0 || !aggregates.includes('sum')) return
  const event = draft.conditions.find((each) => each.kind === 'exists' || each.kind === 'time')
  const noun = event?.amount?.noun ?? null
  if (event === undefined || noun === null || event.negated) return
  if (event.kind === 'exists') draft.conditions.splice(draft.conditions.indexOf(event), 1)
  draft.subject ??= noun
  draft.outputs.push({ aggregate: 'sum', distinct: false, noun, adjective: null, frequency: null })
}

/** "with more than 500 seats in total", "the highest cost in total": the compared or ranked amount is summed. */
export function readTrailingTotal({ draft: { conditions }, chunks }: ParseState): void {
  conditions.forEach((each, i) => {
    const { amount } = each
    if (amount === null || amount.noun === null || amount.aggregate !== null) return
    const { chunk } = amount.noun
    const at = Math.max(chunks.indexOf(chunk), chunks.indexOf(each.chunk))
    const isTotal = chunks
      .slice(at + 1, at + 4)
      .some(
        ({ operator, text }) =>
          operator === 'sum' && /^(?:in total|altogether|overall|combined)$/i.test(text),
      )
    if (isTotal && isNumericNoun(chunk) && !isEntity(chunk))
      conditions[i] = { ...each, amount: { ...amount, aggregate: 'sum' } }
  })
}

/** "orders per customer on average": the mean of the counts. The aggregate comes last. */
export function readTrailingMean({ draft, aggregates }: ParseState): void {
  const [only, ...others] = draft.outputs
  if (!aggregates.includes('avg') || only === undefined || others.length > 0 || only.noun === null) return
  if (only.aggregate === 'count') draft.outputs.push({ ...only, aggregate: 'avg' })
  else if (isNumericNoun(only.noun.chunk) && !isEntity(only.noun.chunk))
    draft.outputs[0] = { ...only, aggregate: 'avg' }
}

/** "cumulative cost by month": a running total. Without time steps it is a plain total. */
export function readRunningTotal({ draft, chunks }: ParseState): void {
  if (draft.calculation !== null || !draft.groups.some((each) => each.time !== null)) return
  if (chunks.some(({ operator, text }) => operator === 'sum' && /^cumulative$/i.test(text)))
    draft.calculation = 'running'
}

/** "open and closed repairs per workshop", "no-shows per class": what has these states is counted. */
export function countStates(state: ParseState): void {
  const { draft, kinds, chunks, saysPer } = state
  if (!saysPer || draft.groups.length === 0) return
  if (draft.outputs.length === 0 && draft.conditions.some(({ kind }) => kind === 'value'))
    draft.outputs.push({
      aggregate: 'count',
      distinct: false,
      noun: draft.subject,
      adjective: null,
      frequency: null,
    })
  draft.countsApart = chunks.some(
    (_, at) =>
      kinds[at] === 'value' &&
      kinds[at + 1] === 'and' &&
      kinds[at + 2] === 'value' &&
      kinds[at + 3] === 'noun',
  )
}

/** "which month had the highest sales": periods ordered by their totals, only the first. */
export function rankPeriods({ draft }: ParseState): void {
  const [group, ...others] = draft.groups
  if (group === undefined || group.time === null || others.length > 0) return
  if (
    !/^(?:(?:(?:in|on|during) )?(?:which|what)\b|(?:the )?(?:day|week|month|quarter|year)$)/i.test(
      group.time.words,
    )
  )
    return
  const ranked = rankedAmount(draft)
  if (ranked === null) return
  const { amount, direction } = ranked
  draft.outputs.splice(0, draft.outputs.length, { ...amount, frequency: null })
  draft.orders.push({ amount, direction })
  draft.subject = amount.noun
  draft.limit ??= ranked.limit ?? 1
  draft.showsGroupsOnly = true
}

function isEvent({ aggregate, noun }: Draft['outputs'][number]): boolean {
  return aggregate === null && noun !== null && isVerbal(noun.chunk.text)
}

interface RankedAmount {
  readonly amount: Amount
  readonly direction: 'asc' | 'desc'
  readonly limit: number | null
}

function rankedAmount(draft: Draft): RankedAmount | null {
  // "in which month were most jobs opened": the verb shows nothing.
  if (draft.conditions.some(({ kind }) => kind === 'superlative') && draft.outputs.every(isEvent))
    draft.outputs.splice(0)
  const [only, ...others] = draft.outputs
  if (only !== undefined) {
    const isExtreme = only.aggregate === 'max' || only.aggregate === 'min'
    if (others.length > 0 || !isExtreme || only.noun === null) return null
    const direction = only.aggregate === 'min' ? 'asc' : 'desc'
    return { amount: amountOf(only.noun, only.aggregate), direction, limit: null }
  }
  const at = draft.conditions.findIndex((each) => each.kind === 'superlative')
  const found = draft.conditions[at]
  const noun = found?.amount?.noun ?? null
  if (found === undefined || noun === null) return null
  draft.conditions.splice(at, 1)
  const { direction, limit } = found
  const asked = found.amount?.aggregate ?? null
  return { amount: amountOf(noun, asked ?? (direction === 'asc' ? 'min' : 'max')), direction, limit }
}

/** Additive amounts are summed over the period, other amounts use the extreme, and things are counted. */
function amountOf(noun: Mention, asked: Amount['aggregate']): Amount {
  const { chunk } = noun
  const [best] = chunk.nouns
  const addsUp =
    isRevenue(chunk) ||
    (best?.kind === 'field' && /\b(?:amount|total|quantity|volume|sales|revenue)\b/.test(best.field.label))
  const isExtreme = asked === 'max' || asked === 'min'
  const aggregate = isExtreme ? (addsUp ? 'sum' : isEntity(chunk) ? 'count' : asked) : asked
  return { aggregate, distinct: false, noun, adjective: null }
}
