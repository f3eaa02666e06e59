import { parseArgs } from 'node:util'
import { Load } from './load.ts'
import { SoakServer } from './server.ts'
import { verdictOf, type Sample } from './verdict.ts'

/** `npm run soak`, or `npm run soak -- --minutes 10`: half of the maximum load, to see whether memory and handles grow. */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } })
const minutes = Number(values.minutes)
if (!(minutes >= 1 && minutes <= 1440)) throw new Error('--minutes must be a number from 1 to 1440')

await using server = await SoakServer.start()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void server[Symbol.asyncDispose]().then(() => process.exit(1)))
const load = await Load.open(server.url, await server.token(), () => server.cpuSeconds())
const most = await load.sprint(15)
const rate = most / 2
load.longestCpu = 0
load.longestWait = 0
console.log(`${most.toFixed(0)} calls a second at most; ${minutes} minutes at ${rate.toFixed(0)}`)

const samples: Sample[] = []
const everySeconds = Math.max(2, (minutes * 60) / 60)
for (let n = 0; n < (minutes * 60) / everySeconds; n += 1) {
  await load.walk(rate, everySeconds)
  const sample = { seconds: Math.round((n + 1) * everySeconds), ...server.measure(), calls: load.calls }
  samples.push(sample)
  const { seconds, memoryMb, handles, calls } = sample
  console.log(
    `${seconds} s: ${memoryMb.toFixed(0)} MB, ${handles} handles, ${calls} calls, ${load.failures.length} failed`,
  )
}
const { isFlat, words } = verdictOf(samples)
console.log(
  `${isFlat ? 'flat' : 'not flat'}: ${words}; ${load.calls} calls, ${load.limited} limited, ${load.failures.length} failed`,
)
console.log(
  `the longest call took ${load.longestWait.toFixed(1)} s; the server used at most ${load.longestCpu.toFixed(2)} s of processor time during one`,
)
for (const failure of new Set(load.failures.slice(0, 5))) console.log(failure.slice(0, 300))
process.exitCode = isFlat && load.failures.length === 0 ? 0 : 1
