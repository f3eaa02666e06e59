import { isPeople } from '../lexicon/dataset-fields.ts'
import type { ConditionDraft } from '../grammar/draft.ts'
import { compare, field, literal, resolved, type Building } from './builder.ts'
import { nothing, type Piece } from './piece.ts'

/** "the waiters" where staff have the role `Waiter`: a word that only stands for the rows, and is the name of one kind of them, means this kind. */
export function kindsNamed(building: Building): readonly Piece[] {
  const { subject, draft, resolution } = building
  const said = new Set(draft.conditions.map(({ chunk }) => chunk.from))
  const found = new Map<number, Piece>()
  // "Town" is another word for a city, and a waiter is no other word for a cook.
  if (!isPeople(subject)) return []
  for (const mention of draft.mentions) {
    const { chunk } = mention
    const noun = resolved(building, mention)
    if (
      noun?.kind !== 'dataset' ||
      noun.dataset !== subject ||
      noun.score > borrowed ||
      found.has(chunk.from)
    )
      continue
    const value = chunk.values.find(({ dataset }) => dataset === subject.name)
    const one = subject.fields.find(({ name }) => name === value?.field)
    const isKind = one?.role === 'dimension' && !one.isUnique && one.statistics.distinct <= fewKinds
    const isSaid = [...resolution.values.keys()].some((each) => each.chunk === chunk)
    if (value === undefined || one === undefined || !isKind || isSaid) continue
    if (said.has(chunk.from) && !draft.conditions.some((each) => each.chunk === chunk && isBare(each)))
      continue
    const where = compare(field(subject, one), '=', literal(value.value))
    found.set(chunk.from, { ...nothing, draft: { ...plainly, chunk }, where })
  }
  return [...found.values()]
}

/** A dataset that is called so scores more. */
const borrowed = 0.9
const fewKinds = 30

function isBare({ kind, negated }: ConditionDraft): boolean {
  return kind === 'exists' && !negated
}

const plainly: Omit<ConditionDraft, 'chunk'> = {
  kind: 'value',
  joiner: 'and',
  negated: false,
  scope: null,
  both: false,
  governor: null,
  amount: null,
  operator: '=',
  operand: null,
  upper: null,
  direction: 'desc',
  limit: null,
  clause: 0,
  among: null,
}
