import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Json, WorkerTask } from '@quipu/kit'

type Progress = (report: Json) => void

/** Whatever a task can do, good and bad. */
export const run: WorkerTask = (input, progress) => {
  const { what, value } = input as { readonly what: keyof typeof acts; readonly value: unknown }
  return acts[what](value, progress)
}

const acts = {
  echo: (value: unknown) => value,
  environment: () => ({ env: { ...process.env }, pid: process.pid }),
  report: async (_: unknown, progress: Progress) => {
    for (let step = 0; step < 3; step += 1) {
      progress({ step })
      await pause(100)
    }
    return 'reported'
  },
  flood: (_: unknown, progress: Progress) => {
    for (let step = 0; step < 100_000; step += 1) progress({ step })
    return 'flooded'
  },
  loop: (_: unknown, progress: Progress) => {
    progress(process.pid)
    for (;;);
  },
  wait: (_: unknown, progress: Progress) => {
    progress(process.pid)
    return new Promise(() => setInterval(() => {}, 1_000))
  },
  heap: () => {
    const kept: unknown[] = []
    for (;;) kept.push({ number: kept.length, text: `${kept.length}` })
  },
  buffers: () => {
    const kept: Uint8Array[] = []
    for (;;) kept.push(Buffer.alloc(2 ** 20, kept.length))
  },
  exit: (code: unknown) => process.exit(Number(code)),
  throw: () => {
    throw Object.assign(new TypeError('no such page'), { code: 'E_PAGE' })
  },
  'throw later': () => {
    setTimeout(() => {
      throw new Error('thrown by a timer')
    })
    return new Promise(() => {})
  },
  'throw text': () => {
    throw 'only a text'
  },
  print: () => {
    for (let line = 0; line < 20_000; line += 1) {
      process.stdout.write('x'.repeat(1_000))
      process.stderr.write('x'.repeat(1_000))
    }
    return 'printed'
  },
  large: (size: unknown) => 'x'.repeat(Number(size)),
  function: () => () => {},
  write: (path: unknown) => writeFileSync(String(path), 'x'),
  spawn: () => spawn('true').pid,
  thread: () => new Worker('', { eval: true }).threadId,
}
