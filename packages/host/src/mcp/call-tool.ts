import type { Tool } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import { asToolError } from '../calls/failure.ts'
import { InputRequired } from '../calls/running-call.ts'
import type { Fields } from '../input/fields.ts'
import { isFields } from '../input/fields.ts'
import { demandPoint } from '../calls/allowance.ts'
import { auditEvent } from '../calls/audit-event.ts'
import { contractError, isToTheLetter, notOffered } from './contract-error.ts'
import type { Core } from './core.ts'
import type { Exchange } from './exchange.ts'
import { claimOf } from '../calls/idempotency.ts'
import type { Offer } from './profile.ts'
import { code, RpcError } from './protocol.ts'
import { auditedOf, parseInput } from '../calls/parse-input.ts'
import { demandPermission, ScopeMissing } from '../calls/permission.ts'
import { failedResult, resultJson } from './tool-answer.ts'
import { refusedToken } from '../calls/refused-token.ts'
import { writeOnce } from '../calls/write-once.ts'

/** `tools/call`: permission, limit, input, run, output, audit. */
export async function callTool(core: Core, exchange: Exchange): Promise<string> {
  const { params, view, wire } = exchange.init
  const name = params['name']
  if (typeof name !== 'string') throw new RpcError(code.invalidParams, 'name must be a string')
  const offer = view.profile.tool(name)
  if (offer === undefined) {
    const tool = name.slice(0, 100)
    throw notOffered(exchange, `Unknown tool: ${tool}`, { tool })
  }

  const startedAt = performance.now()
  let outcome = 'ok'
  try {
    demandPermission(core, exchange, offer.thing.needs)
    const allowed = demandPoint(core, exchange, offer.thing)
    if (allowed !== undefined) await allowed
    exchange.audited = auditedOf(offer.thing, params['arguments'])
    const input = parseArguments(offer, params['arguments'] ?? {})
    const run = offer.thing.effect === 'read' ? readTool : writeTool
    const running = run(core, exchange, offer, input)
    return wire.complete(typeof running === 'string' ? running : await running)
  } catch (error) {
    if (error instanceof InputRequired || error instanceof ScopeMissing || error instanceof RpcError) {
      outcome = error.name
      throw error
    }
    const known = asToolError(core, exchange, name, error)
    const failure = offer.module.nameFailure?.(known, offer.thing) ?? known
    outcome = failure.code
    core.audit.record(auditEvent(exchange, 'tool', offer.thing.name, failure.shownCode))
    const refused = await refusedToken(exchange, failure, exchange.init.channel.refuse)
    if (refused !== undefined) throw refused
    const contract = isToTheLetter(exchange) ? contractError(exchange, offer, failure) : undefined
    if (contract !== undefined) throw contract
    return failedResult(failure, exchange, offer)
  } finally {
    core.metrics.toolCall(name, outcome, (performance.now() - startedAt) / 1000)
    core.tracing?.outcome(outcome)
  }
}

function parseArguments({ thing, module }: Offer<Tool>, given: unknown): Fields {
  if (!isFields(given)) throw new ToolError('VALIDATION_ERROR', 'arguments must be an object')
  return parseInput(module, thing.input, given)
}

function readTool(
  core: Core,
  exchange: Exchange,
  { thing, service }: Offer<Tool>,
  input: Fields,
): string | Promise<string> {
  const finish = (answer: unknown) => {
    const json = resultJson(thing, answer)
    core.audit.record(auditEvent(exchange, 'tool', thing.name, 'ok'))
    return json
  }
  const running = thing.run(service, input, exchange)
  return running instanceof Promise ? running.then(finish) : finish(running)
}

async function writeTool(core: Core, exchange: Exchange, offer: Offer<Tool>, input: Fields): Promise<string> {
  const tool = offer.thing
  exchange.dryRun = input['dry_run'] === true
  const own = input['idempotency_key']
  const keys = { own: typeof own === 'string' ? own : undefined, delivery: exchange.init.deliveryKey }
  return writeOnce(core, exchange, {
    kind: 'tool',
    name: tool.name,
    atomic: tool.atomic,
    claim: exchange.dryRun ? undefined : claimOf(exchange.caller.userId, tool.name, input, keys),
    run: async () => resultJson(tool, await tool.run(offer.service, input, exchange)),
  })
}
