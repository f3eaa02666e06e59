import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepExport, requireNewFile, takeExport } from './exports.ts'
import { frameLimit } from '../owner/frames.ts'
import { temporaryFolder } from '../testing/quipu-process.ts'

test('[C37] an export larger than any frame arrives whole, for its owner alone, and leaves nothing behind', async () => {
  const folder = temporaryFolder()
  const zip = randomBytes(frameLimit + 1)
  const out = join(folder, 'out.zip')

  const kept = await keepExport(folder, zip)
  expect(statSync(join(folder, 'exports', kept.file)).mode & 0o777).toBe(0o600)
  await takeExport(folder, kept, await requireNewFile(out))

  expect(kept).toMatchObject({ bytes: zip.length, sha256: createHash('sha256').update(zip).digest('hex') })
  expect(readFileSync(out).equals(zip)).toBe(true)
  expect(statSync(out).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(folder, 'exports'))).toEqual([])
})

test('[C910] an existing file is never overwritten, and a missing folder is reported', async () => {
  const folder = temporaryFolder()
  const out = join(folder, 'mine.zip')
  await expect(requireNewFile(join(folder, 'none', 'x.zip'))).rejects.toMatchObject({ exitCode: 4 })
  const kept = await keepExport(folder, Buffer.from('zip'))
  writeFileSync(out, 'mine')

  await expect(requireNewFile(out)).rejects.toMatchObject({ exitCode: 5 })
  await expect(takeExport(folder, kept, out)).rejects.toMatchObject({ exitCode: 5 })
  expect(readFileSync(out, 'utf8')).toBe('mine')
})

test('[C36] a file that is not what was exported does not pass for it', async () => {
  const folder = temporaryFolder()
  const out = join(folder, 'out.zip')
  const kept = await keepExport(folder, Buffer.from('zip'))
  writeFileSync(join(folder, 'exports', kept.file), 'cut')

  await expect(takeExport(folder, kept, out)).rejects.toThrow(/is not what was exported/)
  expect(existsSync(out)).toBe(false)
})

test('[C37] a file that an interrupted command never fetched is removed by a later export', async () => {
  const folder = temporaryFolder()
  const abandoned = await keepExport(folder, Buffer.from('old'))
  const path = join(folder, 'exports', abandoned.file)
  const anHourAgo = new Date(Date.now() - 3_601_000)
  utimesSync(path, anHourAgo, anHourAgo)

  const kept = await keepExport(folder, Buffer.from('new'))

  expect(readdirSync(join(folder, 'exports'))).toEqual([kept.file])
})
