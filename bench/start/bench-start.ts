import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { builtServer } from '../../test/environment/server-build.ts'
import { median } from '../mcp/load.ts'
import type { Step } from './steps.ts'

const checkout = join(import.meta.dirname, '../../apps/server/bin/quipu.js')
const restSeconds = 10
const question = 'total sales by region last quarter'

interface Start {
  readonly readyMs: number
  /** Processor time of the process until it is ready. */
  readonly cpuMs: number
  readonly rssAtReady: number
  readonly rssAtRest: number
  /** Percentage of one core while nobody calls. */
  readonly idlePercent: number
  /** Processor time of the server for the same question, asked one time after the other. Empty if none was asked. */
  readonly askedMs: readonly number[]
}

interface Program {
  readonly name: string
  readonly path: string
  readonly made: Start[]
  readonly found: Start[]
}

/** Measures `quipu start` with every module, installed and from a checkout, on a new and on an existing data folder, and what its steps and the first question cost. */
export async function benchStart(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { rounds: { type: 'string', default: '5' } },
  })
  const before = loadavg()[0] ?? 0
  const folder = await mkdtemp(join(tmpdir(), 'quipu-start-'))
  const programs: readonly Program[] = [
    { name: 'as it is installed', path: await builtServer(), made: [], found: [] },
    { name: 'from a checkout', path: checkout, made: [], found: [] },
  ]
  try {
    // Fills the compile cache, which is not measured.
    for (const { name, path } of programs) await start(path, join(folder, `warm-up ${name}`), { rest: 0 })
    for (let round = 0; round < Number(values.rounds); round += 1) {
      for (const { name, path, made, found } of programs) {
        const data = join(folder, `data-${round}`)
        say(`round ${round + 1}: ${name}, from nothing`)
        made.push(await start(path, data, { rest: 1 }))
        say(`round ${round + 1}: ${name}, on the same folder`)
        found.push(await start(path, data, { rest: restSeconds, questions: 3 }))
        await rm(data, { recursive: true })
      }
    }
    say('the steps of a start')
    const text = page(before, programs, await steps(join(folder, 'steps')))
    console.log(`\n${text}`)
    const day = new Date().toISOString().slice(0, 10)
    await writeFile(new URL(`../results/start-${day}.md`, import.meta.url), text)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function start(
  program: string,
  dataFolder: string,
  { rest, questions = 0 }: { readonly rest: number; readonly questions?: number },
): Promise<Start> {
  const startedAt = performance.now()
  const env = {
    ...process.env,
    QUIPU_DATA_DIR: dataFolder,
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
  }
  const child = spawn(process.execPath, [program, 'start', '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env,
  })
  const ended = once(child, 'exit')
  const died = ended.then(() => Promise.reject(new Error('The server ended before it was ready')))
  await Promise.race([once(child.stdout, 'data'), died])
  died.catch(() => {})
  const readyMs = performance.now() - startedAt
  const pid = child.pid ?? 0
  const atReady = await usage(pid)
  await sleep(rest * 1000)
  const atRest = await usage(pid)
  const askedMs: number[] = []
  for (let asked = 0; asked < questions; asked += 1) {
    const { cpuMs } = await usage(pid)
    // The command hands the question to the server that runs.
    await promisify(execFile)(process.execPath, [program, 'ask', question], { env })
    askedMs.push((await usage(pid)).cpuMs - cpuMs)
  }
  child.kill('SIGTERM')
  await ended
  return {
    readyMs,
    cpuMs: atReady.cpuMs,
    rssAtReady: atReady.rssBytes,
    rssAtRest: atRest.rssBytes,
    idlePercent: rest === 0 ? NaN : (atRest.cpuMs - atReady.cpuMs) / (rest * 10),
    askedMs,
  }
}

/** Linux counts it for the process with all its threads. */
async function usage(pid: number): Promise<{ readonly cpuMs: number; readonly rssBytes: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name of the program, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  return { cpuMs: ticks * 10, rssBytes: Number(fields[21]) * 4096 }
}

/** Each in its own process, which reports the processor time of the step. */
async function steps(dataFolder: string): Promise<readonly Step[]> {
  const script = fileURLToPath(new URL('./steps.ts', import.meta.url))
  const rounds: Step[][] = []
  await mkdir(dataFolder)
  // The first one creates the store.
  for (let round = 0; round < 4; round += 1) {
    const { stdout } = await promisify(execFile)(process.execPath, [script, dataFolder])
    // Safe: written by the script.
    if (round > 0) rounds.push(JSON.parse(stdout) as Step[])
  }
  return (rounds[0] ?? []).map(({ name }, index) => ({
    name,
    cpuMs: median(rounds.map((round) => round[index]?.cpuMs ?? NaN)),
    rssBytes: median(rounds.map((round) => round[index]?.rssBytes ?? NaN)),
  }))
}

function page(load: number, programs: readonly Program[], taken: readonly Step[]): string {
  const row = (name: string, starts: readonly Start[], goal: string) => {
    const of = (figure: (one: Start) => number) => median(starts.map(figure))
    const cells = [
      (of(({ readyMs }) => readyMs) / 1000).toFixed(2),
      (of(({ cpuMs }) => cpuMs) / 1000).toFixed(2),
      mib(of(({ rssAtReady }) => rssAtReady)),
      mib(of(({ rssAtRest }) => rssAtRest)),
      of(({ idlePercent }) => idlePercent).toFixed(1),
    ]
    return `| ${name} | ${cells.join(' | ')} | ${goal} |`
  }
  const asked = ({ name, found }: Program) => {
    const times = [0, 1, 2].map((at) => median(found.map(({ askedMs }) => askedMs[at] ?? NaN)))
    return `| ${name} | ${times.map((ms) => ms.toFixed(0)).join(' | ')} |`
  }
  return [
    `# Start and memory, ${new Date().toISOString().slice(0, 10)}`,
    '',
    `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores; Node ${process.version}; load before the run ${load.toFixed(1)}, after it ${loadavg()[0]?.toFixed(1)}.`,
    '`npm run bench -- start`: `quipu start` with every module and the embedded store, until it says that it is ready;',
    `medians of ${programs[0]?.made.length} rounds. At rest: ${restSeconds} s later (1 s on a new folder).`,
    '',
    '| `quipu start` | ready, s | CPU until then, s | RSS when ready, MiB | RSS at rest, MiB | CPU % at rest | goal |',
    '|---|--:|--:|--:|--:|--:|---|',
    ...programs.flatMap(({ name, made, found }) => [
      row(`${name}, from nothing`, made, 'ready ≤ 10 s'),
      row(`${name}, on a folder that is there`, found, 'ready ≤ 2 s'),
    ]),
    '',
    `Processor time of the server for the same question (“${question}”), asked three times after the start. What starts late is paid for by the`,
    'first question, and only once.',
    '',
    '| | first, ms | second, ms | third, ms |',
    '|---|--:|--:|--:|',
    ...programs.map(asked),
    '',
    '| Step of a start on a folder that is there, from a checkout | CPU ms | RSS after it, MiB |',
    '|---|--:|--:|',
    ...taken.map(({ name, cpuMs, rssBytes }) => `| ${name} | ${cpuMs.toFixed(0)} | ${mib(rssBytes)} |`),
    '',
  ].join('\n')
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

function mib(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(0)
}

function say(text: string): void {
  process.stderr.write(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${text}\n`)
}
