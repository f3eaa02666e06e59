import { operandsOf, type Condition, type Dataset } from '@quipu/query'
import type { ConditionDraft } from '../grammar/draft.ts'
import { datasetOf, field, resolved, type Building } from './builder.ts'
import { comparePiece, quantityPiece } from './comparison-pieces.ts'
import { nameFields } from '../lexicon/dataset-fields.ts'
import { deniedFields } from './denied-fields.ts'
import { existsPiece, negate, related } from './existence-pieces.ts'
import { joinConditions } from './join-conditions.ts'
import { nothing, type Piece } from './piece.ts'
import { frequentPiece, rankingPiece } from './ranking-pieces.ts'
import { mainMoment } from './time-condition.ts'
import { referredNames, referredPiece, samePiece } from './same-as.ts'
import { timePiece } from './time-piece.ts'
import { isVerbal } from '../words/verbal.ts'
import { valueCondition } from './value-condition.ts'

export function buildPieces(building: Building): readonly Piece[] {
  const inner = new Map([
    ...innerOfNegated(building),
    ...innerOfDenied(building),
    ...innerOfCompared(building),
  ])
  const denied = deniedFields(building)
  const isDenied = new Set(denied.values())
  const referred = referredNames(building)
  const isReferred = new Set([...referred.values()].flatMap(({ names }) => names))
  return building.draft.conditions.flatMap((draft) => {
    const reference = referred.get(draft)
    if (reference !== undefined) return referredPiece(building, draft, reference) ?? []
    if (denied.has(draft) || isReferred.has(draft)) return []
    if ([...inner.values()].some((list) => list.includes(draft))) return []
    const made = buildPiece(building, ofSubject(building, draft), inner.get(draft) ?? [])
    const built = made !== null && isDenied.has(draft) ? deniedValue(building, made) : made
    if (built === null) {
      building.doubt += 0.2
      building.unused.push(...wordsOf(draft))
      return []
    }
    if (saysNothing(building, built)) building.unused.push(...wordsOf(draft))
    return [built]
  })
}

function wordsOf({ amount, operand, chunk }: ConditionDraft): readonly string[] {
  const chunks = [amount?.noun?.chunk, operand !== null && 'chunk' in operand ? operand.chunk : undefined]
  const words = chunks.flatMap((each) => (each === undefined ? [] : [each.text]))
  return words.length > 0 ? words : [chunk.text]
}

/** A thing among the conditions that narrows nothing, because it is hardly known or a field elsewhere: "out of fuel". */
function saysNothing(building: Building, { draft, where, having, ranking }: Piece): boolean {
  const mention = draft.amount?.noun ?? null
  const noun = resolved(building, mention)
  if (draft.kind !== 'exists' || where !== null || having !== null || ranking !== null) return false
  if (mention === null || noun === null || isVerbal(mention.chunk.text)) return false
  if (noun.score < wellKnown) return true
  if (noun.kind !== 'field') return false
  const isShown = building.draft.outputs.some((each) => datasetOf(building, each.noun) === noun.dataset)
  return noun.dataset !== building.subject && !isShown
}

const wellKnown = 0.75

/** Conditions on the noun after "no" or "without" belong inside the negation: "without visits in May". */
function innerOfNegated(building: Building): ReadonlyMap<ConditionDraft, readonly ConditionDraft[]> {
  const found = new Map<ConditionDraft, readonly ConditionDraft[]>()
  for (const each of building.draft.conditions) {
    const noun = each.amount?.noun ?? null
    const named = resolved(building, noun)
    if (
      each.kind !== 'exists' ||
      !each.negated ||
      named === null ||
      named.kind === 'metric' ||
      (named.kind === 'field' && named.dataset === building.subject)
    )
      continue
    found.set(
      each,
      building.draft.conditions.filter(
        (other) =>
          other !== each &&
          other.governor === noun &&
          other.kind !== 'superlative' &&
          other.kind !== 'quantity' &&
          !isOfSubject(building, named.dataset, other),
      ),
    )
  }
  return found
}

/** A time that a negation does not govern is of the subject. */
function ofSubject(building: Building, draft: ConditionDraft): ConditionDraft {
  const denied = building.draft.conditions.find(
    ({ kind, negated, amount }) => kind === 'exists' && negated && amount?.noun === draft.governor,
  )
  const noun = denied === undefined ? null : resolved(building, draft.governor)
  if (noun === null || noun.kind === 'metric' || !isOfSubject(building, noun.dataset, draft)) return draft
  return { ...draft, governor: building.draft.subject }
}

/** "orders without a customer in May": the time of the orders, since each has one customer at most. */
function isOfSubject(building: Building, denied: Dataset, { kind, amount }: ConditionDraft): boolean {
  const { subject } = building
  return (
    kind === 'time' &&
    amount === null &&
    denied !== subject &&
    !isMany(building, denied) &&
    mainMoment(subject) !== null
  )
}

/** "who did not book Yoga in May": a value of what a row has many of, and all that the same negation governs after it. */
function innerOfDenied(building: Building): ReadonlyMap<ConditionDraft, readonly ConditionDraft[]> {
  const { conditions } = building.draft
  const found = new Map<ConditionDraft, readonly ConditionDraft[]>()
  const taken = new Set<number>()
  conditions.forEach((each, at) => {
    if (each.kind !== 'value' || !each.negated || each.scope === null || taken.has(each.scope)) return
    const home = valueCondition(building, each)?.dataset
    if (home === undefined || !isMany(building, home)) return
    const rest = conditions.slice(at + 1).filter(({ scope, kind }) => {
      return scope === each.scope && (kind === 'time' || kind === 'value' || kind === 'compare')
    })
    if (!rest.some(({ kind }) => kind !== 'value')) return
    taken.add(each.scope)
    found.set(each, rest)
  })
  return found
}

function isMany({ joinPaths, subject }: Building, { name }: Dataset): boolean {
  return joinPaths.between(subject.name, name)?.toOne === false
}

/** Conditions on the rows that are compared with: "cheaper than all plants from Peru". */
function innerOfCompared({
  draft: { conditions },
}: Building): ReadonlyMap<ConditionDraft, readonly ConditionDraft[]> {
  return new Map(
    conditions.flatMap((each) => {
      const among = each.operand?.kind === 'overall' ? each.operand.among : null
      return among === null ? [] : [[each, conditions.filter((other) => other.among === among)] as const]
    }),
  )
}

function buildPiece(
  building: Building,
  draft: ConditionDraft,
  inner: readonly ConditionDraft[],
): Piece | null {
  switch (draft.kind) {
    case 'value':
      return inner.length > 0 ? deniedPiece(building, [draft, ...inner]) : valuePiece(building, draft)
    case 'like':
      return likePiece(building, draft)
    case 'time':
      return timePiece(building, draft)
    case 'compare':
    case 'between':
      return comparePiece(building, draft, innerConditions(building, inner))
    case 'quantity':
      return quantityPiece(building, draft)
    case 'exists':
      return existsPiece(building, draft, plainConditions(building, inner))
    case 'superlative':
      return rankingPiece(building, draft)
    case 'null':
      return nullPiece(building, draft)
    case 'frequent':
      return frequentPiece(building, draft)
  }
}

/** Builds the conditions without their negation, which the condition around them already expresses. */
function plainConditions(building: Building, inner: readonly ConditionDraft[]): readonly Condition[] {
  return inner.flatMap((each) => {
    if (each.kind === 'value') return valueCondition(building, each)?.condition ?? []
    return buildPiece(building, { ...each, negated: false }, [])?.where ?? []
  })
}

/** "and" and "or" keep their meaning within the rows that are compared with. */
function innerConditions(building: Building, inner: readonly ConditionDraft[]): readonly Condition[] {
  const { where } = joinConditions(
    building,
    inner.flatMap((each) => buildPiece(building, each, []) ?? []),
  )
  return where === null ? [] : [where]
}

/** No row of the nearest of their datasets meets all of them. */
function deniedPiece(
  building: Building,
  drafts: readonly [ConditionDraft, ...ConditionDraft[]],
): Piece | null {
  const [first] = drafts
  const pieces = drafts.flatMap((each): readonly Piece[] => {
    const draft = { ...each, negated: false, scope: null }
    if (each.kind !== 'value') return [buildPiece(building, draft, []) ?? []].flat()
    const on = valueCondition(building, each)
    return on === null ? [] : [{ ...nothing, draft, on, where: on.condition }]
  })
  const { where } = joinConditions(building, pieces)
  const homes = operandsOf(where).flatMap((each) => (each.kind === 'field' ? [each.dataset] : []))
  const lengthTo = (name: string): number =>
    building.joinPaths.between(building.subject.name, name)?.length ?? Infinity
  const [nearest] = building.ontology.datasets
    .filter((each) => homes.includes(each.name) && isMany(building, each))
    .toSorted((a, b) => lengthTo(a.name) - lengthTo(b.name))
  if (nearest === undefined || where === null) return null
  return { ...nothing, draft: first, where: { kind: 'not', of: related(building, nearest, where) } }
}

function deniedValue(building: Building, piece: Piece): Piece {
  const { draft, on, where } = piece
  const isBare = on === null || where === null
  return {
    ...piece,
    draft: { ...draft, negated: true },
    where: isBare ? where && { kind: 'not', of: where } : negate(building, on),
  }
}

function valuePiece(building: Building, draft: ConditionDraft): Piece | null {
  const same = draft.sharesRow === true ? samePiece(building, draft) : null
  if (same !== null) return same
  const on = valueCondition(building, draft)
  if (on === null) return null
  return {
    ...nothing,
    draft,
    on,
    where: draft.negated ? negate(building, on, draft.governor) : on.condition,
  }
}

function likePiece(building: Building, draft: ConditionDraft): Piece | null {
  const noun = resolved(building, draft.amount?.noun ?? null)
  if (draft.operand?.kind !== 'text') return null
  const owner = noun === null || noun.kind === 'metric' ? datasetOf(building, draft.governor) : noun.dataset
  const one = noun?.kind === 'field' ? noun.field : nameFields(owner)[0]
  if (one === undefined) return null
  const how = draft.operator === 'begins' ? 'begins' : draft.operator === 'ends' ? 'ends' : 'contains'
  const text = draft.operand.chunk.text.replace(/^%+|%+$/g, '')
  const condition: Condition = { kind: 'like', of: field(owner, one), how, text }
  const where = draft.negated ? negate(building, { dataset: owner, condition }) : condition
  return { ...nothing, draft, where }
}

function nullPiece(building: Building, draft: ConditionDraft): Piece | null {
  const noun = resolved(building, draft.amount?.noun ?? null)
  if (noun?.kind !== 'field') return null
  const condition: Condition = { kind: 'null', of: field(noun.dataset, noun.field) }
  return { ...nothing, draft, where: draft.negated ? { kind: 'not', of: condition } : condition }
}
