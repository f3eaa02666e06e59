import { cpus } from 'node:os'
import type { Measured, Request } from './load.ts'
import { measure } from './load.ts'
import { callRequest, listRequest } from './requests.ts'
import { startServer } from './start-server.ts'

const rounds = 3
const seconds = 4

interface Case {
  readonly name: string
  readonly server: 'bare' | 'sdk' | 'quipu'
  readonly request: (token: string) => Request
  readonly tools: number
}

const cases: readonly Case[] = [
  {
    name: 'a  bare node:http · echo',
    server: 'bare',
    request: (token) => callRequest(token, 'echo', { text: 'hello' }),
    tools: 1,
  },
  {
    name: 'b  SDK v2 handler · tools/call echo',
    server: 'sdk',
    request: (token) => callRequest(token, 'echo', { text: 'hello' }),
    tools: 1,
  },
  {
    name: 'c  Quipu · tools/call echo',
    server: 'quipu',
    request: (token) => callRequest(token, 'echo', { text: 'hello' }),
    tools: 1,
  },
  { name: 'b  SDK v2 handler · tools/list of 25', server: 'sdk', request: listRequest, tools: 25 },
  { name: 'c  Quipu · tools/list of 25', server: 'quipu', request: listRequest, tools: 25 },
  {
    name: '   Quipu · add_task',
    server: 'quipu',
    request: (token) => callRequest(token, 'add_task', { title: 'Water the plants' }),
    tools: 1,
  },
  {
    name: '   Quipu · list_tasks',
    server: 'quipu',
    request: (token) => callRequest(token, 'list_tasks', { limit: 10 }),
    tools: 1,
  },
]

/** Side by side, one server at a time, the rounds taken in turn so that a slow minute hits all of them. */
export async function benchMcp(): Promise<void> {
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.version}`)
  console.log(`${rounds} rounds of ${seconds} s each, 16 connections, best round of each case\n`)
  const best = new Map<string, Measured>()
  for (let round = 1; round <= rounds; round += 1) {
    for (const one of cases) {
      process.stderr.write(`round ${round} of ${rounds}: ${one.name.trim()}\n`)
      const measured = await run(one)
      const before = best.get(one.name)
      if (before === undefined || measured.perSecond > before.perSecond) best.set(one.name, measured)
    }
  }
  print(best)
}

async function run({ server, request, tools }: Case): Promise<Measured> {
  await using running = await startServer(server, tools)
  return await measure(running, request(running.token), seconds)
}

function print(best: ReadonlyMap<string, Measured>): void {
  console.log(
    `${'case'.padEnd(40)}${'req/s'.padStart(9)}${'p50 ms'.padStart(9)}${'p99 ms'.padStart(9)}${'CPU µs/req'.padStart(12)}`,
  )
  for (const [name, { perSecond, p50, p99, cpuMicros }] of best) {
    const row = [
      perSecond.toFixed(0).padStart(9),
      p50.toFixed(1).padStart(9),
      p99.toFixed(1).padStart(9),
      cpuMicros.toFixed(1).padStart(12),
    ]
    console.log(name.padEnd(40) + row.join(''))
  }
  const [bare, sdkCall, call, sdkList, list] = [...best.values()]
  if (
    bare === undefined ||
    sdkCall === undefined ||
    call === undefined ||
    sdkList === undefined ||
    list === undefined
  )
    return
  console.log(`
c/a  tools/call against bare node:http   ${(call.perSecond / bare.perSecond).toFixed(2)}   (goal ≥ 0.5)
c/b  tools/call against the SDK          ${(call.perSecond / sdkCall.perSecond).toFixed(1)}    (goal ≥ 5)
c/b  tools/list of 25 against the SDK    ${(list.perSecond / sdkList.perSecond).toFixed(1)}
     CPU of tools/list of 25 over a call ${(list.cpuMicros / call.cpuMicros).toFixed(2)}   (goal ≤ 1.5)`)
}
