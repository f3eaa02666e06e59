import { expect, test } from 'vitest'
import { runApart } from './run-apart.ts'

const worker = new URL('./ossie-worker.ts', import.meta.url)
const long = Array.from({ length: 40_000 }, (_, index) => `key_${index}: 1`).join('\n')
const what = 'Reading the document'
const { signal } = new AbortController()

test('[DO142] work that takes too long or too much memory is stopped, and the next is done', async () => {
  const late = runApart(worker, long, { what, signal, limits: { milliseconds: 1, memoryMb: 256 } })
  const large = runApart(worker, long, { what, signal, limits: { milliseconds: 600_000, memoryMb: 16 } })
  const next = runApart(worker, 'a: 1', { what, signal })

  await expect(late).rejects.toMatchObject({
    code: 'TIMEOUT',
    message: 'Reading the document took longer than 0.001 seconds; send less',
  })
  await expect(large).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: 'Reading the document took more than 16 MB of memory; send less',
  })
  await expect(next).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('version is required') as string,
  })
})

test('[DO142] work that nobody waits for is not begun', async () => {
  const gone = AbortSignal.abort(new Error('hung up'))
  await expect(runApart(worker, long, { what, signal: gone })).rejects.toThrow('hung up')
})
