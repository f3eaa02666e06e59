import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { prepare, sampleForest } from '@quipu/orbits'
import { startNetwork, startServer } from './network.ts'
import { dropAndResume, fanOut } from './streams.ts'
import { measureView } from './view.ts'
import { writeAtOnce } from './writers.ts'

const mostSeconds = 1_200
const sizes = {
  commands: 1_000_000,
  replayed: 100_000,
  writers: 64,
  each: 1_000,
  drops: 1_000,
  subscribers: 1_000,
  seen: 1_000,
}

interface Rules {
  readonly commands: number
  readonly applied: number
  readonly refused: number
  readonly undone: number
  readonly broken: number
  readonly sameHash: boolean
  readonly seconds: number
  readonly replayed: number
  readonly replayMs: number
  readonly parseMs: number
}

/** Measures the rules, the log and the streams of universes. `--quick` runs a tenth of it. */
export async function benchUniverse(): Promise<void> {
  const scale = process.argv.includes('--quick') ? 0.1 : 1
  const of = (size: number) => Math.max(1, Math.round(size * scale))
  setTimeout(() => {
    console.error(`Not done after ${mostSeconds} s: the machine is too slow or too busy for it`)
    process.exit(1)
  }, mostSeconds * 1000).unref()
  const lines = [
    `# Universe, ${new Date().toISOString().slice(0, 10)}`,
    '',
    `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores shared by servers, PostgreSQL, Redis and load; Node ${process.version}; load before the run ${loadavg()[0]?.toFixed(1)}.`,
    '',
    '| What | Measured |',
    '|---|---|',
  ]
  const report = (what: string, measured: string) => {
    lines.push(`| ${what} | ${measured} |`)
    process.stderr.write(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${what}: ${measured}\n`)
  }
  reportRules(await rules(of(sizes.commands), of(sizes.replayed)), report)
  reportPositions(report)
  await overNetwork(of, report)
  const text = `${lines.join('\n')}\n`
  console.log(`\n${text}`)
  if (scale === 1)
    await writeFile(new URL(`../results/universe-${lines[0]?.slice(-10)}.md`, import.meta.url), text)
}

type Report = (what: string, measured: string) => void

async function rules(commands: number, replayed: number): Promise<Rules> {
  const script = join(import.meta.dirname, '..', '..', 'modules/universe/measure/measure-rules.ts')
  const args = [script, String(commands), String(replayed)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  // Safe: it prints one line of this form.
  return JSON.parse(stdout) as Rules
}

function reportRules(found: Rules, report: Report): void {
  const { commands, applied, refused, undone, broken, sameHash, seconds, replayed, replayMs, parseMs } = found
  report(
    `${number(commands)} random commands (${number(applied)} steps, of which ${number(undone)} undone; ${number(refused)} refused)`,
    `${broken} invariants broken, replay gives ${sameHash ? 'the same' : 'ANOTHER'} hash, ${seconds.toFixed(0)} s`,
  )
  report(
    `replay of ${number(replayed)} commands`,
    `${replayMs.toFixed(0)} ms, ${(replayMs / parseMs).toFixed(1)} × the parsing of their JSON (${parseMs.toFixed(0)} ms)`,
  )
}

function reportPositions(report: Report): void {
  const bodies = sampleForest(10_000)
  const out = new Float64Array(30_000)
  const positions = prepare(bodies)
  const times = Array.from({ length: 50 }, (_, at) => {
    const startedAt = performance.now()
    positions.at(at * 86_400, out)
    return performance.now() - startedAt
  }).toSorted((a, b) => a - b)
  report('positions of 10,000 bodies', `${times[25]?.toFixed(1)} ms (median of 50)`)
}

async function overNetwork(of: (size: number) => number, report: Report): Promise<void> {
  await using network = await startNetwork()
  const [first] = network.instances
  if (first === undefined) return
  const bare = await startServer('bare')
  const delivery = await fanOut(first, of(sizes.subscribers), 50)
  const limit = await fanOut(bare, of(sizes.subscribers), 50)
  await bare[Symbol.asyncDispose]()
  report(
    `command to ${number(delivery.subscribers)} subscribers of one instance`,
    `p50 ${delivery.p50.toFixed(0)} ms, p95 ${delivery.p95.toFixed(0)} ms, p99 ${delivery.p99.toFixed(0)} ms; bare \`node:http\` p95 ${limit.p95.toFixed(0)} ms, ratio ${(delivery.p95 / limit.p95).toFixed(1)}`,
  )
  const seen = await measureView(first, of(sizes.seen))
  report(
    `${number(seen.bodies)} bodies in headless Chromium without a graphics card, 1440 × 900, time running`,
    `${seen.fps.toFixed(0)} frames a second; a command is shown ${seen.shownMs.toFixed(0)} ms after it was sent`,
  )
  const resumed = await dropAndResume(network, of(sizes.drops), 40)
  report(
    `${number(resumed.drops)} drops of ${resumed.streams} streams over 3 instances, ${number(resumed.events)} events`,
    `${resumed.gaps} gaps, ${resumed.duplicates} duplicates`,
  )
  const written = await writeAtOnce(network, sizes.writers, of(sizes.each))
  report(
    `${written.writers} writers × ${number(written.commands / written.writers)} commands on one universe over 3 instances`,
    `${written.lost} lost, revisions ${written.isContiguous ? 'contiguous' : 'WITH GAPS'}, ${written.perSecond.toFixed(0)} a second (p50 ${written.p50.toFixed(0)} ms, p99 ${written.p99.toFixed(0)} ms); bare PostgreSQL with the same lock ${written.barePerSecond.toFixed(0)} a second, ratio ${(written.perSecond / written.barePerSecond).toFixed(2)}`,
  )
}

function number(value: number): string {
  return value.toLocaleString('en')
}
