import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/environment/places.ts'
import { silent } from '../storage/test-store.ts'
import { openBlobs } from './open-blobs.ts'

test('[S924] a process that is killed while it writes leaves a draft, which is swept, and no file', async () => {
  using folder = temporaryFolder()
  const script = fileURLToPath(new URL('./test-upload-process.ts', import.meta.url))
  const child = spawn(process.execPath, [script, folder.path], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const drafts = join(folder.path, 'blobs', '~drafts')
  await once(child.stdout, 'data')
  // Bytes are asked for a little before the file is there.
  await expect.poll(() => readdirSync(drafts)).toHaveLength(1)
  child.kill('SIGKILL')
  await ended

  const openAt = (ms: number) =>
    openBlobs({ dataFolder: folder.path, log: silent, now: () => new Date(Date.now() + ms) })
  expect(await openAt(0).list('ana')).toEqual([])
  await openAt(0).sweep()
  expect(readdirSync(drafts)).toHaveLength(1)
  await openAt(2 * 3_600_000).sweep()
  expect(readdirSync(drafts)).toEqual([])
})
