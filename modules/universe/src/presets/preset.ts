import { emptyState, type UniverseState } from '../domain/universe-state.ts'
import type { Preset } from '../service/universe-service.ts'
import { sol } from './sol.ts'

/**
 * The contents of a new universe. `time`, seconds from J2000.0, is when `sol` begins; an empty universe begins at 0.
 */
export function preset(name: Preset, time: number): UniverseState {
  switch (name) {
    case 'empty':
      return emptyState()
    case 'sol':
      return sol(time)
  }
}
