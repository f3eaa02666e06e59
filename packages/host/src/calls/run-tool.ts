import type { Tool } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import type { AuthFailure } from '../identity/auth-failure.ts'
import type { Fields } from '../input/fields.ts'
import { isFields } from '../input/fields.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import { demandPoint } from './allowance.ts'
import { auditEvent } from './audit-event.ts'
import type { CallParts, OpenModule } from './call-parts.ts'
import { DoorError } from './door-error.ts'
import { asToolError } from './failure.ts'
import { claimOf } from './idempotency.ts'
import { auditedOf, parseArguments } from './parse-input.ts'
import { demandEffect, demandPermission } from './permission.ts'
import { refusedToken } from './refused-token.ts'
import type { RunningCall } from './running-call.ts'
import { resultJson } from './tool-answer.ts'
import { writeOnce } from './write-once.ts'

export interface ToolParts extends CallParts {
  readonly metrics: MetricsDoor
  /** None if there is no collector. */
  readonly tracing?: Tracing | undefined
}

export interface MetricsDoor {
  toolCall(tool: string, outcome: string, seconds: number): void
}

/** A tool with its module and the service that its run gets. */
export interface OpenTool extends OpenModule {
  readonly thing: Tool
}

export interface ToolRequest {
  /** As it was given, not validated. */
  readonly input: unknown
  /** Identifies a request that another process forwarded, so that a second delivery has no second effect. */
  readonly deliveryKey?: string | undefined
  /** Awaited before the sessions of a token end that the module refuses. */
  readonly refuse?: ((refused: AuthFailure) => Promise<void>) | undefined
}

/**
 * Runs a tool: permission, limit, input, run, output, audit. Returns its serialised result, or the failure that the caller
 * gets. Rejects with what the door answers: a `DoorError`, or an `AuthFailure` if the module refuses the token.
 */
export async function runTool(
  parts: ToolParts,
  call: RunningCall,
  open: OpenTool,
  request: ToolRequest,
): Promise<string | ToolError> {
  const { module, thing: tool } = open
  const startedAt = performance.now()
  let outcome = 'ok'
  try {
    demandPermission(parts, call, tool.needs)
    demandEffect(call, tool.effect, tool.needs)
    const allowed = demandPoint(parts, call, tool)
    if (allowed !== undefined) await allowed
    call.audited = auditedOf(tool, request.input)
    const input = inputOf(open, request.input)
    const running =
      tool.effect === 'read'
        ? readTool(parts, call, open, input)
        : writeTool(parts, call, open, input, request.deliveryKey)
    return typeof running === 'string' ? running : await running
  } catch (error) {
    if (error instanceof DoorError) {
      outcome = error.name
      throw error
    }
    const known = asToolError(parts, call, tool.name, error)
    const failure = module.nameFailure?.(known, tool) ?? known
    outcome = failure.code
    parts.audit.record(auditEvent(call, 'tool', tool.name, failure.shownCode))
    const refused = await refusedToken(call, failure, request.refuse)
    if (refused !== undefined) throw refused
    return failure
  } finally {
    parts.metrics.toolCall(tool.name, outcome, (performance.now() - startedAt) / 1000)
    parts.tracing?.outcome(outcome)
  }
}

function inputOf({ thing, module }: OpenTool, given: unknown): Fields {
  if (!isFields(given)) throw new ToolError('VALIDATION_ERROR', 'arguments must be an object')
  return parseArguments(module, thing.input, given)
}

function readTool(
  parts: ToolParts,
  call: RunningCall,
  { thing, service }: OpenTool,
  input: Fields,
): string | Promise<string> {
  const finish = (answer: unknown) => {
    const json = resultJson(thing, answer)
    parts.audit.record(auditEvent(call, 'tool', thing.name, 'ok'))
    return json
  }
  const running = thing.run(service, input, call)
  return running instanceof Promise ? running.then(finish) : finish(running)
}

async function writeTool(
  parts: ToolParts,
  call: RunningCall,
  { thing: tool, service }: OpenTool,
  input: Fields,
  delivery: string | undefined,
): Promise<string> {
  call.dryRun = input['dry_run'] === true
  const own = input['idempotency_key']
  const keys = { own: typeof own === 'string' ? own : undefined, delivery }
  return writeOnce(parts, call, {
    kind: 'tool',
    name: tool.name,
    atomic: tool.atomic,
    claim: call.dryRun ? undefined : claimOf(call.caller.userId, tool.name, input, keys),
    run: async () => resultJson(tool, await tool.run(service, input, call)),
  })
}
