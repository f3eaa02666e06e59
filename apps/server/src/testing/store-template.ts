import { cp, mkdir, rm } from 'node:fs/promises'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { quipu, temporaryFolder } from './quipu-process.ts'

/** A data folder with an empty, migrated store: making one takes seconds, copying it does not. */
export async function folderWithStore(...names: readonly string[]): Promise<string> {
  const folder = join(temporaryFolder(), ...names, 'data')
  template ??= makeTemplate()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await cp(await template, folder, { recursive: true })
  return folder
}

let template: Promise<string> | undefined

async function makeTemplate(): Promise<string> {
  const folder = join(mkdtempSync(join(tmpdir(), 'quipu-template-')), 'data')
  const { code, stderr } = await quipu(['migrate'], { QUIPU_DATA_DIR: folder })
  if (code !== 0) throw new Error(`no store could be made: ${stderr}`)
  return folder
}

afterAll(async () => {
  if (template !== undefined) await rm(join(await template, '..'), { recursive: true, force: true })
})
