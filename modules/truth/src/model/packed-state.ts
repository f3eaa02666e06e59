import type { Json } from '@quipu/kit'
import type { Claim, EntityState, FieldState, Voice } from './reducer.ts'

/** A state as it is stored: each observation is listed once, however many fields it gave. */
export interface PackedState {
  readonly by: readonly PackedVoice[]
  /** A value and the number of its observation in `by`; for merged lists each part of the field's state. */
  readonly fields: Readonly<Record<string, PackedClaim | PackedList>>
}

type PackedVoice = readonly [
  id: string,
  correction: number,
  observedAt: string,
  priority: number,
  specificity: number,
]
type PackedClaim = readonly [value: Json, by: number, at?: number]
interface PackedList {
  readonly whole?: PackedClaim
  readonly items: readonly PackedClaim[]
}

export function packState(state: EntityState): PackedState {
  const by: PackedVoice[] = []
  const numbers = new Map<string, number>()
  const numberOf = ({ id, correction, observedAt, priority, specificity }: Voice): number => {
    const known = numbers.get(id)
    if (known !== undefined) return known
    numbers.set(id, by.length)
    return by.push([id, correction, observedAt, priority, specificity]) - 1
  }
  const claim = ({ value, by: voice, at }: Claim): PackedClaim =>
    at === undefined ? [value, numberOf(voice)] : [value, numberOf(voice), at]
  const fields: Record<string, PackedClaim | PackedList> = {}
  // Sorted, so that equal states have equal bytes.
  for (const field of Object.keys(state).toSorted()) {
    const { whole, items } = state[field]!
    if (items !== undefined)
      fields[field] = { ...(whole === undefined ? {} : { whole: claim(whole) }), items: items.map(claim) }
    else if (whole !== undefined) fields[field] = claim(whole)
  }
  return { by, fields }
}

export function unpackState({ by, fields }: PackedState): EntityState {
  const voices = by.map(([id, correction, observedAt, priority, specificity]): Voice => {
    return { id, correction, observedAt, priority, specificity }
  })
  const claim = ([value, number, at]: PackedClaim): Claim => {
    return at === undefined ? { value, by: voices[number]! } : { value, by: voices[number]!, at }
  }
  const state: Record<string, FieldState> = {}
  for (const [field, packed] of Object.entries(fields)) {
    if (isClaim(packed)) state[field] = { whole: claim(packed) }
    else
      state[field] = {
        ...(packed.whole === undefined ? {} : { whole: claim(packed.whole) }),
        items: packed.items.map(claim),
      }
  }
  return state
}

function isClaim(packed: PackedClaim | PackedList): packed is PackedClaim {
  return Array.isArray(packed)
}
