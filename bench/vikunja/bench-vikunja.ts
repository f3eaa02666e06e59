import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpus, loadavg } from 'node:os'
import { callTool } from '../tool-calls/call-tool.ts'

const clients = 500
const callsOfEach = 10
/** A token has 100 requests. */
const pairsOfOneToken = 90
const tokensAlone = 5
const limitedTokens = 5
const tools: readonly (readonly [string, object])[] = [
  ['list_notifications', {}],
  ['find_tasks', {}],
]

interface Servers extends AsyncDisposable {
  readonly vikunja: string
  readonly endpoint: string
  readonly tokens: string[]
  /** The requests to Vikunja since the last call. */
  asked(): Promise<string[]>
}

/** The overhead of the bridge compared with the same requests made directly; and 500 clients at once. */
export async function benchVikunja(): Promise<void> {
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.version}`)
  console.log(`load of the machine before the run: ${loadavg()[0]?.toFixed(1)}\n`)
  await using servers = await start(tools.length * (1 + tokensAlone + clients) + limitedTokens)
  const take = (count: number) => servers.tokens.splice(0, count)
  row('', 'direct p50/p95', 'bridge p50/p95', 'ratio p50', 'p50/p95 more, ms')
  for (const [tool, input] of tools) {
    const lines = await requestsOf(servers, take(1)[0] ?? '', tool, input)
    const name = `${tool} (${lines.length} request${lines.length === 1 ? '' : 's'})`
    const alone = await oneAfterTheOther(servers, take(tokensAlone), lines, [tool, input])
    compare(`${name}, one client`, alone.direct, alone.bridge)
    const tokens = take(clients)
    const direct = await atOnce(tokens, (token) => askDirectly(servers.vikunja, token, lines))
    await Promise.all(tokens.map((token) => callTool(servers.endpoint, token, tool, input)))
    const bridge = await atOnce(tokens, (token) => callTool(servers.endpoint, token, tool, input))
    compare(`${name}, ${clients} clients`, direct.taken, bridge.taken)
    row('', `${direct.perSecond.toFixed(0)} /s`, `${bridge.perSecond.toFixed(0)} /s`)
  }
  await showLimit(servers, take(limitedTokens))
}

/** The requests of the tool once the token and the names are cached. */
async function requestsOf(
  { endpoint, asked }: Servers,
  token: string,
  tool: string,
  input: object,
): Promise<string[]> {
  await callTool(endpoint, token, tool, input)
  await asked()
  await callTool(endpoint, token, tool, input)
  return asked()
}

async function oneAfterTheOther(
  { vikunja, endpoint }: Servers,
  tokens: readonly string[],
  lines: readonly string[],
  [tool, input]: readonly [string, object],
): Promise<{ direct: number[]; bridge: number[] }> {
  const direct: number[] = []
  const bridge: number[] = []
  for (const token of tokens) {
    await callTool(endpoint, token, tool, input)
    for (let pair = 0; pair < pairsOfOneToken; pair += 1) {
      direct.push(await timed(() => askDirectly(vikunja, token, lines)))
      bridge.push(await timed(() => callTool(endpoint, token, tool, input)))
    }
  }
  // The first ones warm both servers up.
  return { direct: direct.slice(pairsOfOneToken), bridge: bridge.slice(pairsOfOneToken) }
}

async function atOnce(
  tokens: readonly string[],
  work: (token: string) => Promise<unknown>,
): Promise<{ taken: number[]; perSecond: number }> {
  const startedAt = performance.now()
  const taken = await Promise.all(
    tokens.map(async (token) => {
      const own: number[] = []
      for (let call = 0; call < callsOfEach; call += 1) own.push(await timed(() => work(token)))
      return own
    }),
  )
  const all = taken.flat()
  return { taken: all, perSecond: all.length / ((performance.now() - startedAt) / 1000) }
}

/** 500 clients share a few tokens: each token has 100 requests, however many arrive at the same time. */
async function showLimit({ endpoint }: Servers, tokens: readonly string[]): Promise<void> {
  const granted = new Map<string, number>()
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const token = tokens[client % tokens.length] ?? ''
      for (let call = 0; call < 2; call += 1) {
        const answer = await fetch(endpoint, {
          method: 'DELETE',
          headers: { authorization: `Bearer ${token}` },
        })
        await answer.body?.cancel()
        if (answer.status !== 429) granted.set(token, (granted.get(token) ?? 0) + 1)
      }
    }),
  )
  const counts = [...granted.values()].join(', ')
  console.log(`\n${clients} clients with ${tokens.length} tokens, ${clients * 2} requests: granted ${counts}`)
}

async function askDirectly(vikunja: string, token: string, lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    const [method = 'GET', path = ''] = line.split(' ')
    const answer = await fetch(vikunja + path, { method, headers: { authorization: `Bearer ${token}` } })
    await answer.json()
    if (!answer.ok) throw new Error(`${line} is answered with ${answer.status}`)
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function compare(name: string, direct: readonly number[], bridge: readonly number[]): void {
  const [of, to] = [quantilesOf(direct), quantilesOf(bridge)]
  const pair = ({ p50, p95 }: typeof of) => `${p50.toFixed(1)} / ${p95.toFixed(1)}`
  const more = { p50: to.p50 - of.p50, p95: to.p95 - of.p95 }
  row(name, pair(of), pair(to), (to.p50 / of.p50).toFixed(2), pair(more))
}

function quantilesOf(taken: readonly number[]): { p50: number; p95: number } {
  const sorted = taken.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? NaN
  return { p50: at(0.5), p95: at(0.95) }
}

function row(name: string, ...cells: readonly string[]): void {
  console.log(name.padEnd(44) + cells.map((cell) => cell.padStart(18)).join(''))
}

async function start(tokens: number): Promise<Servers> {
  const fake = run('fake', String(tokens))
  const [started] = (await once(fake, 'message')) as [{ url: string; tokens: string[] }]
  const bridge = run('bridge', started.url)
  const [{ url }] = (await once(bridge, 'message')) as [{ url: string }]
  return {
    vikunja: started.url,
    endpoint: `${url}/api/vikunja/mcp`,
    tokens: started.tokens,
    asked: async () => {
      fake.send('asked')
      const [lines] = (await once(fake, 'message')) as [string[]]
      return lines
    },
    [Symbol.asyncDispose]: async () => {
      for (const child of [bridge, fake]) {
        child.send('stop')
        await once(child, 'exit')
      }
    },
  }
}

/** In its own process, so that neither server waits for the other or for the clients. */
function run(name: 'fake' | 'bridge', argument: string): ChildProcess {
  return fork(new URL(`./servers/${name}.ts`, import.meta.url), [argument], { stdio: 'inherit' })
}
