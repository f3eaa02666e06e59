import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PortError, type Json, type WorkerOptions } from '@quipu/kit'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../../../test/environment/places.ts'
import { silent } from '../storage/test-store.ts'
import { WorkerPool } from './worker-pool.ts'

const file = new URL('./test-tasks/try-everything.ts', import.meta.url)

/** Time enough on a slow machine. */
const plenty = { ms: 50_000, memoryMb: 64 }

function openWorkers(atOnce?: number) {
  const pool = new WorkerPool({ atOnce, log: silent })
  onTestFinished(() => pool.close())
  const run = (what: string, value?: unknown, options: Partial<WorkerOptions> = {}) =>
    pool.run(file, { what, value }, { ...plenty, ...options })
  return { pool, run }
}

async function failureOf(work: Promise<unknown>): Promise<PortError> {
  const error = await work.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(PortError)
  return error as PortError
}

test('[H245] a task gets its input and gives its answer as clones, bytes and dates included', async () => {
  const { run } = openWorkers()
  const value = { text: 'ä', bytes: new Uint8Array([1, 2, 3]), at: new Date(0), more: new Map([[1, null]]) }

  expect(await run('echo', value)).toEqual(value)
  expect(await run('echo')).toBeUndefined()
})

test('[H940] reports arrive before the answer, and a flood of them is thinned out', async () => {
  const { run } = openWorkers()
  const reports: Json[] = []
  const progress = (report: Json) => void reports.push(report)

  expect(await run('report', undefined, { progress })).toBe('reported')
  expect(reports).toEqual([{ step: 0 }, { step: 1 }, { step: 2 }])
  reports.length = 0
  expect(await run('flood', undefined, { progress })).toBe('flooded')
  expect(reports.length).toBeLessThan(10_000)
})

test('[H246] a task sees nothing of the environment, writes no file and starts no process or thread', async () => {
  const { run } = openWorkers()
  using folder = temporaryFolder()
  process.env['QUIPU_TEST_SECRET'] = 'hidden'
  onTestFinished(() => void delete process.env['QUIPU_TEST_SECRET'])
  const path = join(folder.path, 'written')

  const seen = (await run('environment')) as { env: Record<string, string>; pid: number }
  expect(JSON.stringify(seen)).not.toContain('hidden')
  expect(Object.keys(seen.env)).toEqual([])
  expect(seen.pid).not.toBe(process.pid)
  for (const what of ['write', 'spawn', 'thread']) {
    const { reason, cause } = await failureOf(run(what, path))
    expect({ reason, code: (cause as NodeJS.ErrnoException).code }).toEqual({
      reason: 'threw',
      code: 'ERR_ACCESS_DENIED',
    })
  }
  expect(existsSync(path)).toBe(false)
})

test.each(['loop', 'wait'])('[H247] a task that does not end (%s) is ended with its time', async (what) => {
  const { run } = openWorkers()
  const failure = await failureOf(run(what, undefined, { ms: 1_000 }))

  expect(failure).toMatchObject({ reason: 'time', code: 'TIMEOUT', message: 'A worker took longer than 1 s' })
})

test.each(['heap', 'buffers'])('[H247] a task that takes too much memory (%s) is ended', async (what) => {
  const { run } = openWorkers()
  const failure = await failureOf(run(what, undefined, { memoryMb: 32 }))

  expect(failure).toMatchObject({
    reason: 'memory',
    code: 'UNPROCESSABLE',
    message: 'A worker took more than 32 MB of memory',
  })
})

test.each(['loop', 'wait'])('[H247] a task (%s) ends at once when its caller gives up', async (what) => {
  const { run } = openWorkers()
  const stop = new AbortController()
  const progress = () => stop.abort(new Error('the caller hung up'))

  await expect(run(what, undefined, { signal: stop.signal, progress })).rejects.toThrow('the caller hung up')
  await expect(run('echo', 1, { signal: stop.signal })).rejects.toThrow('the caller hung up')
})

test('[H247] the process of a task that was ended is gone', async () => {
  const { run } = openWorkers()
  const stop = new AbortController()
  let pid = 0
  const progress = (report: Json) => {
    pid = Number(report)
    stop.abort()
  }
  await run('wait', undefined, { signal: stop.signal, progress }).catch(() => {})

  expect(pid).toBeGreaterThan(0)
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

test.each([
  ['exit', 0],
  ['exit', 7],
])('[H248] a task that ends its process (%s %d) gives no answer', async (what, value) => {
  const { run } = openWorkers()
  expect(await failureOf(run(what, value))).toMatchObject({ reason: 'crash', code: 'INTERNAL_ERROR' })
})

test('[H248] what a task throws is the cause of the error, with its name and code', async () => {
  const { run } = openWorkers()

  const { reason, message, cause } = await failureOf(run('throw'))
  expect({ reason, message }).toEqual({ reason: 'threw', message: 'A worker failed' })
  expect(cause).toMatchObject({ name: 'TypeError', message: 'no such page', code: 'E_PAGE' })
  expect((await failureOf(run('throw later'))).cause).toMatchObject({ message: 'thrown by a timer' })
  expect((await failureOf(run('throw text'))).cause).toMatchObject({ message: 'only a text' })
  expect((await failureOf(run('function'))).reason).toBe('threw')
})

test('[H248] a file that is missing or exports no task is an error that says so', async () => {
  const { pool } = openWorkers()
  const runFile = (other: URL) => failureOf(pool.run(other, {}, plenty))
  const noTask = new URL('./test-tasks/no-task.ts', import.meta.url)

  expect((await runFile(new URL('missing.ts', file))).cause).toMatchObject({ code: 'ERR_MODULE_NOT_FOUND' })
  expect((await runFile(noTask)).cause).toMatchObject({ message: 'task.run is not a function' })
})

test('[H248] the output of a task is dropped and blocks nothing', async () => {
  const { run } = openWorkers()
  expect(await run('print')).toBe('printed')
})

test('[H248] an answer that is too large is refused where it arises', async () => {
  const { run } = openWorkers()

  expect(await run('large', 1_000, { maxBytes: 1_100 })).toHaveLength(1_000)
  expect(await failureOf(run('large', 1_200, { maxBytes: 1_100 }))).toMatchObject({ reason: 'too-large' })
  expect((await failureOf(run('large', 17 * 2 ** 20))).reason).toBe('too-large')
})

test('[H248] an input that cannot be cloned is refused', async () => {
  const { run } = openWorkers()
  await expect(run('echo', () => {})).rejects.toThrow('could not be cloned')
})

test('[H249] [H941] no more tasks run at once than allowed, and users take turns', async () => {
  const { run } = openWorkers(1)
  const order: string[] = []
  const take = async (name: string, userId: string) => {
    await run('echo', 1, { scope: { userId } })
    order.push(name)
  }

  await Promise.all([
    take('ana 1', 'ana'),
    take('ana 2', 'ana'),
    take('ana 3', 'ana'),
    take('ben 1', 'ben'),
    take('ben 2', 'ben'),
    take('cleo 1', 'cleo'),
  ])
  expect(order).toEqual(['ana 1', 'ana 2', 'ben 1', 'cleo 1', 'ana 3', 'ben 2'])
})

test('[H249] [H704] by default two run and 1,000 wait', async () => {
  const { pool, run } = openWorkers()
  const reasonOf = (error: PortError) => error.reason
  const accepted = Array.from({ length: 1_002 }, () => run('wait').catch(reasonOf))

  expect(await failureOf(run('echo'))).toMatchObject({ reason: 'busy' })
  await pool.close()
  expect(new Set(await Promise.all(accepted))).toEqual(new Set(['unavailable']))
})

test('[H249] a waiting task can be cancelled, and a failed task frees its place', async () => {
  const { run } = openWorkers(1)
  const stop = new AbortController()
  const first = failureOf(run('throw'))
  const second = run('echo', 2, { signal: stop.signal })
  const third = run('echo', 3)
  stop.abort(new Error('waited long enough'))

  await expect(second).rejects.toThrow('waited long enough')
  await first
  expect(await third).toBe(3)
})

test('[H704] when 1,000 wait, more are refused', async () => {
  const { pool, run } = openWorkers(1)
  const running = run('wait').catch(() => {})
  const waiting = Array.from({ length: 1_000 }, () => run('echo').catch((error: PortError) => error.reason))

  expect(await failureOf(run('echo'))).toMatchObject({ reason: 'busy', code: 'UNAVAILABLE' })
  await pool.close()
  await running
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['unavailable']))
})

test('[H705] closing ends what runs and refuses what comes', async () => {
  const { pool, run } = openWorkers()
  const progress = vi.fn<(report: Json) => void>()
  const running = failureOf(run('loop', undefined, { progress }))
  await vi.waitFor(() => expect(progress).toHaveBeenCalled(), 30_000)
  await pool.close()

  expect((await running).reason).toBe('unavailable')
  expect((await failureOf(run('echo'))).reason).toBe('unavailable')
})

test.each([
  [0, 64],
  [1_000, 0],
  [Number.NaN, 64],
])('[H247] %d ms and %d MB are not valid limits', async (ms, memoryMb) => {
  const { run } = openWorkers()
  await expect(run('echo', 1, { ms, memoryMb })).rejects.toThrow('above zero')
})

test('[H620] tasks with the same signal share a process, until it aborts', async () => {
  const { run } = openWorkers()
  const [one, other] = [new AbortController(), new AbortController()]
  const pidOf = async (options: Partial<WorkerOptions>) =>
    ((await run('environment', undefined, options)) as { pid: number }).pid
  const first = await pidOf({ until: one.signal })

  expect(await pidOf({ until: one.signal })).toBe(first)
  expect(await pidOf({ until: other.signal })).not.toBe(first)
  expect(await pidOf({ until: one.signal, memoryMb: 80 })).not.toBe(first)
  expect(await pidOf({})).not.toBe(first)
  expect(await pidOf({ until: one.signal })).toBe(first)
  one.abort()
  await vi.waitFor(() => expect(() => process.kill(first, 0)).toThrow('ESRCH'), 30_000)
  expect(await pidOf({ until: one.signal })).not.toBe(first)
})

test('[H942] after a failure the next task has a process of its own again', async () => {
  const { run } = openWorkers()
  const { signal: until } = new AbortController()
  expect(await run('echo', 1, { until })).toBe(1)
  expect((await failureOf(run('throw', undefined, { until }))).reason).toBe('threw')
  expect(await run('echo', 2, { until })).toBe(2)
  expect((await failureOf(run('loop', undefined, { until, ms: 1_000 }))).reason).toBe('time')
  expect(await run('echo', 3, { until })).toBe(3)
})

test('[H943] no more processes wait for a task than may run at once, and closing ends them', async () => {
  const { pool, run } = openWorkers(1)
  const pids: number[] = []
  for (const { signal: until } of [new AbortController(), new AbortController()])
    pids.push(((await run('environment', undefined, { until })) as { pid: number }).pid)

  await vi.waitFor(() => expect(() => process.kill(pids[0]!, 0)).toThrow('ESRCH'), 30_000)
  expect(() => process.kill(pids[1]!, 0)).not.toThrow()
  await pool.close()
  expect(() => process.kill(pids[1]!, 0)).toThrow('ESRCH')
})
