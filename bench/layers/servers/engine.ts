import { fsyncSync, openSync, readdirSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite, protocol } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { Steps } from './steps.ts'
import { stepsOf } from './steps.ts'

/** A step of a tool, by its name. */
export interface Work {
  readonly tool: keyof Steps
  readonly step: string
}

/**
 * The upper limit: the statements of a tool, prepared once, directly on the engine. This process does nothing else.
 * It works on a copy of the store, with the same setting of V8 as the server.
 */
const [, , source = '', userId = ''] = process.argv
setFlagsFromString('--wasm-tiering-budget=2000000000')
const folder = await mkdtemp(join(tmpdir(), 'quipu-engine-'))
await cp(join(source, 'store'), folder, { recursive: true })
const pglite = await PGlite.create({ dataDir: folder, extensions: { pg_trgm } })
const { serialize } = protocol
const steps = stepsOf(userId)

const names = new Map<string, string>()
for (const { before, statements } of Object.values(steps).flat()) {
  for (const { sql } of [...before, ...statements]) {
    if (names.has(sql)) continue
    names.set(sql, `s${names.size}`)
    await send([serialize.parse({ text: sql, name: names.get(sql) ?? '' })])
  }
}
process.send?.('ready')
process.on('message', (message: Work | 'end') => {
  if (message === 'end') void end()
  else void repeat(message).then((cost) => process.send?.(cost))
})
process.on('disconnect', () => process.exit(0))

/** Runs for a second and returns the processor time of one run in µs. */
async function repeat({ tool, step: wanted }: Work): Promise<number> {
  const step = steps[tool].find(({ name }) => name === wanted)
  if (step === undefined) throw new Error(`${tool} has no step ${wanted}`)
  const log = step.isSynced ? openSync(currentLog(), 'r+') : undefined
  const request = requestFor(step.statements)
  await send(requestFor(step.before))
  for (let run = 0; run < 50; run += 1) await send(request)
  const cpu = process.cpuUsage()
  const endsAt = performance.now() + 1000
  let runs = 0
  while (performance.now() < endsAt) {
    await send(request)
    if (log !== undefined) fsyncSync(log)
    runs += 1
  }
  const { user, system } = process.cpuUsage(cpu)
  await pglite.exec(`reset role; reset app.user_id`)
  return (user + system) / runs
}

/** PGlite has no fsync of its own. PostgreSQL syncs this file once at each commit. */
function currentLog(): string {
  const place = join(folder, 'pg_wal')
  const logs = readdirSync(place).filter((name) => /^[\dA-F]{24}$/.test(name))
  return join(place, logs.toSorted()[0] ?? '')
}

function requestFor(statements: Steps[keyof Steps][number]['statements']): Uint8Array[] {
  return statements.flatMap(({ sql, values }) => [
    serialize.bind({ statement: names.get(sql) ?? '', values: [...values] }),
    serialize.describe({ type: 'P' }),
    serialize.execute({}),
  ])
}

function send(requests: readonly Uint8Array[]) {
  return pglite.execProtocolStream(Buffer.concat([...requests, serialize.sync()]), { syncToFs: false })
}

async function end(): Promise<void> {
  await pglite.close()
  await rm(folder, { recursive: true })
  process.exit(0)
}
