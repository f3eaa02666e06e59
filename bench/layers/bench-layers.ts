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
import type { RunningServer } from '../mcp/start-server.ts'
import { startServer } from '../mcp/start-server.ts'
import { hammer } from '../mcp/hammer.ts'
import type { Work } from './servers/engine.ts'
import type { Steps } from './servers/steps.ts'
import { stepsOf } from './servers/steps.ts'
import type { ThreadTimes } from './threads.ts'
import { spentBetween, threadTimes } from './threads.ts'

const tools = ['list_tasks', 'add_task'] as const
type Tool = (typeof tools)[number]
const goals: Readonly<Record<Tool, number>> = { list_tasks: 1.5, add_task: 2 }
const inputs = { list_tasks: { limit: 10 }, add_task: { title: 'Water the plants' } }
const seconds = 2

interface Round {
  readonly tool: Tool
  /** As a whole call over HTTP. */
  readonly ours: Measured
  /** Of one call. */
  readonly threads: ThreadTimes
  /** Processor time directly on the engine, in µs, of each step. */
  readonly steps: ReadonlyMap<string, number>
}

/** The throughput of several writers at once. */
interface Crowd {
  readonly writers: number
  readonly perSecond: number
  readonly cpuMicros: number
}

/** The cost of our layers above the bare engine: a tool call over HTTP and its statements directly on PGlite, alternating. */
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
    const crowds: Crowd[] = []
    const stepNames = namesOf(stepsOf(userId))
    await using engine = await startEngine(folder, userId)
    await using server = await startServer(serverScript, ['1', folder], { isQuiet: true })
    // A list is measured before anything is added, so that both sides list the same rows.
    for (const tool of tools) {
      // The first round warms both up.
      for (let round = 0; round <= Number(values.rounds); round += 1) {
        process.stderr.write(`${tool}, round ${round}\n`)
        const before = await threadTimes(server.pid)
        const ours = await measure(
          server,
          callRequest(server.token, tool, inputs[tool]),
          round === 0 ? 3 * seconds : seconds,
        )
        const threads = spentBetween(before, await threadTimes(server.pid), ours.answers)
        const steps = new Map<string, number>()
        for (const step of stepNames[tool]) steps.set(step, await engine.cost({ tool, step }))
        if (round > 0) rounds.push({ tool, ours, threads, steps })
      }
    }
    for (let round = 0; round < Number(values.rounds); round += 1)
      for (const writers of crowdSizes) crowds.push(await measureWriters(server, writers))
    const text = page(rounds, crowds, load)
    console.log(`\n${text}`)
    const day = new Date().toISOString().slice(0, 10)
    await writeFile(new URL(`../results/layers-${day}.md`, import.meta.url), text)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const crowdSizes = [1, 8, 32]

async function measureWriters(server: RunningServer, writers: number): Promise<Crowd> {
  process.stderr.write(`${writers} writers\n`)
  const request = callRequest(server.token, 'add_task', inputs.add_task)
  const before = await server.usage()
  const { answers, seconds: took } = await hammer(server.url, request, writers, seconds)
  const spent = (await server.usage()).cpuMicros - before.cpuMicros
  return { writers, perSecond: answers / took, cpuMicros: spent / answers }
}

function namesOf({ list_tasks, add_task }: Steps): Readonly<Record<Tool, readonly string[]>> {
  const names = (steps: Steps[Tool]) => steps.map(({ name }) => name)
  return { list_tasks: names(list_tasks), add_task: names(add_task) }
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

function page(rounds: readonly Round[], crowds: readonly Crowd[], load: number): string {
  const micros = (numbers: readonly number[]) => median(numbers).toFixed(0)
  const lines = tools.flatMap((tool) => {
    const of = rounds.filter((round) => round.tool === tool)
    const names = [...(of[0]?.steps.keys() ?? [])]
    const stepLines = names.map((name, index) => {
      const cost = micros(of.map(({ steps }) => steps.get(name) ?? NaN))
      const ratio = spread(of.map(({ ours, steps }) => ours.cpuMicros / (steps.get(name) ?? NaN)))
      return `| ${index === 0 ? `\`${tool}\`, ${name}` : `and ${name}`} | ${cost} | ${ratio} |`
    })
    const ours = micros(of.map((round) => round.ours.cpuMicros))
    return [...stepLines, `| \`${tool}\` over HTTP; goal ≤ ${goals[tool]} | ${ours} | |`]
  })
  const threadLines = tools.map((tool) => {
    const of = rounds.filter((round) => round.tool === tool).map(({ threads }) => threads)
    const figures = (['main', 'store', 'helpers'] as const).map((kind) =>
      micros(of.map((times) => times[kind])),
    )
    return `| \`${tool}\` | ${figures.join(' | ')} |`
  })
  const writerLines = crowdSizes.map((writers) => {
    const of = crowds.filter((crowd) => crowd.writers === writers)
    const rates = of.map(({ perSecond }) => perSecond)
    const alone = crowds.filter((crowd) => crowd.writers === 1).map(({ perSecond }) => perSecond)
    const gain = spread(rates.map((rate, round) => rate / (alone[round] ?? NaN)))
    return `| ${writers} | ${micros(rates)} | ${gain} | ${micros(of.map(({ cpuMicros }) => cpuMicros))} |`
  })
  return [
    `# What our layers cost over the engine, ${new Date().toISOString().slice(0, 10)}`,
    '',
    `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores; Node ${process.version}; load before the run ${load.toFixed(1)}.`,
    `\`npm run bench -- layers\`: a tool called over HTTP on ${connections} connections, with token, permission, limit, row-level security and audit,`,
    'and its statements straight on PGlite, prepared, in another process on a copy of the same store with the same setting of V8. Each line of the',
    'engine has one thing more than the line before. No idempotency key is sent, so none is paid for. Both take turns;',
    `processor time of all threads; medians of ${rounds.length / tools.length} rounds, ratios within a round.`,
    '',
    '| What | CPU µs | the call over it |',
    '|---|--:|--:|',
    ...lines,
    '',
    'Processor time of a call by thread. The store’s thread also writes and seals the audit and tends its tables; helpers are threads of V8 and',
    'Node, which compile, collect garbage and write files.',
    '',
    '| Tool | main thread | store’s thread | helpers |',
    '|---|--:|--:|--:|',
    ...threadLines,
    '',
    'Writers at once, each of which sends the next `add_task` when the one before is answered:',
    '',
    '| Writers | calls/s | over one writer | CPU µs of a call |',
    '|--:|--:|--:|--:|',
    ...writerLines,
    '',
  ].join('\n')
}

function spread(ratios: readonly number[]): string {
  return `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`
}
