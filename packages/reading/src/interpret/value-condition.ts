import type { Condition, Dataset, Field } from '@quipu/query'
import type { ValueCandidate } from '../annotate/chunk.ts'
import type { ConditionDraft } from '../grammar/draft.ts'
import { throughReference } from './through-reference.ts'
import { isDeadline } from '../lexicon/event-fields.ts'
import { flagValues } from '../lexicon/flags.ts'
import { compare, dataset, datasetOf, field, literal, resolved, type Building } from './builder.ts'
import { isMoment, keyFields, nameFields, visible } from '../lexicon/dataset-fields.ts'

export interface OnField {
  readonly dataset: Dataset
  readonly field: Field
  /** Not negated. */
  readonly condition: Condition
  /** The opposite condition, where it is known: the other value of a flag. */
  readonly opposite?: Condition
  readonly value: string
}

/** "status is open", "from Lima", "named Ann". */
export function valueCondition(building: Building, draft: ConditionDraft): OnField | null {
  if (draft.operand?.kind !== 'text') return null
  const chunk = draft.operand.chunk
  const noun = resolved(building, draft.amount?.noun ?? null)
  const found = building.resolution.values.get(draft)
  const fits =
    found !== undefined &&
    (noun === null ||
      noun.kind !== 'field' ||
      (noun.dataset.name === found.dataset && noun.field.name === found.field) ||
      noun.field.type !== 'text')
  if (found !== undefined && (fits || !chunk.isQuoted)) return known(building, found)
  const owner = noun === null || noun.kind === 'metric' ? datasetOf(building, draft.governor) : noun.dataset
  const one = noun?.kind === 'field' ? noun.field : unknownField(owner, chunk.text)
  if (one === undefined) return null
  building.doubt += noun?.kind === 'field' ? 0.05 : 0.25
  return {
    dataset: owner,
    field: one,
    condition: literalCondition(owner, one, chunk.text),
    value: chunk.text,
  }
}

function known(building: Building, found: ValueCandidate): OnField | null {
  const { dataset: owner, field: name, value, also, holds } = found
  const of = dataset(building, owner)
  const one = of.fields.find((each) => each.name === name)
  if (one === undefined) return null
  const referred = throughReference(found, building.ontology)
  if (referred !== null) return { dataset: of, field: one, condition: referred, value }
  if (holds !== undefined) {
    const [condition, opposite] = [stateCondition(of, one, holds), stateCondition(of, one, !holds)]
    return { dataset: of, field: one, condition, opposite, value }
  }
  const condition = compare(field(of, one), '=', literal(value))
  if (also === undefined) return { dataset: of, field: one, condition, value }
  const other = compare({ kind: 'field', dataset: of.name, field: also.field }, '=', literal(also.value))
  return { dataset: of, field: one, condition: { kind: 'and', of: [condition, other] }, value }
}

/** Whether the flag holds, or whether the event has a date (a deadline: whether it has passed). */
function stateCondition(owner: Dataset, one: Field, holds: boolean): Condition {
  if (!isMoment(one)) return flagCondition(owner, one, holds)
  if (isDeadline(one.label)) {
    const past = compare(field(owner, one), '<=', { kind: 'now' })
    return holds ? past : { kind: 'not', of: past }
  }
  const empty: Condition = { kind: 'null', of: field(owner, one) }
  return holds ? { kind: 'not', of: empty } : empty
}

/** Equal to the value that means yes or no. If no row has that value: unequal to the other one. */
export function flagCondition(owner: Dataset, one: Field, holds: boolean): Condition {
  const { yes, no } = flagValues(one) ?? { yes: true, no: false }
  const [wanted, other] = holds ? [yes, no] : [no, yes]
  return wanted === null
    ? compare(field(owner, one), '!=', literal(other))
    : compare(field(owner, one), '=', literal(wanted))
}

function unknownField(owner: Dataset, text: string): Field | undefined {
  if (/^-?\d+(\.\d+)?$/.test(text)) return keyFields(owner)[0]
  return (
    nameFields(owner).find((each) => each.type === 'text') ??
    visible(owner).find((each) => each.type === 'text')
  )
}

/** A value that the index does not have is compared as written. */
function literalCondition(owner: Dataset, one: Field, text: string): Condition {
  const ref = field(owner, one)
  if (one.type === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return compare(ref, '=', literal(Number(text)))
  return compare(ref, '=', literal(text), !isMoment(one))
}
