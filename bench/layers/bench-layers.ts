import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { callTool } from '../tool-calls/call-tool.ts'
import type { Measured } from '../mcp/load.ts'
import { connections, measure, median } from '../mcp/load.ts'
import { callRequest } from '../mcp/requests.ts'
import { startServer } from '../mcp/start-server.ts'
import type { Work } from './servers/engine.ts'

const tools = ['list_tasks', 'add_task'] as const
type Tool = (typeof tools)[number]
const goals: Readonly<Record<Tool, number>> = { list_tasks: 1.5, add_task: 2 }
const inputs = { list_tasks: { limit: 10 }, add_task: { title: 'Water the plants' } }
const seconds = 2

interface Round {
  readonly tool: Tool
  /** As a whole call over HTTP. */
  readonly ours: Measured
  /** Processor time directly on the engine, in µs: of the tool's statement, and of all statements of a call. */
  readonly statement: number
  readonly all: number
}

/** The cost of our layers above the bare engine: a tool call over HTTP and its statement directly on PGlite, alternating. */
export async function benchLayers(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { rounds: { type: 'string', default: '5' } },
  })
  const load = loadavg()[0] ?? 0
  const folder = await mkdtemp(join(tmpdir(), 'quipu-layers-'))
  try {
    const userId = await fill(folder)
    const rounds: Round[] = []
    await using engine = await startEngine(folder, userId)
    await using server = await startServer(serverScript, ['1', folder], { isQuiet: true })
    // A list is measured before anything is added, so that both sides list the same rows.
    for (const tool of tools) {
      // The first round warms both up.
      for (let round = 0; round <= Number(values.rounds); round += 1) {
        process.stderr.write(`${tool}, round ${round}\n`)
        const ours = await measure(server, callRequest(server.token, tool, inputs[tool]), seconds)
        const statement = await engine.cost(tool)
        const all = await engine.cost(`${tool} with all`)
        if (round > 0) rounds.push({ tool, ours, statement, all })
      }
    }
    const text = page(rounds, load)
    console.log(`\n${text}`)
    const day = new Date().toISOString().slice(0, 10)
    await writeFile(new URL(`../results/layers-${day}.md`, import.meta.url), text)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const serverScript = new URL('../mcp/servers/quipu.ts', import.meta.url)

/** A store with an account and some tasks, closed cleanly so that it can be copied. Resolves to the account's id. */
async function fill(folder: string): Promise<string> {
  await using server = await startServer(serverScript, ['1', folder], { isQuiet: true })
  for (let task = 0; task < 20; task += 1)
    await callTool(server.url, server.token, 'add_task', inputs.add_task)
  // The subject of our tokens is the account.
  const claims = Buffer.from(server.token.split('.')[1] ?? '', 'base64url').toString()
  return (JSON.parse(claims) as { sub: string }).sub
}

async function startEngine(folder: string, userId: string) {
  const script = fileURLToPath(new URL('./servers/engine.ts', import.meta.url))
  const child = fork(script, [folder, userId], { stdio: 'inherit' })
  const ended = once(child, 'exit')
  const died = ended.then(() => Promise.reject(new Error('The engine has ended')))
  died.catch(() => {})
  await Promise.race([once(child, 'message'), died])
  return {
    cost: async (work: Work): Promise<number> => {
      child.send(work)
      // Safe: the script answers with a number.
      const [micros] = (await Promise.race([once(child, 'message'), died])) as [number]
      return micros
    },
    [Symbol.asyncDispose]: async () => {
      child.send('end')
      await ended
    },
  }
}

function page(rounds: readonly Round[], load: number): string {
  const lines = tools.map((tool) => {
    const of = rounds.filter((round) => round.tool === tool)
    const cells = [
      median(of.map(({ ours }) => ours.perSecond)).toFixed(0),
      median(of.map(({ ours }) => ours.cpuMicros)).toFixed(0),
      median(of.map(({ statement }) => statement)).toFixed(0),
      median(of.map(({ all }) => all)).toFixed(0),
      spread(of.map(({ ours, statement }) => ours.cpuMicros / statement)),
      spread(of.map(({ ours, all }) => ours.cpuMicros / all)),
      `≤ ${goals[tool]}`,
    ]
    return `| \`${tool}\` | ${cells.join(' | ')} |`
  })
  return [
    `# What our layers cost over the engine, ${new Date().toISOString().slice(0, 10)}`,
    '',
    `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores; Node ${process.version}; load before the run ${load.toFixed(1)}.`,
    `\`npm run bench -- layers\`: a tool called over HTTP on ${connections} connections, with token, permission, limit, row-level security and audit,`,
    'and straight on PGlite, in another process on a copy of the same store: its one statement, prepared; and all that a call sends, which',
    'also takes the role and the name of the caller and, for a write, adds the row of the audit in the same transaction. They take turns of',
    `${seconds} s; processor time of all threads; medians of ${rounds.length / tools.length} rounds, ratios within a round. The engine alone writes without fsync.`,
    '',
    '| Tool | calls/s | CPU µs of a call | of its statement | of all that it sends | call over statement | call over all | goal |',
    '|---|--:|--:|--:|--:|--:|--:|---|',
    ...lines,
    '',
  ].join('\n')
}

function spread(ratios: readonly number[]): string {
  return `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`
}
