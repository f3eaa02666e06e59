import { randomUUID } from 'node:crypto'
import type { Job, Json } from '@quipu/kit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { emptyPlace, engines, hasPostgres, openAt, shareStore } from '../storage/test-store.ts'
import {
  addUser,
  everyone,
  clockOf,
  leaseUntil,
  letExpire,
  listed,
  openJobs,
  pretendToRun,
  silence,
} from './test-jobs.ts'

describe.each(engines)('jobs that fail on %s', (engine) => {
  const store = shareStore(engine)

  test('[S23] failures are tried again, each pause twice as long, until the job is dead', async () => {
    const { jobs, name, advance, now } = openJobs(store())
    let runs = 0
    jobs.define(name, {
      attempts: 4,
      backoffSeconds: 8,
      run: async () => {
        runs += 1
        throw new Error(`no. ${runs}`)
      },
    })
    const id = await jobs.enqueue(everyone, name, 1)
    for (const pause of [8, 16, 32]) {
      const failedAt = now().getTime()
      await jobs.runDue()
      const { state, runAt } = (await jobs.get(everyone, id))!
      const waits = (runAt.getTime() - failedAt) / 1000
      expect(state).toBe('waiting')
      expect(waits).toBeGreaterThanOrEqual(pause)
      expect(waits).toBeLessThanOrEqual(pause * 1.25)

      advance(waits - 0.01)
      const before = runs
      await jobs.runDue()
      expect(runs).toBe(before)
      advance(0.01)
    }
    await jobs.runDue()

    advance(86_400)
    await jobs.runDue()
    expect(runs).toBe(4)
    expect(await listed(jobs, id)).toMatchObject({ state: 'dead', attempts: 4, error: 'Error: no. 4' })
  })

  test('[S23] an attempt that takes too long is aborted and has failed, whether or not it ends', async () => {
    const { jobs, name } = openJobs(store())
    const reasons: unknown[] = []
    jobs.define(name, {
      attempts: 1,
      timeoutSeconds: 0.05,
      run: (_, { signal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => {
            reasons.push(signal.reason)
            reject(new Error('ended in order'))
          }),
        ),
    })
    jobs.define(`${name}.deaf`, { attempts: 1, timeoutSeconds: 0.05, run: () => new Promise(() => {}) })
    const ids = [await jobs.enqueue(everyone, name, 1), await jobs.enqueue(everyone, `${name}.deaf`, 1)]
    await jobs.runDue()

    expect(reasons).toHaveLength(1)
    for (const id of ids)
      expect(await listed(jobs, id)).toMatchObject({
        state: 'dead',
        error: 'Error: It took longer than 0.05 s',
      })
  })

  test('[S24] [S937] the error is kept for administrators, cut and without credentials', async () => {
    const { jobs, name } = openJobs(store())
    const userId = await addUser(store())
    jobs.define(name, {
      attempts: 1,
      run: () =>
        Promise.reject(new Error(`Bearer abcdefghijkl \0 postgres://me:hush@db ${'😀'.repeat(3000)}`)),
    })
    const id = await jobs.enqueue({ userId }, name, 1)
    await jobs.runDue()

    const { error = '' } = await listed(jobs, id)
    expect(error).toContain('[redacted]')
    expect(error).not.toMatch(/abcdefghijkl|hush|\0/)
    expect(error.length).toBeLessThanOrEqual(2000)
    expect(await jobs.get({ userId }, id)).not.toHaveProperty('error')
    const peek = { sql: 'select error from jobs', parameters: [] }
    await expect(store().query({ userId }, peek)).rejects.toMatchObject({ code: '42501' })
  })

  test('[H794] [H795] a dead or waiting job can be retried from the start, any can be dropped, and an unknown one is NOT_FOUND', async () => {
    const { jobs, name } = openJobs(store())
    let isBroken = true
    jobs.define(name, {
      attempts: 1,
      run: async () => {
        if (isBroken) throw new Error('broken')
      },
    })
    const id = await jobs.enqueue(everyone, name, 1, { key: 'k' })
    await jobs.runDue()
    expect((await jobs.list.list({ state: 'dead' })).map((job) => job.id)).toContain(id)

    isBroken = false
    for (const _state of ['dead', 'waiting'])
      expect(await jobs.list.retry(id)).toMatchObject({ state: 'waiting', attempts: 0 })
    await jobs.runDue()
    expect(await listed(jobs, id)).toMatchObject({ state: 'done', attempts: 1 })
    await expect(jobs.list.retry(id)).rejects.toMatchObject({ code: 'CONFLICT' })

    expect(await jobs.list.drop(id)).toMatchObject({ id })
    for (const unknown of [id, 'x', '']) {
      await expect(jobs.list.drop(unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(jobs.list.retry(unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
  })

  test('[H795] a dead job whose key is taken again is not retried beside the other', async () => {
    const { jobs, name } = openJobs(store())
    jobs.define(name, { attempts: 1, run: () => Promise.reject(new Error('broken')) })
    const dead = await jobs.enqueue(everyone, name, 1, { key: 'k' })
    await jobs.runDue()
    await jobs.enqueue(everyone, name, 2, { key: 'k' })
    await expect(jobs.list.retry(dead)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('[S26] by default an instance may be silent for 20 seconds', async () => {
    const { jobs, name } = openJobs(store())
    const taken = Promise.withResolvers<void>()
    const { promise: work, resolve: endWork } = Promise.withResolvers<void>()
    onTestFinished(() => endWork())
    jobs.define(name, {
      run: () => {
        taken.resolve()
        return work
      },
    })
    const before = await clockOf(store())
    const id = await jobs.enqueue(everyone, name, 1)
    void jobs.runDue()
    await taken.promise
    const reported = (await leaseUntil(store(), id)) - 20_000
    expect(reported).toBeGreaterThanOrEqual(before)
    expect(reported).toBeLessThanOrEqual(await clockOf(store()))
  })

  test('[S26] [S939] a job whose instance is silent goes to another, and the first one notes nothing any more', async () => {
    const { jobs: first, name } = openJobs(store(), { leaseSeconds: 3 })
    const { jobs: second } = openJobs(store())
    const taken = Promise.withResolvers<Job>()
    const late = Promise.withResolvers<void>()
    first.define(name, {
      attempts: 500,
      run: (_, job) => {
        taken.resolve(job)
        return late.promise
      },
    })
    let attempt = 0
    second.define(name, { run: async (_, job) => void (attempt = job.attempt) })
    const id = await first.enqueue(everyone, name, 1)
    const running = first.runDue()
    const { signal } = await taken.promise
    const taking = await leaseUntil(store(), id)
    await expect.poll(() => leaseUntil(store(), id)).toBeGreaterThan(taking)
    await second.runDue()
    expect(attempt).toBe(0)

    const attemptOfSecond = async () => {
      // The first one may learn of its loss before the second one looks, and take the job anew.
      await silence(store(), id)
      await second.runDue()
      return attempt
    }
    await expect.poll(attemptOfSecond).toBeGreaterThan(1)
    await expect.poll(() => signal.aborted).toBe(true)
    late.reject(new Error('too late to count'))
    await running
    expect(await listed(second, id)).toMatchObject({ state: 'done', attempts: attempt, error: undefined })
  })

  test('[S460] an instance does not begin its own job again, however late it renews the lease', async () => {
    const { jobs, name } = openJobs(store())
    const taken = Promise.withResolvers<void>()
    const ending = Promise.withResolvers<void>()
    let begun = 0
    jobs.define(name, {
      run: () => {
        begun += 1
        taken.resolve()
        return ending.promise
      },
    })
    const id = await jobs.enqueue(everyone, name, 1)
    const running = jobs.runDue()
    await taken.promise
    await letExpire(store(), id)
    const again = jobs.runDue()
    // What it asked the store for comes before this.
    expect(await listed(jobs, id)).toMatchObject({ state: 'running', attempts: 1 })
    ending.resolve()
    await Promise.all([running, again])
    expect(begun).toBe(1)
    expect(await listed(jobs, id)).toMatchObject({ state: 'done', attempts: 1 })
  })

  test('[S940] a job that takes its instance down each time is dead after its last attempt', async () => {
    const { jobs, name } = openJobs(store())
    jobs.define(name, { attempts: 2, run: () => new Promise(() => {}) })
    const id = await jobs.enqueue(everyone, name, 1)
    for (const state of ['waiting', 'dead']) {
      await pretendToRun(store(), name)
      await silence(store(), id)
      const idle = openJobs(store()).jobs
      idle.define(randomUUID(), { run: async () => {} })
      await idle.runDue()
      expect(await listed(jobs, id)).toMatchObject({ state, error: 'The instance that ran it ended' })
    }
  })

  test('[S27] closing waits for what runs', async () => {
    const { jobs, name } = openJobs(store(), { shutdownSeconds: 200 })
    const { jobs: other } = openJobs(store())
    const { promise: work, resolve: endWork } = Promise.withResolvers<void>()
    onTestFinished(() => endWork())
    let begun = 0
    jobs.define(name, {
      run: () => {
        begun += 1
        return work
      },
    })
    const id = await jobs.enqueue(everyone, name, 1)
    void jobs.runDue()
    await expect.poll(() => begun).toBe(1)
    const closing = jobs.close()
    expect(await listed(other, id)).toMatchObject({ state: 'running' })
    endWork()
    await closing
    expect(await listed(other, id)).toMatchObject({ state: 'done', attempts: 1 })
  })

  test('[S941] what does not end in time is left to others without counting the attempt', async () => {
    const { jobs, name } = openJobs(store(), { shutdownSeconds: 0 })
    const { jobs: other } = openJobs(store())
    let begun = 0
    jobs.define(name, {
      run: async (payload, { signal }) => {
        begun += 1
        return new Promise((_, reject) => {
          if (payload === 'listens') signal.addEventListener('abort', () => reject(new Error('aborted')))
        })
      },
    })
    for (const payload of ['listens', 'deaf']) await jobs.enqueue(everyone, name, payload)
    void jobs.runDue()
    await expect.poll(() => begun).toBe(2)
    await jobs.close()

    const left: string[] = []
    other.define(name, {
      run: async (payload, { attempt }) => void left.push(`${JSON.stringify(payload)} ${attempt}`),
    })
    await other.runDue()
    expect(left.toSorted()).toEqual(['"deaf" 1', '"listens" 1'])
    await jobs.runDue()
  })
})

describe.skipIf(!hasPostgres)('several instances on one PostgreSQL', () => {
  test('[S934] three take three hundred jobs, each exactly once', async () => {
    const place = await emptyPlace('postgres')
    const ran: Json[] = []
    const by = [0, 0, 0]
    const workers = await Promise.all(
      [0, 1, 2].map(async (worker) => {
        const { jobs } = openJobs(await openAt(place), { concurrency: 4 })
        jobs.define('count', {
          run: async (payload) => {
            ran.push(payload)
            by[worker] = (by[worker] ?? 0) + 1
          },
        })
        return jobs
      }),
    )
    for (let n = 0; n < 300; n += 1) await workers[n % 3]!.enqueue(everyone, 'count', n)
    await Promise.all(workers.map((jobs) => jobs.runDue()))

    expect(ran.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 300 }, (_, n) => n))
    expect(Math.min(...by)).toBeGreaterThan(0)
    const states = await workers[0]!.list.list()
    expect(new Set(states.map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(new Set(['done 1']))
  })

  test('[S26] when the connections of one are cut in the middle, another finishes its job', async () => {
    const place = await emptyPlace('postgres')
    const dying = await openAt(place)
    const { jobs: first } = openJobs(dying, { leaseSeconds: 1, shutdownSeconds: 0.1 })
    const { jobs: second } = openJobs(await openAt(place), { leaseSeconds: 1, pollMs: 200 })
    const taken = Promise.withResolvers<AbortSignal>()
    first.define('work', {
      run: (_, { signal }) => {
        taken.resolve(signal)
        return new Promise(() => {})
      },
    })
    let attempt = 0
    second.define('work', { run: async (_, job) => void (attempt = job.attempt) })
    const id = await first.enqueue(everyone, 'work', 1)
    first.start()
    const signal = await taken.promise
    await dying.close()
    second.start()

    await expect.poll(() => attempt).toBe(2)
    await expect.poll(() => signal.aborted).toBe(true)
    await expect.poll(async () => (await second.get(everyone, id))?.state).toBe('done')
  })
})
