import type { Condition, Dataset, Field, Query } from '@quipu/query'
import { isEventVerb } from '../grammar/chunk-kind.ts'
import type { ConditionDraft, Mention } from '../grammar/draft.ts'
import { opposite } from '../grammar/operands.ts'
import {
  and,
  compare,
  datasetOf,
  field,
  literal,
  keyOf,
  resolved,
  emptyQuery,
  type Building,
} from './builder.ts'
import { isFlag, isMoment } from '../lexicon/dataset-fields.ts'
import { flagCondition, type OnField } from './value-condition.ts'
import { isVerbal } from '../words/verbal.ts'
import { nothing, type Piece } from './piece.ts'

export function existsPiece(
  building: Building,
  draft: ConditionDraft,
  conditions: readonly Condition[],
): Piece | null {
  const noun = resolved(building, draft.amount?.noun ?? null)
  if (noun === null || noun.kind === 'metric') return null
  if (noun.kind === 'field') {
    if (isFlag(noun.field) && isNegatedBefore(building, draft, noun.field)) return { ...nothing, draft }
    if (isFlag(noun.field))
      return {
        ...nothing,
        draft,
        where: flagCondition(noun.dataset, noun.field, !draft.negated),
      }
    if (!draft.negated && hasEventDate(building, draft, noun))
      return {
        ...nothing,
        draft,
        where: { kind: 'not', of: { kind: 'null', of: field(noun.dataset, noun.field) } },
      }
    if (!draft.negated) return { ...nothing, draft }
    if (noun.dataset.name === building.subject.name)
      return { ...nothing, draft, where: absent(noun.dataset, noun.field) }
    // "guests whose visits have no date": of such a visit, which is there.
    if (resolved(building, draft.governor) !== null && datasetOf(building, draft.governor) === noun.dataset)
      return { ...nothing, draft, where: absent(noun.dataset, noun.field) }
  }
  const isOwn = noun.dataset === homeOf(building, noun.dataset, draft.governor)
  if (isOwn && !(draft.negated && conditions.length > 0)) return { ...nothing, draft }
  if (isOwn) return noneOfSame(building, draft, conditions)
  const filled = draft.negated && noun.kind === 'field' ? present(noun.dataset, noun.field) : []
  const condition = related(building, noun.dataset, and([...conditions, ...filled]), draft.governor)
  if (draft.negated) return { ...nothing, draft, where: { kind: 'not', of: condition } }
  return { ...nothing, draft, where: { kind: 'not', of: { kind: 'null', of: keyOf(noun.dataset) } } }
}

/** "without wifi": the field is empty, or says `none` where no row is empty. */
function absent(owner: Dataset, one: Field): Condition {
  const none = noneOf(one)
  const of = field(owner, one)
  return none === null ? { kind: 'null', of } : compare(of, '=', literal(none))
}

/** "guests whose rooms have no stove": no room of theirs has one. */
function present(owner: Dataset, one: Field): readonly Condition[] {
  const isAsked = one.statistics.nulls > 0 || noneOf(one) !== null
  return isAsked && !one.isPrimaryKey ? [{ kind: 'not', of: absent(owner, one) }] : []
}

function noneOf({ statistics, sample }: Field): string | null {
  if (statistics.nulls > 0) return null
  return sample.find((each) => /^(?:no|none|nil|n\/a|not available)$/i.test(each.trim())) ?? null
}

/** "cancelled subscriptions", "left each year" where the date may be empty: only rows with a date, unless a time there says more. */
function hasEventDate(
  { subject, draft: { conditions } }: Building,
  { chunk, governor }: ConditionDraft,
  noun: { readonly dataset: Dataset; readonly field: Field },
): boolean {
  return (
    isMoment(noun.field) &&
    noun.field.statistics.nulls > 0 &&
    noun.dataset === subject &&
    (isVerbal(chunk.text) || isEventVerb(chunk)) &&
    !conditions.some(
      (each) => each.kind === 'time' && each.governor === governor && each.chunk.from - chunk.to <= 2,
    )
  )
}

/** "not approved by the agency" for `agency approved`: two words for one flag, the first with its negation. */
function isNegatedBefore(building: Building, draft: ConditionDraft, one: Field): boolean {
  const { conditions } = building.draft
  return conditions.slice(0, conditions.indexOf(draft)).some(({ kind, amount }) => {
    const noun = kind === 'exists' ? resolved(building, amount?.noun ?? null) : null
    return noun?.kind === 'field' && noun.field === one
  })
}

/** "towns that have no mill with …" where towns are a field of mills: none of the rows with the same value. */
function noneOfSame(
  building: Building,
  draft: ConditionDraft,
  conditions: readonly Condition[],
): Piece | null {
  const shown = resolved(building, building.draft.outputs[0]?.noun ?? null)
  if (shown?.kind !== 'field' || conditions.length === 0) return null
  const of = field(shown.dataset, shown.field)
  const query: Query = {
    ...emptyQuery(shown.dataset),
    outputs: [{ expression: of, label: shown.field.label }],
    where: and(conditions),
  }
  return { ...nothing, draft, where: { kind: 'not', of: { kind: 'member', of, query } } }
}

/** Negates the value itself where a row has only one partner; requires that no such partner exists where there may be many. */
export function negate(
  building: Building,
  { dataset: owner, condition, opposite }: Pick<OnField, 'dataset' | 'condition' | 'opposite'>,
  governor: Mention | null = null,
): Condition {
  const home = homeOf(building, owner, governor)
  const path = building.joinPaths.between(home.name, owner.name)
  const isEmpty = opposite?.kind === 'null' && owner !== building.subject
  if ((path === null || path.toOne) && !isEmpty) return opposite ?? negated(condition)
  return { kind: 'not', of: related(building, owner, condition, governor) }
}

function negated(condition: Condition): Condition {
  return condition.kind === 'compare'
    ? { ...condition, operator: opposite(condition.operator) }
    : { kind: 'not', of: condition }
}

export function related(
  building: Building,
  owner: Dataset,
  where: Condition | null,
  governor: Mention | null = null,
): Condition {
  const of = homeOf(building, owner, governor).name
  return { kind: 'related', of, query: { ...emptyQuery(owner), where } }
}

/** "the mean score of each film that Ann did not rate": the film has no such rating. A rating of another person says nothing of it. */
function homeOf(building: Building, owner: Dataset, governor: Mention | null): Dataset {
  const noun = governor?.role === 'group' ? resolved(building, governor) : null
  const isOfGroup = building.draft.groups.some((each) => each.noun === governor)
  if (noun?.kind !== 'dataset' || !isOfGroup || noun.dataset === owner) return building.subject
  const path = building.joinPaths.between(noun.dataset.name, owner.name)
  return path !== null && !path.toOne ? noun.dataset : building.subject
}
