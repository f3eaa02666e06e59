import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort, temporaryFolder } from '../../test/environment/index.ts'
import { shopQuestions } from './shop-questions.ts'
import { callTool } from '../tool-calls/call-tool.ts'

const quipu = join(import.meta.dirname, '../../apps/server/bin/quipu.js')
const rounds = 5

/** `ask_question` over HTTP on the sample shop of a new installation with default settings, one question at a time. */
export async function benchShop(): Promise<void> {
  using folder = temporaryFolder()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env['PATH'] ?? '',
    QUIPU_ENV_FILE: '/dev/null',
    QUIPU_DATA_DIR: folder.path,
    PORT: String(port),
    LOG_LEVEL: 'error',
    MCP_RATE_LIMIT_MAX_REQUESTS: '100000',
    QUIPU_REQUESTS_PER_MINUTE: '100000',
  }
  const server = spawn(process.execPath, [quipu, 'start'], { env, stdio: 'ignore' })
  try {
    await untilReady(url)
    const args = [quipu, 'token', 'create', '--user', 'owner@localhost', '--resource', `${url}/mcp`]
    const { stdout } = await promisify(execFile)(process.execPath, args, { env })
    const ask = asker(`${url}/mcp`, stdout.trim())
    const ontologyId = await sampleId(ask)
    const times: number[] = []
    const outcomes = new Map<string, number>()
    for (let round = 0; round <= rounds; round++)
      for (const question of shopQuestions) {
        const begun = performance.now()
        const { status } = await ask('ask_question', { ontologyId, question })
        // The first round fills caches.
        if (round > 0) times.push(performance.now() - begun)
        if (round === 1) outcomes.set(status, (outcomes.get(status) ?? 0) + 1)
      }
    report(times, outcomes)
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
}

interface Structured {
  readonly status: string
  readonly ontologies?: readonly { readonly id: string; readonly name: string; readonly status: string }[]
}
type Ask = (tool: string, input: object) => Promise<Structured>

function asker(endpoint: string, token: string): Ask {
  // Safe: the shape of the module's contract; anything else fails at its first use.
  return async (tool, input) => (await callTool(endpoint, token, tool, input)) as Structured
}

async function untilReady(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const response = await fetch(`${url}/api/health/ready`).catch(() => undefined)
    if (response?.ok) return
    await pause(100)
  }
  throw new Error('The server did not become ready within a minute')
}

async function sampleId(ask: Ask): Promise<string> {
  for (let tries = 0; tries < 600; tries++) {
    const { ontologies = [] } = await ask('list_ontologies', {})
    // The workspace of the caller is ready before the sample is.
    const ready = ontologies.find(({ name, status }) => name !== 'My workspace' && status === 'ready')
    if (ready !== undefined) return ready.id
    await pause(100)
  }
  throw new Error('The sample shop was not ready within a minute')
}

function report(times: readonly number[], outcomes: ReadonlyMap<string, number>): void {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
  const counts = [...outcomes].map(([status, count]) => `${status} ${count}`).join(', ')
  console.log(
    `Sample shop, ask_question over HTTP, ${times.length} calls: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms (${counts})\n`,
  )
}
