import { isEntity, isNumericNoun, isTakings } from './chunk-kind.ts'
import type { Amount, Draft, Mention } from './draft.ts'
import type { ParseState } from './parse-state.ts'

/** "how much was paid by card": the total of what is said to have happened. */
export function totalOfWhatHappened({ draft, aggregates }: ParseState): void {
  if (draft.outputs.length > 0 || !aggregates.includes('sum')) return
  const said = draft.conditions.find((each) => each.kind === 'exists' || each.kind === 'time')
  const noun = said?.amount?.noun ?? null
  if (said === undefined || noun === null || said.negated) return
  if (said.kind === 'exists') draft.conditions.splice(draft.conditions.indexOf(said), 1)
  draft.subject ??= noun
  draft.outputs.push({ aggregate: 'sum', distinct: false, noun, adjective: null, frequency: null })
}

/** "with more than 500 seats in total", "the highest cost in total": what is compared or ranked is added up. */
export function totalSaidLast({ draft: { conditions }, chunks }: ParseState): void {
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

/** "orders per customer on average": the mean of the numbers, said last. */
export function meanSaidLast({ draft, aggregates }: ParseState): void {
  const [only, ...others] = draft.outputs
  if (!aggregates.includes('avg') || only === undefined || others.length > 0 || only.noun === null) return
  if (only.aggregate === 'count') draft.outputs.push({ ...only, aggregate: 'avg' })
  else if (isNumericNoun(only.noun.chunk) && !isEntity(only.noun.chunk))
    draft.outputs[0] = { ...only, aggregate: 'avg' }
}

/** "cumulative cost by month": each step with all before it; without steps it is a mere total. */
export function sumSoFar({ draft, chunks }: ParseState): void {
  if (draft.calculation !== null || !draft.groups.some((each) => each.time !== null)) return
  if (chunks.some(({ operator, text }) => operator === 'sum' && /^cumulative$/i.test(text)))
    draft.calculation = 'running'
}

/** "which month had the highest sales": periods in the order of their totals, the first alone. */
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

interface RankedAmount {
  readonly amount: Amount
  readonly direction: 'asc' | 'desc'
  readonly limit: number | null
}

function rankedAmount(draft: Draft): RankedAmount | null {
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
  const said = found.amount?.aggregate ?? null
  return { amount: amountOf(noun, said ?? (direction === 'asc' ? 'min' : 'max')), direction, limit }
}

/** Amounts that add up are added up over the period; of others the extreme is meant, and things are counted. */
function amountOf(noun: Mention, said: Amount['aggregate']): Amount {
  const { chunk } = noun
  const [best] = chunk.nouns
  const addsUp =
    isTakings(chunk) ||
    (best?.kind === 'field' && /\b(?:amount|total|quantity|volume|sales|revenue)\b/.test(best.field.label))
  const isExtreme = said === 'max' || said === 'min'
  const aggregate = isExtreme ? (addsUp ? 'sum' : isEntity(chunk) ? 'count' : said) : said
  return { aggregate, distinct: false, noun, adjective: null }
}
