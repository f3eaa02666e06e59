import type { Workers } from '@quipu/kit'
import { defineModule } from '@quipu/kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestHost } from '../../../../test/environment/test-host.ts'
import { openTestHost, quickEngine } from '../../../../test/environment/test-host.ts'
import { runApart, type ApartOptions } from './run-apart.ts'

const task = new URL('./read-ossie-task.ts', import.meta.url)
const long = Array.from({ length: 40_000 }, (_, index) => `key_${index}: 1`).join('\n')

let host: TestHost
let workers: Workers
beforeAll(async () => {
  const module = defineModule({
    name: 'apart',
    title: 'Apart',
    permissions: {},
    tools: [],
    open: (ports) => {
      workers = ports.workers
      return ports
    },
  })
  host = await openTestHost(quickEngine(), [module])
})
afterAll(() => host?.[Symbol.asyncDispose]())

function read(yaml: string, more: Partial<ApartOptions> = {}): Promise<unknown> {
  const { signal } = new AbortController()
  const usual = { what: 'Reading the document', signal, scope: { everyone: true } } as const
  return runApart(workers, task, yaml, { ...usual, ...more })
}

test('[DO142] work that takes too long or too much memory is stopped, and the next is done', async () => {
  const ends = await Promise.allSettled([
    read(long, { limits: { milliseconds: 1, memoryMb: 256 } }),
    read(long, { limits: { milliseconds: 600_000, memoryMb: 16 } }),
    read('a: 1'),
  ])

  expect(ends).toMatchObject([
    {
      reason: {
        code: 'TIMEOUT',
        message: 'Reading the document took longer than 0.001 seconds; send less',
      },
    },
    {
      reason: {
        code: 'VALIDATION_ERROR',
        message: 'Reading the document took more than 16 MB of memory; send less',
      },
    },
    {
      reason: {
        code: 'VALIDATION_ERROR',
        message: expect.stringMatching(/version.* required/) as string,
      },
    },
  ])
})

test('[DO142] aborted work is not started', async () => {
  const gone = AbortSignal.abort(new Error('hung up'))
  await expect(read(long, { signal: gone })).rejects.toThrow('hung up')
})
