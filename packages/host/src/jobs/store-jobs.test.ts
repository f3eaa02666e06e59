import { randomUUID } from 'node:crypto'
import type { Json } from '@quipu/kit'
import { describe, expect, test } from 'vitest'
import { engines, shareStore } from '../storage/test-store.ts'
import { UnitOfWork } from '../storage/unit-of-work.ts'
import { addUser, everyone, openJobs } from './test-jobs.ts'

describe.each(engines)('jobs on %s', (engine) => {
  const store = shareStore(engine)

  test('[S19] [S931] a job gets its payload, its scope and its number, and is done once', async () => {
    const { jobs, name } = openJobs(store())
    const userId = await addUser(store())
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

  test('[S931] timers and word from others start the work by themselves', async () => {
    const { jobs, name } = openJobs(store())
    const runs: Json[] = []
    jobs.define(name, { run: async (payload) => void runs.push(payload) })
    jobs.start()
    await jobs.enqueue(everyone, name, 1)
    await expect.poll(() => runs).toEqual([1])

    const { jobs: elsewhere } = openJobs(store())
    elsewhere.define(name, { run: () => Promise.reject(new Error('does not take work')) })
    await elsewhere.enqueue(everyone, name, 2)
    await expect.poll(() => runs).toEqual([1, 2])
  })

  test('[S20] what a call enqueues is committed or rolled back with the call', async () => {
    const { jobs, name } = openJobs(store())
    const userId = await addUser(store())
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

    await expect.poll(() => ran).toEqual(['kept'])
    expect(await jobs.get({ userId }, lost)).toBeUndefined()
    await expect.poll(async () => (await jobs.get({ userId }, id))?.state).toBe('done')
  })

  test('[S933] a call enqueues for its caller and nobody else', async () => {
    const { jobs, name } = openJobs(store())
    const userId = await addUser(store())
    jobs.define(name, { run: async () => {} })
    const unit = unitOf(userId)
    for (const scope of [everyone, { userId: randomUUID() }])
      await expect(unit.run(() => jobs.enqueue(scope, name, 1))).rejects.toThrow('for its own caller only')
    await unit.rollback()
  })

  test('[S21] a key is one job while that waits or runs, for each name and owner', async () => {
    const { jobs, name } = openJobs(store())
    const userId = await addUser(store())
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
    const { jobs, name, advance, now } = openJobs(store(), { concurrency: 1 })
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

  test('[S935] at most two run at a time', async () => {
    const { jobs, name } = openJobs(store())
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

  test('[S25] progress is seen while the job runs, and the last word stays', async () => {
    const { jobs, name } = openJobs(store())
    const userId = await addUser(store())
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
    await expect.poll(progress).toEqual({ done: 1, total: 3, message: 'a third' })
    go.resolve()
    await running
    expect(await progress()).toEqual({ done: 3, total: 3, message: 'all' })
  })

  test('[S938] nobody sees, adds or changes the jobs of someone else', async () => {
    const { jobs, name } = openJobs(store())
    const [ana, ben] = [await addUser(store()), await addUser(store())]
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

  test('[S28] finished jobs are forgotten after 7 days, dead ones after 30', async () => {
    const { jobs, name, advance } = openJobs(store())
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
    const { jobs, name } = openJobs(store())
    const userId = await addUser(store())
    jobs.define(name, { run: async () => {} })
    const id = await jobs.enqueue({ userId }, name, 1)
    await store().query('everyone', { sql: 'delete from users where id = $1', parameters: [userId] })
    expect((await jobs.list.list()).map((job) => job.id)).not.toContain(id)
  })

  test('[S29] an invalid job is refused with what is wrong', async () => {
    const { jobs, name } = openJobs(store())
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

  function unitOf(userId: string): UnitOfWork {
    return new UnitOfWork(store(), { userId }, async () => {})
  }
})
