import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hammer } from '../mcp/hammer.ts'
import type { Measured, Request } from '../mcp/load.ts'
import { measure, median } from '../mcp/load.ts'
import type { RunningServer } from '../mcp/start-server.ts'
import { contenders, type Contender } from './contenders.ts'
import { idleStreams } from './idle-streams.ts'
import { installPeers } from './install-peers.ts'
import { page, type Findings, type Found } from './page.ts'

const listed = 40
const warmUpSeconds = 2
const seconds = 2

/**
 * Measures our server beside the frameworks that people would otherwise use. One server at a time, each in its own
 * process, a new one for each round. The servers take turns in alternating order, so that a busy moment affects all equally.
 */
export async function benchFrameworks(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { rounds: { type: 'string', default: '3' }, streams: { type: 'boolean', default: false } },
  })
  const rounds = Number(values.rounds)
  const before = loadavg()[0] ?? 0
  const peers = await installPeers()
  const folder = await mkdtemp(join(tmpdir(), 'quipu-frameworks-'))
  try {
    const all = contenders(folder, peers)
    const found = new Map(all.map((one) => [one.name, emptyFindings()]))
    for (let round = 0; round <= rounds; round += 1) {
      for (let turn = 0; turn < all.length; turn += 1) {
        const one = all[(turn + round) % all.length]
        const findings = one && found.get(one.name)
        if (one === undefined || findings === undefined) continue
        say(`${round === 0 ? 'first start' : `round ${round} of ${rounds}`}: ${one.name}`)
        if (round === 0) findings.allocated = await allocatedPerCall(one)
        else await measureRound(one, findings)
      }
    }
    const streams = values.streams ? await idleStreams(peers, say) : undefined
    const text = page({
      machine: `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`,
      load: before,
      rounds,
      seconds,
      listed,
      contenders: all,
      found,
      streams,
    } satisfies Found)
    console.log(`\n${text}`)
    const day = new Date().toISOString().slice(0, 10)
    await writeFile(new URL(`../results/frameworks-${day}.md`, import.meta.url), text)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A call on a server with one tool, where a call is cheapest for all, and the tool list of a server with 40. */
async function measureRound(one: Contender, findings: Findings): Promise<void> {
  const startedAt = performance.now()
  await using calling = await one.start(1)
  const request = one.call(calling.token)
  await expectAnswer(calling, request, '"text":"hello"')
  findings.startMs.push(performance.now() - startedAt)
  findings.idleRss.push((await calling.usage()).rssBytes)
  findings.call.push(await warmed(calling, request))
  findings.busyRss.push((await calling.usage()).rssBytes)
  await calling[Symbol.asyncDispose]()

  await using listing = await one.start(listed)
  const list = one.list(listing.token)
  await expectAnswer(listing, list, `"echo_${listed - 1}"`)
  findings.list.push(await warmed(listing, list))
}

async function warmed(server: RunningServer, request: Request): Promise<Measured> {
  await measure(server, request, warmUpSeconds)
  return measure(server, request, seconds)
}

/** With so large a young generation no garbage is collected during the run, so the heap growth is the memory of the calls. */
async function allocatedPerCall(one: Contender): Promise<number> {
  await using server = await one.start(1, ['--min-semi-space-size=256', '--max-semi-space-size=256'])
  const request = one.call(server.token)
  await expectAnswer(server, request, '"text":"hello"')
  await hammer(server.url, request, 1, 0.3)
  const samples: number[] = []
  for (let sample = 0; sample < 7; sample += 1) {
    const before = await server.usage()
    const { answers } = await hammer(server.url, request, 1, 0.1)
    samples.push(((await server.usage()).heapBytes - before.heapBytes) / answers)
  }
  return median(samples)
}

async function expectAnswer(server: RunningServer, { headers, body }: Request, part: string): Promise<void> {
  const response = await fetch(server.url, { method: 'POST', headers, body })
  const text = await response.text()
  if (!text.includes(part)) throw new Error(`${server.url} answered ${response.status} ${text.slice(0, 300)}`)
}

function emptyFindings(): Findings {
  return { startMs: [], idleRss: [], busyRss: [], call: [], list: [], allocated: NaN }
}

function say(text: string): void {
  process.stderr.write(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${text}\n`)
}
