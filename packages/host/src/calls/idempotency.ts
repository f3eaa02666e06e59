import { createHash } from 'node:crypto'
import { ToolError } from '@quipu/kit'
import type { Claim, FirstCall, StoredAnswer } from '../storage/idempotency-keys.ts'
import { firstCallWith, forgetExpiredKeys, takeKey } from '../storage/idempotency-keys.ts'
import { forgetExpiredStates } from '../storage/spent-states.ts'
import type { Statement, StoreTx } from '../storage/store.ts'
import type { Fields } from '../input/fields.ts'
import { canonicalJson } from '../input/fields.ts'

const keptMs = 24 * 3_600_000

/** The call was made before; this is its answer. Thrown through the unit of work, which is then rolled back. */
export class Replayed extends Error {
  override readonly name = 'Replayed'
  readonly answer: StoredAnswer

  constructor(answer: StoredAnswer) {
    super('Answered before')
    this.answer = answer
  }
}

export function claimOf(
  userId: string,
  tool: string,
  input: Fields,
  keys: { readonly own: string | undefined; readonly delivery: string | undefined },
): Claim | undefined {
  const key = keys.own === undefined ? keys.delivery && `delivery:${keys.delivery}` : `own:${keys.own}`
  if (key === undefined || key === '') return undefined
  const { idempotency_key: _, ...rest } = input
  return {
    userId,
    key,
    tool,
    argumentsHash: createHash('sha256').update(canonicalJson(rest)).digest('base64url'),
  }
}

/**
 * Takes the key inside the call's transaction. Another call with the same key waits here until the first one has
 * committed or failed.
 */
export async function claim(tx: StoreTx, wanted: Claim, now: Date): Promise<void> {
  const [taken] = await tx.query(takeKey(wanted, now, new Date(now.getTime() + keptMs)))
  if (taken !== undefined) return
  const [first] = await tx.query<FirstCall>(firstCallWith(wanted))
  if (first === undefined)
    throw new ToolError('UNAVAILABLE', 'The first call with this idempotency_key is being undone; try again')
  if (first.tool !== wanted.tool || first.arguments_hash !== wanted.argumentsHash) {
    throw new ToolError(
      'VALIDATION_ERROR',
      'idempotency_key was used before with other arguments; use a new key for a new call',
    )
  }
  if (first.answer === null) {
    throw new ToolError(
      'CONFLICT',
      'A call with this idempotency_key was started and its outcome is not known; look at the result before using a new key',
    )
  }
  throw new Replayed(first.answer)
}

export function forgetExpired(now: Date): readonly Statement[] {
  return [forgetExpiredKeys(now), forgetExpiredStates(now)]
}
