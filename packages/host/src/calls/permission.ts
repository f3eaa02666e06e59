import type { Tool } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import { isReadOnly } from '../identity/read-only.ts'
import type { CallParts } from './call-parts.ts'
import { DoorError } from './door-error.ts'
import type { RunningCall } from './running-call.ts'

/** The credential lacks a scope that a new consent could grant: HTTP answers 403 with a challenge. */
export class ScopeMissing extends DoorError {
  override readonly name = 'ScopeMissing'
  readonly needs: readonly string[]

  constructor(needs: readonly string[]) {
    super(`This needs the scope ${needs.join(' ')}`)
    this.needs = needs
  }
}

/**
 * Throws `ScopeMissing` if this writes and the token is for reading only, whatever its permissions: the same permission
 * may be needed for reading and for writing.
 */
export function demandEffect(
  { caller }: RunningCall,
  effect: Tool['effect'],
  needs: readonly string[],
): void {
  if (effect !== 'read' && isReadOnly(caller)) throw new ScopeMissing(needs)
}

/** Throws `ScopeMissing` or FORBIDDEN if the caller lacks one of these. */
export function demandPermission(parts: CallParts, { caller }: RunningCall, needs: readonly string[]): void {
  const held = caller.permissions
  if (needs.every((need) => held.has(need))) return
  const why = parts.whyMissing(caller, needs)
  if (why === 'scope') throw new ScopeMissing(needs)
  const lacking = { required: needs, missing: needs.filter((need) => !held.has(need)) }
  if (why === 'session') {
    const began = 'Your session began before you were allowed this; initialize a new one'
    throw new ToolError('FORBIDDEN', began, lacking)
  }
  throw new ToolError(
    'FORBIDDEN',
    `Your role does not allow this; it needs ${needs.join(', ')}. Ask an administrator.`,
    lacking,
  )
}
