import { TruthError } from './errors.ts'
import { instantOf } from './model/field-value.ts'
import type { Bounds } from './model/history.ts'

/** In the format of callers. */
export interface GivenBounds {
  readonly at?: string | undefined
  readonly known_at?: string | undefined
}

export function boundsOf({ at, known_at }: GivenBounds): Bounds {
  return { at: checked('at', at), knownAt: checked('known_at', known_at) }
}

export function checked(name: string, moment: string | undefined): string | undefined {
  if (moment === undefined) return undefined
  const instant = instantOf(moment)
  if (instant === undefined)
    throw new TruthError('VALIDATION_ERROR', `${name} must be a day or time in ISO 8601`)
  return instant
}
