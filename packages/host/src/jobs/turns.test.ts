import { describe, expect, onTestFinished, test } from 'vitest'
import { engines, shareStore, silent } from '../storage/test-store.ts'
import { Turns } from './turns.ts'

describe.each(engines)('jobs on %s', (engine) => {
  const store = shareStore(engine)

  test('[S13] of several instances one runs each turn, and the next turn comes when its time is up', async () => {
    let time = Date.parse('2026-11-01T08:00:00Z')
    let runs = 0
    const instances = Array.from({ length: 3 }, () => open(() => new Date(time)))
    for (const jobs of instances) jobs.every(60, 'purge', async () => void (runs += 1))
    const allDue = () => Promise.all(instances.map((jobs) => jobs.runDue()))

    await allDue()
    await allDue()
    expect(runs).toBe(1)

    time += 60_000
    await allDue()
    expect(runs).toBe(2)
  })

  test('[H421] a job may leave out its first turn on a store where it never ran', async () => {
    let time = Date.parse('2026-11-01T08:00:00Z')
    let runs = 0
    const jobs = open(() => new Date(time))
    jobs.every(60, 'tidy', async () => void (runs += 1), 'later')

    await jobs.runDue()
    expect(runs).toBe(0)

    time += 60_000
    await jobs.runDue()
    const restarted = open(() => new Date(time + 60_000))
    restarted.every(60, 'tidy', async () => void (runs += 1), 'later')
    await restarted.runDue()
    expect(runs).toBe(2)
  })

  test('[S919] a job that fails is logged, not thrown, and has its next turn', async () => {
    let time = Date.parse('2026-11-01T08:00:00Z')
    const errors: object[] = []
    const jobs = open(
      () => new Date(time),
      (fields) => errors.push(fields),
    )
    jobs.every(60, 'failing', () => Promise.reject(new Error('broken')))

    await jobs.runDue()
    time += 60_000
    await jobs.runDue()

    expect(errors).toMatchObject([{ job: 'failing' }, { job: 'failing' }])
  })

  test('[S920] closing waits for the job that runs and starts no other', async () => {
    const jobs = open(() => new Date())
    const { promise, resolve } = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    let isDone = false
    jobs.every(3600, 'long', async (everyone) => {
      expect(everyone).toEqual({ everyone: true })
      started.resolve()
      await promise
      isDone = true
    })
    await started.promise

    const closing = jobs.close(25_000)
    resolve()
    await closing

    expect(isDone).toBe(true)
    await jobs.runDue()
  })

  test('[S13] timers bring the turns by themselves', async () => {
    const jobs = open(() => new Date())
    const { promise, resolve } = Promise.withResolvers<void>()
    let runs = 0
    jobs.every(0.2, 'often', async () => {
      runs += 1
      if (runs === 3) resolve()
    })

    await promise
    expect(runs).toBe(3)
  })

  function open(now: () => Date, error: (fields: object) => void = () => {}): Turns {
    const jobs = new Turns(store(), now, { ...silent, error })
    onTestFinished(() => jobs.close(25_000))
    return jobs
  }
})
