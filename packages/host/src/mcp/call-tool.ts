import type { Module, Tool } from '@quipu/kit'
import { firstIssue, phraseIssue, ToolError } from '@quipu/kit'
import { demandPoint } from './allowance.ts'
import { auditEvent } from './audit-event.ts'
import { contractError, isToTheLetter, notOffered } from './contract-error.ts'
import type { Core } from './core.ts'
import { ScopeMissing } from './core.ts'
import type { Exchange } from './exchange.ts'
import { InputRequired } from './exchange.ts'
import { claimOf } from './idempotency.ts'
import type { Offer } from './profile.ts'
import type { Fields } from './protocol.ts'
import { code, isFields, RpcError } from './protocol.ts'
import { checkText } from './text.ts'
import { asToolError, failedResult, resultJson } from './tool-answer.ts'
import { writeOnce } from './write-once.ts'

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
    const input = parseInput(offer.thing, offer.module, params['arguments'] ?? {})
    const run = offer.thing.effect === 'read' ? readTool : writeTool
    const running = run(core, exchange, offer, input)
    return wire.complete(typeof running === 'string' ? running : await running)
  } catch (error) {
    if (error instanceof InputRequired || error instanceof ScopeMissing || error instanceof RpcError) {
      outcome = error.name
      throw error
    }
    const failure = asToolError(core, exchange, name, error)
    outcome = failure.code
    core.audit.record(auditEvent(exchange, 'tool', offer.thing.name, outcome))
    const contract = isToTheLetter(exchange) ? contractError(exchange, offer, failure) : undefined
    if (contract !== undefined) throw contract
    return failedResult(failure, exchange, offer)
  } finally {
    core.metrics.toolCall(name, outcome, (performance.now() - startedAt) / 1000)
    core.tracing?.outcome(outcome)
  }
}

export function demandPermission(core: Core, exchange: Exchange, needs: readonly string[]): void {
  const held = exchange.caller.permissions
  if (needs.every((need) => held.has(need))) return
  const why = core.whyMissing(exchange.caller, needs)
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

/** What the audit tells of the input: the parameters that the tool names, as they came, if they are texts. */
export function auditedOf({ audited }: Tool, given: unknown): Readonly<Record<string, string>> {
  if (audited.length === 0 || !isFields(given)) return {}
  return Object.fromEntries(
    audited.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]]] : [])),
  )
}

function parseInput(tool: Tool, module: Module, given: unknown): Fields {
  if (!isFields(given)) throw new ToolError('VALIDATION_ERROR', 'arguments must be an object')
  checkText(given)
  const parsed = tool.input.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = firstIssue(parsed.error, given)
  throw new ToolError('VALIDATION_ERROR', (module.phraseIssue ?? phraseIssue)(issue), {
    parameter: issue.name,
  })
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
    isAtomic: tool.atomic,
    claim: exchange.dryRun ? undefined : claimOf(exchange.caller.userId, tool.name, input, keys),
    run: async () => resultJson(tool, await tool.run(offer.service, input, exchange)),
  })
}
