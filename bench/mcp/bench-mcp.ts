import { cpus } from 'node:os'
import type { Measured, Request } from './load.ts'
import { connections, measure, median, middle } from './load.ts'
import { callRequest, listRequest } from './requests.ts'
import { startServer } from './start-server.ts'

const rounds = 5
const warmUpSeconds = 3
const seconds = 3

interface Case {
  readonly name: string
  readonly server: 'bare' | 'sdk' | 'quipu'
  readonly request: (token: string) => Request
  readonly tools: number
}

const echo = (token: string) => callRequest(token, 'echo', { text: 'hello' })

const cases = {
  bare: { name: 'a  bare node:http · echo', server: 'bare', request: echo, tools: 1 },
  sdkCall: { name: 'b  SDK v2 handler · tools/call echo', server: 'sdk', request: echo, tools: 1 },
  call: { name: 'c  Quipu · tools/call echo', server: 'quipu', request: echo, tools: 1 },
  sdkList: { name: 'b  SDK v2 handler · tools/list of 25', server: 'sdk', request: listRequest, tools: 25 },
  list: { name: 'c  Quipu · tools/list of 25', server: 'quipu', request: listRequest, tools: 25 },
  add: {
    name: '   Quipu · add_task',
    server: 'quipu',
    request: (token) => callRequest(token, 'add_task', { title: 'Water the plants' }),
    tools: 1,
  },
  read: {
    name: '   Quipu · list_tasks',
    server: 'quipu',
    request: (token) => callRequest(token, 'list_tasks', { limit: 10 }),
    tools: 1,
  },
} as const satisfies Readonly<Record<string, Case>>

type Name = keyof typeof cases
type Rounds = Readonly<Record<Name, readonly Measured[]>>

/**
 * One server at a time, a new one for each round. The cases take turns, and each ratio is the median over the rounds: a
 * machine that is slow for a while is slow for both sides of the ratio.
 */
export async function benchMcp(): Promise<void> {
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.version}`)
  console.log(
    `${rounds} rounds of ${seconds} s for each case in turn, ${connections} connections; the round in the middle\n`,
  )
  const measured: Record<Name, Measured[]> = {
    bare: [],
    sdkCall: [],
    call: [],
    sdkList: [],
    list: [],
    add: [],
    read: [],
  }
  for (let round = 1; round <= rounds; round += 1) {
    for (const name of names) {
      process.stderr.write(`round ${round} of ${rounds}: ${cases[name].name.trim()}\n`)
      measured[name].push(await run(cases[name]))
    }
  }
  print(measured)
}

async function run({ server, request, tools }: Case): Promise<Measured> {
  await using running = await startServer(new URL(`./servers/${server}.ts`, import.meta.url), [String(tools)])
  const asked = request(running.token)
  await measure(running, asked, warmUpSeconds)
  return await measure(running, asked, seconds)
}

// Safe: the keys of the object literal above.
const names = Object.keys(cases) as Name[]

function print(measured: Rounds): void {
  console.log(
    `${'case'.padEnd(40)}${'req/s'.padStart(9)}${'p50 ms'.padStart(9)}${'p99 ms'.padStart(9)}${'CPU µs/req'.padStart(12)}`,
  )
  for (const name of names) {
    const { perSecond, p50, p99, cpuMicros } = middle(measured[name])
    const row = [
      perSecond.toFixed(0).padStart(9),
      p50.toFixed(2).padStart(9),
      p99.toFixed(2).padStart(9),
      cpuMicros.toFixed(1).padStart(12),
    ]
    console.log(cases[name].name.padEnd(40) + row.join(''))
  }
  const rate = ({ perSecond }: Measured) => perSecond
  const cost = ({ cpuMicros }: Measured) => cpuMicros
  const ratio = (over: Name, under: Name, figure = rate) => {
    const each = measured[over].map((one, round) => {
      const other = measured[under][round]
      return other === undefined ? NaN : figure(one) / figure(other)
    })
    return `${median(each).toFixed(2).padStart(6)}   ${Math.min(...each).toFixed(2)} to ${Math.max(...each).toFixed(2)}`
  }
  console.log(`
c/a  tools/call against bare node:http   ${ratio('call', 'bare')}   (goal ≥ 0.5)
c/b  tools/call against the SDK          ${ratio('call', 'sdkCall')}   (goal ≥ 5)
c/b  tools/list of 25 against the SDK    ${ratio('list', 'sdkList')}
     CPU of tools/list of 25 over a call ${ratio('list', 'call', cost)}   (goal ≤ 1.5)`)
}
