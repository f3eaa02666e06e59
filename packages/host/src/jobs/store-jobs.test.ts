import { randomUUID } from 'node:crypto'
import type { Job, Json, Log } from '@quipu/kit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { memoryBus } from '../bus/memory-bus.ts'
import type { Store } from '../storage/store.ts'
import { emptyPlace, engines, hasPostgres, openAt, shareStore, silent } from '../storage/test-store.ts'
import { UnitOfWork } from '../storage/unit-of-work.ts'
import { StoreJobs, type StoreJobsParts } from './store-jobs.ts'

/** On a machine that does much else at the same time. */
const soon = { timeout: 20_000 }

const everyone = { everyone: true } as const

describe.each(engines)('jobs on %s', (engine) => {
  const store = shareStore(engine)

  test('[S19] a job gets its payload, its scope and its number, and is done once', async () => {
    const { jobs, name } = open()
    const userId = await addUser()
    const seen: object[] = []
    jobs.define(name, {
      run: async (payload, { scope, attempt }) => void seen.push({ payload, scope, attempt }),
    })

    const payload = { list: [1, 'zwei', null], text: '\0 and \ud800' }
    const id = await jobs.enqueue({ userId }, name, payload)
    await jobs.enqueue(everyone, name, ['for', 'nobody'])
    await jobs.runDue()
    await jobs.runDue()

    expect(seen).toHaveLength(2)
    expect(seen).toEqual(
      expect.arrayContaining([
        { payload, scope: { userId }, attempt: 1 },
        { payload: ['for', 'nobody'], scope: everyone, attempt: 1 },
      ]),
    )
    expect(await jobs.get({ userId }, id)).toMatchObject({ name, state: 'done', attempts: 1 })
  })

  test('[S19] timers and word from others start the work by themselves', async () => {
    const { jobs, name } = open()
    const runs: Json[] = []
    jobs.define(name, { run: async (payload) => void runs.push(payload) })
    jobs.start()
    await jobs.enqueue(everyone, name, 1)
    await expect.poll(() => runs, soon).toEqual([1])

    const { jobs: elsewhere } = open()
    elsewhere.define(name, { run: () => Promise.reject(new Error('does not take work')) })
    await elsewhere.enqueue(everyone, name, 2)
    await expect.poll(() => runs, { timeout: 8000 }).toEqual([1, 2])
  })

  test('[S20] what a call enqueues is kept or undone with the call', async () => {
    const { jobs, name } = open()
    const userId = await addUser()
    const ran: Json[] = []
    jobs.define(name, { run: async (payload) => void ran.push(payload) })
    jobs.start()

    const undone = unitOf(userId)
    const lost = await undone.run(() => jobs.enqueue({ userId }, name, 'undone'))
    await undone.rollback()
    const kept = unitOf(userId)
    const id = await kept.run(async () => {
      const added = await jobs.enqueue({ userId }, name, 'kept')
      expect(await jobs.get({ userId }, added)).toMatchObject({ state: 'waiting' })
      return added
    })
    expect(ran).toEqual([])
    await kept.commit()

    await expect.poll(() => ran, soon).toEqual(['kept'])
    expect(await jobs.get({ userId }, lost)).toBeUndefined()
    await expect.poll(async () => (await jobs.get({ userId }, id))?.state, soon).toBe('done')
  })

  test('[S20] a call enqueues for its caller and nobody else', async () => {
    const { jobs, name } = open()
    const userId = await addUser()
    jobs.define(name, { run: async () => {} })
    const unit = unitOf(userId)
    for (const scope of [everyone, { userId: randomUUID() }])
      await expect(unit.run(() => jobs.enqueue(scope, name, 1))).rejects.toThrow('for its own caller only')
    await unit.rollback()
  })

  test('[S21] a key is one job while that waits or runs, for each name and owner', async () => {
    const { jobs, name } = open()
    const userId = await addUser()
    const started = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    jobs.define(name, {
      run: () => {
        started.resolve()
        return finish.promise
      },
    })
    const add = (scope = {}) => jobs.enqueue({ ...everyone, ...scope }, name, 1, { key: 'one' })

    const first = await Promise.all(Array.from({ length: 5 }, () => add()))
    expect(new Set(first).size).toBe(1)
    expect(first).not.toContain(await jobs.enqueue({ userId }, name, 1, { key: 'one' }))
    expect(first).not.toContain(await jobs.enqueue(everyone, name, 1))
    const running = jobs.runDue()
    await started.promise
    expect(first).toContain(await add())
    finish.resolve()
    await running

    expect(first).not.toContain(await add())
  })

  test('[S22] higher priority first, then the earlier one, and none before its time', async () => {
    const { jobs, name, advance, now } = open({ concurrency: 1 })
    const order: Json[] = []
    jobs.define(name, { run: async (payload) => void order.push(payload) })
    const in_ = (seconds: number) => new Date(now().getTime() + seconds * 1000)
    await jobs.enqueue(everyone, name, 'later', { runAt: in_(60), priority: 9 })
    await jobs.enqueue(everyone, name, 'second', { runAt: in_(-1) })
    await jobs.enqueue(everyone, name, 'third')
    await jobs.enqueue(everyone, name, 'first', { priority: 5 })

    await jobs.runDue()
    expect(order).toEqual(['first', 'second', 'third'])
    advance(60)
    await jobs.runDue()
    expect(order).toEqual(['first', 'second', 'third', 'later'])
  })

  test('[S22] at most two run at a time', async () => {
    const { jobs, name } = open()
    let running = 0
    let most = 0
    jobs.define(name, {
      run: async () => {
        most = Math.max(most, (running += 1))
        await new Promise((resolve) => setTimeout(resolve, 20))
        running -= 1
      },
    })
    for (let n = 0; n < 7; n += 1) await jobs.enqueue(everyone, name, n)
    await jobs.runDue()
    expect(most).toBe(2)
  })

  test('[S23] failures are tried again, each pause twice as long, until the job is dead', async () => {
    const { jobs, name, advance, now } = open()
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

  test('[S23] an attempt that takes too long is told so and has failed, whether it listens or not', async () => {
    const { jobs, name } = open()
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

  test('[S24] the error is kept for administrators, cut and without credentials', async () => {
    const { jobs, name } = open()
    const userId = await addUser()
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

  test('[S24] a dead job can be retried from the start, any can be dropped, and an unknown one is said to be', async () => {
    const { jobs, name } = open()
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

  test('[S24] a dead job whose key is taken again is not retried beside the other', async () => {
    const { jobs, name } = open()
    jobs.define(name, { attempts: 1, run: () => Promise.reject(new Error('broken')) })
    const dead = await jobs.enqueue(everyone, name, 1, { key: 'k' })
    await jobs.runDue()
    await jobs.enqueue(everyone, name, 2, { key: 'k' })
    await expect(jobs.list.retry(dead)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('[S25] progress is seen while the job runs, and the last word stays', async () => {
    const { jobs, name } = open()
    const userId = await addUser()
    const go = Promise.withResolvers<void>()
    jobs.define(name, {
      run: async (_, job) => {
        job.progress(1, 3, 'a third')
        await go.promise
        job.progress(2)
        job.progress(3, 3, 'all\0')
      },
    })
    const id = await jobs.enqueue({ userId }, name, 1)
    const running = jobs.runDue()

    const progress = async () => (await jobs.get({ userId }, id))?.progress
    await expect.poll(progress, soon).toEqual({ done: 1, total: 3, message: 'a third' })
    go.resolve()
    await running
    expect(await progress()).toEqual({ done: 3, total: 3, message: 'all' })
  })

  test('[S25] nobody sees, adds or changes the jobs of someone else', async () => {
    const { jobs, name } = open()
    const [ana, ben] = [await addUser(), await addUser()]
    jobs.define(name, { run: async () => {} })
    const id = await jobs.enqueue({ userId: ana }, name, 1)

    expect(await jobs.get({ userId: ana }, id)).toMatchObject({ id })
    for (const scope of [{ userId: ben }, everyone]) expect(await jobs.get(scope, id)).toBeUndefined()
    expect(await jobs.get({ userId: ana }, 'no id')).toBeUndefined()
    const forAna = `insert into jobs (name, user_id, payload, run_at, max_attempts, created_at)
      values ($1, $2, '1', now(), 1, now())`
    const asBen = (sql: string, parameters: unknown[] = []) =>
      store().query({ userId: ben }, { sql, parameters })
    await expect(asBen(forAna, [name, ana])).rejects.toMatchObject({ code: '42501' })
    for (const sql of ['delete from jobs', 'update jobs set priority = 9', 'select payload from jobs'])
      await expect(asBen(sql)).rejects.toMatchObject({ code: '42501' })
    expect(await asBen('select id from jobs')).toEqual([])
  })

  test('[S26] a job whose instance is silent goes to another, and the first one notes nothing any more', async () => {
    const { jobs: first, name } = open({ leaseSeconds: 0.4 })
    const { jobs: second } = open()
    const taken = Promise.withResolvers<Job>()
    const late = Promise.withResolvers<void>()
    first.define(name, {
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
    await new Promise((resolve) => setTimeout(resolve, 700))
    await second.runDue()
    expect(attempt).toBe(0)

    await silence(id)
    const attemptOfSecond = async () => {
      // A row that the first one holds in this very moment is passed over until the next look.
      await second.runDue()
      return attempt
    }
    await expect.poll(attemptOfSecond, soon).toBe(2)
    await expect.poll(() => signal.aborted, soon).toBe(true)
    late.reject(new Error('too late to count'))
    await running
    expect(await listed(second, id)).toMatchObject({ state: 'done', attempts: 2, error: undefined })
  })

  test('[S26] a job that takes its instance down each time is dead after its last attempt', async () => {
    const { jobs, name } = open()
    jobs.define(name, { attempts: 2, run: () => new Promise(() => {}) })
    const id = await jobs.enqueue(everyone, name, 1)
    for (const state of ['waiting', 'dead']) {
      await pretendToRun(name)
      await silence(id)
      const idle = open().jobs
      idle.define(randomUUID(), { run: async () => {} })
      await idle.runDue()
      expect(await listed(jobs, id)).toMatchObject({ state, error: 'The instance that ran it ended' })
    }
  })

  test('[S27] closing waits for what runs, then leaves it to others without counting the attempt', async () => {
    const { jobs, name } = open({ shutdownSeconds: 0.3 })
    const { jobs: other } = open()
    let deaf = 0
    jobs.define(name, {
      run: async (payload, { signal }) => {
        if (payload === 'short') return new Promise((resolve) => setTimeout(resolve, 100))
        deaf += 1
        return new Promise((_, reject) => {
          if (payload === 'listens') signal.addEventListener('abort', () => reject(new Error('aborted')))
        })
      },
    })
    for (const [priority, payload] of ['listens', 'deaf', 'short'].entries())
      await jobs.enqueue(everyone, name, payload, { priority })
    void jobs.runDue()
    await expect.poll(() => deaf, soon).toBe(2)
    const startedAt = performance.now()
    await jobs.close()
    expect(performance.now() - startedAt).toBeLessThan(3000)

    const left: string[] = []
    other.define(name, {
      run: async (payload, { attempt }) => void left.push(`${JSON.stringify(payload)} ${attempt}`),
    })
    await other.runDue()
    expect(left.toSorted()).toEqual(['"deaf" 1', '"listens" 1'])
    await jobs.runDue()
  })

  test('[S28] finished jobs are forgotten after 7 days, dead ones after 30', async () => {
    const { jobs, name, advance } = open()
    jobs.define(name, {
      attempts: 1,
      run: async (payload) => {
        if (payload === 'fail') throw new Error()
      },
    })
    const [done, dead] = [await jobs.enqueue(everyone, name, 1), await jobs.enqueue(everyone, name, 'fail')]
    await jobs.runDue()
    const kept = async () => {
      await jobs.forgetFinished()
      const ids = (await jobs.list.list()).map(({ id }) => id)
      return [ids.includes(done), ids.includes(dead)]
    }
    advance(7 * 86_400 - 1)
    expect(await kept()).toEqual([true, true])
    advance(1)
    expect(await kept()).toEqual([false, true])
    advance(23 * 86_400 - 1)
    expect(await kept()).toEqual([false, true])
    advance(1)
    expect(await kept()).toEqual([false, false])
  })

  test('[S28] the jobs of an erased account go with it', async () => {
    const { jobs, name } = open()
    const userId = await addUser()
    jobs.define(name, { run: async () => {} })
    const id = await jobs.enqueue({ userId }, name, 1)
    await store().query('everyone', { sql: 'delete from users where id = $1', parameters: [userId] })
    expect((await jobs.list.list()).map((job) => job.id)).not.toContain(id)
  })

  test('[S29] what cannot be a job is refused by what is wrong with it', async () => {
    const { jobs, name } = open()
    const run = async () => {}
    jobs.define(name, { run })
    await expect(jobs.enqueue(everyone, 'unheard.of', 1)).rejects.toThrow('No job is named unheard.of')
    await expect(jobs.enqueue(everyone, name, 'x'.repeat(256 * 1024 - 1))).rejects.toThrow('at most 262144')
    await jobs.enqueue(everyone, name, 'x'.repeat(256 * 1024 - 2))
    // What a module passes that ignores the types.
    await expect(jobs.enqueue(everyone, name, undefined as unknown as Json)).rejects.toThrow('not JSON')
    for (const key of ['', 'k'.repeat(201), 'a\0b'])
      await expect(jobs.enqueue(everyone, name, 1, { key })).rejects.toThrow('1 to 200 characters')
    expect(() => jobs.define(name, { run })).toThrow(`There is a job named ${name} already`)
    for (const wrong of [{ attempts: 0 }, { attempts: 1.5 }, { backoffSeconds: -1 }, { timeoutSeconds: 0 }])
      expect(() => jobs.define(randomUUID(), { run, ...wrong })).toThrow('above zero')
  })

  function open(more: Partial<StoreJobsParts> = {}) {
    return openJobs(store(), more)
  }

  function unitOf(userId: string): UnitOfWork {
    return new UnitOfWork(store(), { userId }, async () => {})
  }

  async function addUser(): Promise<string> {
    const sql = `insert into users (email, role, created_at, updated_at) values ($1, 'viewer', now(), now()) returning id`
    const [user] = await store().query<{ id: string }>('everyone', { sql, parameters: [randomUUID()] })
    return user!.id
  }

  async function listed(jobs: StoreJobs, id: string) {
    const found = (await jobs.list.list()).find((job) => job.id === id)
    if (found === undefined) throw new Error(`${id} is not listed`)
    return found
  }

  /** As if nothing was heard of its instance for the length of a lease. */
  function silence(id: string) {
    const sql = `update jobs set lease_until = clock_timestamp() - interval '1 second', lease = gen_random_uuid() where id = $1`
    return store().query('everyone', { sql, parameters: [id] })
  }

  /** What an instance leaves that dies right after it took the job. */
  function pretendToRun(name: string) {
    const sql = `update jobs set state = 'running', attempts = attempts + 1, lease = gen_random_uuid(),
      lease_until = clock_timestamp() + interval '20 seconds' where name = $1`
    return store().query('everyone', { sql, parameters: [name] })
  }
})

describe.skipIf(!hasPostgres)('several instances on one PostgreSQL', () => {
  test('[S22] three take three hundred jobs, each exactly once', async () => {
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
    const cutAt = performance.now()
    second.start()

    await expect.poll(() => attempt, { timeout: 10_000 }).toBe(2)
    expect(performance.now() - cutAt).toBeLessThan(3000)
    await expect.poll(() => signal.aborted, { timeout: 5000 }).toBe(true)
    await expect.poll(async () => (await second.get(everyone, id))?.state, soon).toBe('done')
  })
})

/** Jobs of one instance, with time in hand and a name that no other test uses. */
function openJobs(store: Store, more: Partial<StoreJobsParts> = {}) {
  let time = Date.parse('2026-11-01T08:00:00Z')
  const now = () => new Date(time)
  const log: Log = silent
  const jobs = new StoreJobs({ store, bus: memoryBus(log), now, log, shutdownSeconds: 2, ...more })
  onTestFinished(() => jobs.close())
  const advance = (seconds: number) => void (time += seconds * 1000)
  return { jobs, name: `test.${randomUUID()}`, now, advance }
}
