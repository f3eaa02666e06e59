import type { Star } from '../domain/universe-state.ts'
import type { Model } from '../domain/model.ts'
import { bodyNotFound } from '../errors.ts'
import type { UniverseInfo } from '../service/universe-service.ts'

/** Some 2,000 tokens. */
const mostCharacters = 8000

/** A body and those below it, nearest first, as far as there is room. */
export function subtreeOf(universe: UniverseInfo & { readonly model: Model }, bodyId: string, depth: number) {
  const { id, revision, model } = universe
  const { stars, time } = model.state()
  if (!Object.hasOwn(stars, bodyId)) throw bodyNotFound(bodyId)
  const { shown, deepest, left } = nearest(stars, bodyId, depth)
  return {
    view: 'subtree' as const,
    id,
    revision,
    time,
    bodyId,
    depth: deepest,
    stars: Object.fromEntries(shown.map((star) => [star.id, star])),
    ...(left > 0 ? { leftOut: left, next: 'ask for a body further down, or for view full' } : {}),
  }
}

/** Level by level; `left` is how many of the levels asked for did not fit. */
function nearest(stars: Readonly<Record<string, Star>>, bodyId: string, depth: number) {
  const shown: Star[] = []
  let level = [bodyId]
  let [deepest, used, left] = [0, 0, 0]
  for (let at = 0; at <= depth && level.length > 0; at++) {
    const bodies = level.flatMap((each) => stars[each] ?? [])
    for (const star of bodies) {
      used += JSON.stringify(star).length
      if (used > mostCharacters && shown.length > 0) left += 1
      else {
        shown.push(star)
        deepest = at
      }
    }
    level = bodies.flatMap(({ children }) => children)
  }
  return { shown, deepest, left }
}
