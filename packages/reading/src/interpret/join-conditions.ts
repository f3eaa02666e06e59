import type { Condition } from '@quipu/query'
import { and, type Building } from './builder.ts'
import { withPairs } from './value-pairs.ts'
import type { Piece } from './piece.ts'

export interface JoinedConditions {
  readonly where: Condition | null
  /** Conditions that no single row can meet together. Each becomes a query, and the queries are intersected. */
  readonly both: readonly (readonly [Condition, Condition])[]
}

/** Joins conditions as the words do: "or", lists of values of one field, "both". */
export function joinConditions(building: Building, pieces: readonly Piece[]): JoinedConditions {
  const parts: { condition: Condition; piece: Piece }[] = []
  const both: [Condition, Condition][] = []
  for (const piece of withJoiners(withPairs(pieces))) {
    if (piece.where === null) continue
    const last = parts.at(-1)
    if (last === undefined) {
      parts.push({ condition: piece.where, piece })
      continue
    }
    const earlier = piece.draft.both
      ? parts.findLastIndex(
          (each) => each.piece !== last.piece && sameField(each.piece, piece) && each.piece.draft.both,
        )
      : -1
    const partner = parts[earlier]
    if (partner !== undefined && piece.draft.joiner === 'and') {
      parts.splice(earlier, 1)
      both.push([partner.condition, piece.where])
      continue
    }
    const same = sameField(last.piece, piece)
    if (piece.draft.joiner === 'or' && isOneDenial(last.piece, piece)) {
      parts.push({ condition: piece.where, piece })
      continue
    }
    if (piece.draft.joiner === 'or') {
      parts[parts.length - 1] = {
        condition: either(last.condition, piece, same && !piece.draft.negated),
        piece,
      }
      continue
    }
    if (
      contradicts(last.condition, piece.where) ||
      ((piece.draft.both || last.piece.draft.both) && sameLeft(last.condition, piece.where))
    ) {
      parts.pop()
      both.push([last.condition, piece.where])
      continue
    }
    if (same && !piece.draft.negated && !last.piece.draft.negated) {
      if (piece.draft.both || last.piece.draft.both || isMany(building, piece)) {
        parts.pop()
        both.push([last.condition, piece.where])
        continue
      }
      parts[parts.length - 1] = { condition: either(last.condition, piece, true), piece }
      continue
    }
    parts.push({ condition: piece.where, piece })
  }
  return { where: and(parts.map((each) => each.condition)), both }
}

/** "in A or made by B": where the thing after "or" only introduces the condition on it, that condition replaces it. */
function withJoiners(pieces: readonly Piece[]): readonly Piece[] {
  let isOr = false
  return pieces.map((piece, i) => {
    const { draft, where, having, ranking } = piece
    const joined = isOr ? { ...piece, draft: { ...draft, joiner: 'or' as const } } : piece
    isOr = false
    const noun = draft.amount?.noun ?? null
    const next = pieces[i + 1]?.draft
    const isNamedOnly =
      draft.kind === 'exists' && !draft.negated && having === null && ranking === null && noun !== null
    if (!isNamedOnly || joined.draft.joiner !== 'or' || next?.governor !== noun) return joined
    isOr = true
    return where === null ? joined : { ...joined, where: null }
  })
}

/** "not A, B or C" denies each of them: one negation governs the list. */
function isOneDenial(a: Piece, b: Piece): boolean {
  return a.draft.negated && b.draft.negated && a.draft.scope !== null && a.draft.scope === b.draft.scope
}

function sameLeft(a: Condition, b: Condition): boolean {
  return a.kind === 'compare' && b.kind === 'compare' && JSON.stringify(a.left) === JSON.stringify(b.left)
}

/** No row meets both: above 50 and below 46. */
function contradicts(a: Condition, b: Condition): boolean {
  if (
    a.kind !== 'compare' ||
    b.kind !== 'compare' ||
    !sameLeft(a, b) ||
    a.right.kind !== 'literal' ||
    b.right.kind !== 'literal'
  )
    return false
  const [x, y] = [Number(a.right.value), Number(b.right.value)]
  if (a.operator.startsWith('>') && b.operator.startsWith('<')) return x >= y
  return a.operator.startsWith('<') && b.operator.startsWith('>') && y >= x
}

function isMany(building: Building, piece: Piece): boolean {
  if (piece.on === null) return false
  const path = building.joinPaths.between(building.subject.name, piece.on.dataset.name)
  return path !== null && !path.toOne
}

function sameField(a: Piece, b: Piece): boolean {
  return a.on !== null && b.on !== null && a.on.dataset === b.on.dataset && a.on.field === b.on.field
}

function either(before: Condition, piece: Piece, sameField: boolean): Condition {
  const next = piece.where
  if (next === null) return before
  if (sameField && piece.on !== null && next.kind === 'compare' && next.right.kind === 'literal') {
    if (
      before.kind === 'compare' &&
      before.right.kind === 'literal' &&
      before.operator === '=' &&
      next.operator === '='
    )
      return { kind: 'in', of: next.left, values: [before.right.value, next.right.value] }
    if (before.kind === 'in' && next.operator === '=')
      return { ...before, values: [...before.values, next.right.value] }
  }
  if (before.kind === 'or') return { kind: 'or', of: [...before.of, next] }
  return { kind: 'or', of: [before, next] }
}
