import { and } from './builder.ts'
import type { Piece } from './piece.ts'

/** "in Leeds, Yorkshire or Hull, Humberside": each value goes with the one of another field beside it. */
export function withPairs(pieces: readonly Piece[]): readonly Piece[] {
  const found: Piece[] = []
  let at = 0
  while (at < pieces.length) {
    const pairs = pairsFrom(pieces, at)
    const [first] = pieces.slice(at, at + 1)
    if (first === undefined) break
    if (pairs.length < 2) found.push(first)
    else {
      const of = pairs.flatMap(
        ([one, other]) => and([one.where, other.where].filter((each) => each !== null)) ?? [],
      )
      found.push({ ...first, on: null, where: { kind: 'or', of } })
    }
    at += pairs.length < 2 ? 1 : 2 * pairs.length
  }
  return found
}

type Pair = readonly [Piece, Piece]

function pairsFrom(pieces: readonly Piece[], from: number): readonly Pair[] {
  const pairs: Pair[] = []
  for (let at = from; at + 1 < pieces.length; at += 2) {
    const [one, other] = [pieces[at], pieces[at + 1]]
    if (one === undefined || other === undefined || !isPair(one, other)) break
    const [first] = pairs
    if (first !== undefined && !(one.draft.joiner === 'or' && isLike(first, [one, other]))) break
    pairs.push([one, other])
  }
  return pairs
}

function isPair(one: Piece, other: Piece): boolean {
  const isValue = ({ draft, on }: Piece): boolean =>
    on !== null && draft.kind === 'value' && !draft.negated && !draft.both
  return isValue(one) && isValue(other) && other.draft.joiner === 'and' && !isSame(one, other)
}

function isLike(first: Pair, pair: Pair): boolean {
  return isSame(first[0], pair[0]) && isSame(first[1], pair[1])
}

function isSame({ on: one }: Piece, { on: other }: Piece): boolean {
  return one !== null && other !== null && one.dataset === other.dataset && one.field === other.field
}
