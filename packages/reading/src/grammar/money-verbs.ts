import type { Chunk } from '../annotate/chunk.ts'
import type { Adjective } from '../words/adjectives.ts'
import { isEntity, isNumericNoun } from './chunk-kind.ts'
import type { Amount } from './draft.ts'
import { comparisonOf } from './operands.ts'
import { plainAmount, small, type ParseState } from './parse-state.ts'

/** Forms of a verb, and words of the fields that hold its amount, likeliest first. */
const rows: readonly (readonly [string, string])[] = [
  ['earn|earns|earned|earning', 'salary wage earning income pay compensation'],
  ['spend|spends|spent|spending', 'spending spent amount total price payment cost'],
  ['pay|pays|paid|paying', 'amount total payment price fee'],
  ['cost|costs|costing', 'price cost fee rate charge amount'],
  ['weigh|weighs|weighed', 'weight mass'],
  ['last|lasts|lasted', 'duration length runtime'],
]

const verbs = new Map<string, Adjective>(
  rows.flatMap(([forms, fields]) =>
    forms
      .split('|')
      .map((form) => [
        form,
        { direction: 'desc', fields: fields.split(' '), isTime: false, degree: 'comparative', sums: true },
      ]),
  ),
)

/** The verb right before this position names the amount: "earn more than", "spent the most". */
export function verbAmount(state: ParseState): Amount | null {
  let at = state.at - 1
  while (at >= 0 && small.has(state.kind(at) ?? 'stop')) at--
  const chunk = state.chunk(at)
  const adjective = chunk === undefined ? undefined : verbOf(chunk)
  return chunk === undefined || adjective === undefined
    ? null
    : { ...plainAmount(null), adjective, word: chunk }
}

/** Whether the number or ranking after the verb is an amount and not a count of things. */
export function measuresWhatFollows(state: ParseState): boolean {
  const chunk = state.chunk()
  if (chunk === undefined || verbOf(chunk) === undefined) return false
  const at = state.next(state.at + 1)
  const kind = state.kind(at)
  if (kind === 'most' || kind === 'least') return state.kind(state.next(at + 1)) !== 'noun'
  if (comparisonOf(kind) === undefined && kind !== 'between') return false
  const number = state.next(at + 1)
  if (state.kind(number) !== 'number') return false
  const counted = state.chunk(state.next(number + 1))
  return counted === undefined || state.kind(state.next(number + 1)) !== 'noun' || !isEntity(counted)
}

/** Not where a numeric field has the name of the verb itself. */
function verbOf(chunk: Chunk): Adjective | undefined {
  if (isNumericNoun(chunk) && (chunk.nouns[0]?.score ?? 0) >= 0.8) return undefined
  return verbs.get(chunk.text.toLowerCase())
}
