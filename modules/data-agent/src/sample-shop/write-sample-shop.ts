import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { open, rename, rm } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'

/** Writes the sample database as a whole or not at all; a reader of the old file can continue. */
export async function writeSampleShop(file: string, today: Date): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}.draft`
  try {
    const worker = new Worker(new URL('./sample-shop-worker.ts', import.meta.url), {
      workerData: { file: draft, today },
    })
    // `once` rejects with the error of the worker.
    await once(worker, 'exit')
    await syncFile(draft)
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
