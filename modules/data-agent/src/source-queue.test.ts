import { expect, test } from 'vitest'
import { SourceQueue } from './source-queue.ts'

test('[DA122] a hundred questions of different people may wait, and no more', async () => {
  const queue = new SourceQueue(1)
  const gate = Promise.withResolvers<void>()
  const asked = Array.from({ length: 101 }, (_, person) =>
    queue.run(`person ${person}`, {}, () => gate.promise),
  )
  await expect(queue.run('one more', {}, () => gate.promise)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: '100 questions wait for this database already; ask again in a minute',
    details: { retry_after_seconds: 60 },
  })
  gate.resolve()
  await Promise.all(asked)
})
