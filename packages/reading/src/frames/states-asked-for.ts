import type { Condition } from '@quipu/query'
import type { FilterSlot, Frame } from '../plan/frame.ts'

/** A state that is asked for is not left out by another filter: "open quotes" are quotes, though quotes never count as open orders. */
export function keepStatesAsked(frame: Frame): Frame {
  const asked = new Map(frame.filters.flatMap(({ condition }) => statesIn(condition)))
  if (asked.size === 0 || frame.filters.length < 2) return frame
  const filters = frame.filters.flatMap((one): readonly FilterSlot[] => {
    const condition = without(one.condition, asked)
    return condition === null ? [] : [{ ...one, condition }]
  })
  return { ...frame, filters }
}

/** The value that each field must have. */
function statesIn(condition: Condition): readonly (readonly [string, unknown])[] {
  if (condition.kind === 'and') return condition.of.flatMap(statesIn)
  if (condition.kind !== 'compare' || condition.operator !== '=' || condition.right.kind !== 'literal')
    return []
  return condition.left.kind === 'field' ? [[JSON.stringify(condition.left), condition.right.value]] : []
}

/** Null where nothing else is left of the condition. */
function without(condition: Condition, asked: ReadonlyMap<string, unknown>): Condition | null {
  if (condition.kind === 'and') {
    const parts = condition.of.map((one) => without(one, asked))
    const [first, ...rest] = parts.filter((one) => one !== null)
    if (parts.every((one, i) => one === condition.of[i])) return condition
    return first === undefined ? null : rest.length === 0 ? first : { kind: 'and', of: [first, ...rest] }
  }
  const denied = condition.kind === 'not' ? condition.of : null
  if (denied?.kind === 'compare' && denied.operator === '=' && denied.right.kind === 'literal')
    return asked.get(JSON.stringify(denied.left)) === denied.right.value ? null : condition
  if (condition.kind === 'compare' && condition.operator === '!=' && condition.right.kind === 'literal')
    return asked.get(JSON.stringify(condition.left)) === condition.right.value ? null : condition
  if (denied?.kind !== 'in') return condition
  const value = asked.get(JSON.stringify(denied.of))
  const values = denied.values.filter((one) => one !== value)
  if (values.length === denied.values.length) return condition
  return values.length === 0 ? null : { kind: 'not', of: { ...denied, values } }
}
