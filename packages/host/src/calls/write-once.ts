import { ToolError } from '@quipu/kit'
import { BodyTooLarge } from '../input/read-body.ts'
import type { Claim } from '../storage/idempotency-keys.ts'
import { freeKey, keepAnswer } from '../storage/idempotency-keys.ts'
import { spendState } from '../storage/spent-states.ts'
import type { StoreTx } from '../storage/store.ts'
import { UnitOfWork } from '../storage/unit-of-work.ts'
import type { AuditKind } from './audit-event.ts'
import { auditEvent } from './audit-event.ts'
import type { CallParts } from './call-parts.ts'
import { claim, Replayed } from './idempotency.ts'
import type { RunningCall } from './running-call.ts'
import { InputRequired } from './running-call.ts'

export interface Write {
  readonly kind: AuditKind
  readonly name: string
  /** False if the effect is outside the store. */
  readonly atomic: boolean
  readonly claim: Claim | undefined
  /** Does the work and serialises its answer. */
  run(): Promise<string>
}

/** Runs a write once for its key, and audits it in the same transaction. */
export async function writeOnce(parts: CallParts, call: RunningCall, write: Write): Promise<string> {
  try {
    return await (write.atomic ? inOneTransaction : elsewhere)(parts, call, write)
  } catch (error) {
    if (error instanceof Replayed) return error.answer.json
    throw error
  }
}

async function inOneTransaction(parts: CallParts, call: RunningCall, write: Write): Promise<string> {
  const wanted = write.claim
  const unit = new UnitOfWork(parts.store, call.caller, async (tx) => {
    if (wanted !== undefined) await claim(tx, wanted, parts.now())
  })
  call.beforeAsk = async () => {
    if (unit.isUsed) throw new Error(`${write.name} asks after it has used the store; ask first`)
    await unit.rollback()
  }
  try {
    if (wanted !== undefined) await unit.begin()
    const json = await unit.run(() => write.run())
    if (call.dryRun) {
      await unit.rollback()
      parts.audit.record(auditEvent(call, write.kind, write.name, 'dry_run'))
      return json
    }
    const tx = await unit.begin()
    await spendAnswers(call, tx)
    settle(parts, call, write, tx, json)
    await unit.commit()
    return json
  } catch (error) {
    await unit.rollback()
    throw error
  }
}

/**
 * The key is taken and the question marked as used first, the answer is stored after that, each in a separate
 * transaction.
 */
async function elsewhere(parts: CallParts, call: RunningCall, write: Write): Promise<string> {
  const { caller } = call
  const wanted = write.claim
  await parts.store.transaction(caller, async (tx) => {
    if (wanted !== undefined) await claim(tx, wanted, parts.now())
    await spendAnswers(call, tx)
  })
  const json = await runOrRelease(parts, call, write)
  await parts.store.transaction(caller, async (tx) => settle(parts, call, write, tx, json))
  return json
}

/** Only a run that reports a failure frees its key; after any other end the outcome is unknown. */
async function runOrRelease(parts: CallParts, { caller }: RunningCall, write: Write): Promise<string> {
  try {
    return await write.run()
  } catch (error) {
    const isKnownToHaveFailed =
      (error instanceof ToolError && !error.isOutcomeUnknown) ||
      error instanceof InputRequired ||
      error instanceof BodyTooLarge
    if (write.claim !== undefined && isKnownToHaveFailed)
      await parts.store.query(caller, freeKey(write.claim))
    throw error
  }
}

/** The record of a write: the answer under its key, and the audit row. */
function settle(parts: CallParts, call: RunningCall, write: Write, tx: StoreTx, json: string): void {
  if (write.claim !== undefined) tx.atCommit(keepAnswer(write.claim, { json }))
  tx.atCommit(parts.audit.row(auditEvent(call, write.kind, write.name, call.dryRun ? 'dry_run' : 'ok')))
}

/** Answers that led to a write cannot lead to a second one. */
async function spendAnswers({ resumed, caller }: RunningCall, tx: StoreTx): Promise<void> {
  if (resumed === undefined) return
  const [spent] = await tx.query(spendState(caller.userId, resumed.nonce, resumed.expiresAt))
  if (spent === undefined) {
    throw new ToolError('CONFLICT', 'These answers were used already; start again without requestState')
  }
}
