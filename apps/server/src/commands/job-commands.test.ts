import { openHost, openLog } from '@quipu/host'
import { defineModule, type Jobs } from '@quipu/kit'
import { tasks } from '@quipu/tasks'
import { expect, onTestFinished, test } from 'vitest'
import { copyOfEmptyStore } from '../../../../test/environment/embedded-store.ts'
import { freePort } from '../../../../test/environment/places.ts'
import { quipu } from '../testing/quipu-process.ts'
import { ServerProcess } from '../testing/server-process.ts'

/** On a machine that does much else at the same time. */

const secret = 'a root secret that is used in tests only'

test('[C50] job list shows jobs by state, with progress and the last error on one line', async () => {
  const { env, dead, done } = await folderWithJobs()

  const all = await quipu(['job', 'list'], env)
  expect(all.stdout).toMatch(/^ID +JOB +STATE +ATTEMPTS +PROGRESS +ADDED +LAST ERROR\n/)
  expect(all.stdout).toMatch(
    new RegExp(`${dead} +test.work +dead +1 of 1 +- +2\\S+ \\S+ +Error: out of paper`),
  )
  expect(all.stdout).toMatch(new RegExp(`${done} +test.work +done +1 of 1 +2/2 both +`))
  expect(all.stdout).not.toContain('\u001b')
  expect(all.stdout.trimEnd().split('\n')).toHaveLength(3)

  const { stdout } = await quipu(['job', 'list', '--state', 'dead', '--json'], env)
  expect(JSON.parse(stdout)).toMatchObject([{ id: dead, state: 'dead', attempts: 1, user_id: null }])
  expect((await quipu(['job', 'list', '--state', 'running'], env)).stdout).toBe('No jobs.\n')
  const wrong = await quipu(['job', 'list', '--state', 'gone'], env)
  expect(wrong).toMatchObject({ code: 2, stdout: '' })
  expect(wrong.stderr).toContain('--state is one of waiting, running, done, dead')
})

test('[C51] job retry and job drop work beside a running server, and say what they cannot do', async () => {
  const { env, dead, done, folder } = await folderWithJobs()
  await ServerProcess.start(folder, env)

  const retried = await quipu(['job', 'retry', dead], env)
  expect(retried).toMatchObject({ code: 0, stdout: 'test.work waits to be done by a running server.\n' })
  const { stdout } = await quipu(['job', 'list', '--state', 'waiting', '--json'], env)
  expect(JSON.parse(stdout)).toMatchObject([{ id: dead, attempts: 0 }])
  const finished = await quipu(['job', 'retry', done], env)
  expect(finished.code).toBe(5)
  expect(finished.stderr).toContain(`The job ${done} is done`)

  expect((await quipu(['job', 'drop', dead], env)).stdout).toBe('test.work is forgotten; it was waiting.\n')
  for (const command of ['retry', 'drop']) {
    const unknown = await quipu(['job', command, dead], env)
    expect(unknown.code).toBe(4)
    expect(unknown.stderr).toContain('npx quipu job list')
  }
})

/** A store in which one job is done and another dead, as a module that is not in this server left them. */
async function folderWithJobs() {
  const copy = await copyOfEmptyStore()
  onTestFinished(() => copy[Symbol.dispose]())
  const folder = copy.path
  let jobs: Jobs | undefined
  const module = defineModule({
    name: 'test',
    title: 'Test',
    permissions: {},
    tools: [],
    open: (ports) => {
      jobs = ports.jobs
      jobs.define('test.work', {
        attempts: 1,
        run: async (payload, job) => {
          if (payload === 'fail') throw new Error('out of paper\n\u001b[2J and ink')
          job.progress(2, 2, 'both')
        },
      })
      return null
    },
  })
  const port = await freePort()
  await using host = await openHost({
    store: { kind: 'embedded', folder },
    dataFolder: folder,
    appUrl: `http://127.0.0.1:${port}`,
    listen: { host: '127.0.0.1', port },
    rootSecret: secret,
    allowedOrigins: [],
    trustedProxies: [],
    bodyLimitBytes: 4096,
    modules: [tasks, module],
    version: '0.0.0-test',
    log: openLog({ level: 'silent' }),
  })
  await host.listen()
  const dead = (await jobs?.enqueue({ everyone: true }, 'test.work', 'fail')) ?? ''
  const done = (await jobs?.enqueue({ everyone: true }, 'test.work', 'go')) ?? ''
  await expect
    .poll(async () => (await host.jobs.list()).map(({ state }) => state).toSorted())
    .toEqual(['dead', 'done'])
  return { folder, dead, done, env: { QUIPU_DATA_DIR: folder, JWT_SECRET: secret } }
}
