import type { Measured } from '../mcp/load.ts'
import { connections, median, middle } from '../mcp/load.ts'
import type { Contender } from './contenders.ts'
import type { StreamCost } from './idle-streams.ts'
import { peerVersions } from './install-peers.ts'

export interface Findings {
  readonly startMs: number[]
  readonly idleRss: number[]
  readonly busyRss: number[]
  readonly call: Measured[]
  readonly list: Measured[]
  /** Bytes of the heap for one call. */
  allocated: number
}

export interface Found {
  readonly machine: string
  readonly load: number
  readonly rounds: number
  readonly seconds: number
  readonly listed: number
  readonly contenders: readonly Contender[]
  readonly found: ReadonlyMap<string, Findings>
  readonly streams: readonly (readonly [string, StreamCost | string])[] | undefined
}

/** The results on one page of Markdown. */
export function page(results: Found): string {
  const { contenders, found, rounds, listed } = results
  const of = (name: string) => found.get(name) ?? missing(name)
  const calls = contenders.map(({ name }) => ({ name, rounds: of(name).call }))
  const lists = contenders.map(({ name }) => ({ name, rounds: of(name).list }))
  return [
    `# Side by side, ${new Date().toISOString().slice(0, 10)}`,
    '',
    ...method(results),
    '',
    '| Server | How it runs |',
    '|---|---|',
    ...contenders.map(({ name, says }) => `| ${name} | ${says} |`),
    '',
    `## \`tools/call\` of an echo tool (median of ${rounds} rounds)`,
    '',
    ...loadTable(calls),
    '',
    `## \`tools/list\` of ${listed} tools (median of ${rounds} rounds)`,
    '',
    ...loadTable(lists),
    '',
    '## Start and memory',
    '',
    '| Server | start to first answer, ms | RSS at rest, MiB | RSS under load, MiB | heap taken by a call, KiB |',
    '|---|--:|--:|--:|--:|',
    ...contenders.map(({ name }) => {
      const { startMs, idleRss, busyRss, allocated } = of(name)
      const cells = [median(startMs).toFixed(0), mib(median(idleRss)), mib(median(busyRss)), kib(allocated)]
      return `| ${name} | ${cells.join(' | ')} |`
    }),
    '',
    'Quipu starts on a data folder that is there, and counts its store in its memory. A heap is that of the main thread.',
    ...streamLines(results),
    '',
  ].join('\n')
}

function method({ machine, load, rounds, seconds, listed }: Found): readonly string[] {
  const versions = Object.entries(peerVersions).map(([name, version]) => `${name} ${version}`)
  return [
    `${machine}, shared by server and client; Node ${process.version}; load before the run ${load.toFixed(1)}.`,
    `${versions.join(', ')}.`,
    '',
    `\`npm run bench -- frameworks\`: each server is a process of its own, one at a time, on loopback, started anew for each of`,
    `${rounds} rounds; servers take turns and the order turns too. The same client sends the same request on ${connections} connections,`,
    `each as soon as the one before is answered: after a warm-up, for ${seconds} s. A call is measured on a server of one tool, a list on`,
    `one of ${listed}. A ratio is taken within a round, and the median over the rounds is shown with the smallest and the largest.`,
  ]
}

interface Case {
  readonly name: string
  readonly rounds: readonly Measured[]
}

function loadTable(cases: readonly Case[]): readonly string[] {
  const ours = cases.find(({ name }) => name === 'Quipu')?.rounds ?? []
  return [
    '| Server | calls/s | p50 ms | p99 ms | CPU µs/call | Quipu’s calls/s over its | its CPU over Quipu’s |',
    '|---|--:|--:|--:|--:|--:|--:|',
    ...cases.map(({ name, rounds }) => {
      const { perSecond, p50, p99, cpuMicros } = middle(rounds)
      const rate = ratios(ours, rounds, ({ perSecond: it }) => it)
      const cost = ratios(rounds, ours, ({ cpuMicros: it }) => it)
      const cells = [perSecond.toFixed(0), p50.toFixed(2), p99.toFixed(2), cpuMicros.toFixed(0), rate, cost]
      return `| ${name} | ${cells.join(' | ')} |`
    }),
  ]
}

function ratios(
  over: readonly Measured[],
  under: readonly Measured[],
  figure: (one: Measured) => number,
): string {
  const each = over.map((one, round) => {
    const other = under[round]
    return other === undefined ? NaN : figure(one) / figure(other)
  })
  return `${median(each).toFixed(2)} (${Math.min(...each).toFixed(2)} to ${Math.max(...each).toFixed(2)})`
}

function streamLines({ streams }: Found): readonly string[] {
  if (streams === undefined) return ['', 'Idle streams are measured with `--streams`.']
  return [
    '',
    '## Idle streams',
    '',
    '| Server | streams | RSS each, KiB | heap each, KiB | CPU % of one core |',
    '|---|--:|--:|--:|--:|',
    ...streams.map(([name, cost]) => {
      if (typeof cost === 'string') return `| ${name} | ${cost} | | | |`
      const { count, rssBytes, heapBytes, percent } = cost
      return `| ${name} | ${count} | ${kib(rssBytes)} | ${kib(heapBytes)} | ${percent.toFixed(1)} |`
    }),
  ]
}

function missing(name: string): never {
  throw new Error(`Nothing was found for ${name}`)
}

function mib(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(0)
}

function kib(bytes: number): string {
  return (bytes / 1024).toFixed(1)
}
