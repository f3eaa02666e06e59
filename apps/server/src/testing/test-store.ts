import { constants } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { storeTemplate } from '../../../../test/environment/embedded-store.ts'
import { quipu, temporaryFolder, type AtEnd } from './quipu-process.ts'

/** A data folder with an empty, migrated store: making one takes seconds, copying it does not. */
export async function folderWithStore({
  below = '.',
  atEnd = onTestFinished,
}: { below?: string; atEnd?: AtEnd } = {}): Promise<string> {
  const folder = join(temporaryFolder(atEnd), below, 'data')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const migrated = await storeTemplate('server-store', (draft) => migrate(draft, atEnd))
  await cp(migrated, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return folder
}

async function migrate(folder: string, atEnd: AtEnd): Promise<void> {
  const { code, stderr } = await quipu(['migrate'], { QUIPU_DATA_DIR: folder }, '', atEnd)
  if (code !== 0) throw new Error(`no store could be made: ${stderr}`)
}
