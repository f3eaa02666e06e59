import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'

test('[H247] a task that never ends does not outlive a server that was killed', async () => {
  const script = fileURLToPath(new URL('./test-pool-process.ts', import.meta.url))
  const server = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(server, 'exit')
  const [line] = (await once(server.stdout, 'data')) as [Buffer]
  const pid = Number(line.toString())
  expect(() => process.kill(pid, 0)).not.toThrow()

  server.kill('SIGKILL')
  await ended
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), 30_000)
})

test('[H247] a worker that starts after its server was killed ends too', async () => {
  const worker = fileURLToPath(new URL('./worker-child.ts', import.meta.url))
  const noSuchServer = 2 ** 22 + 1
  const child = spawn(process.execPath, [worker, String(2 ** 40), String(noSuchServer)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  expect(signal).toBe('SIGKILL')
})
