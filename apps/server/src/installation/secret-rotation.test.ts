import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { previousRootSecretOf, rootSecretOf, secretMark } from './root-secret.ts'
import { finishRotation, replaceSecret } from './secret-rotation.ts'
import { quipu, temporaryFolder } from '../testing/quipu-process.ts'
import { ServerProcess } from '../testing/server-process.ts'
import { folderWithStore } from '../testing/test-store.ts'

const kept = (dataFolder: string) => ({ dataFolder, rootSecret: undefined, previousRootSecret: undefined })

test('[C42] the former secret stays beside the new one, both for their owner alone', () => {
  const dataFolder = temporaryFolder()
  const former = rootSecretOf(kept(dataFolder))

  replaceSecret(dataFolder, former)

  expect(rootSecretOf(kept(dataFolder))).toMatch(/^[0-9a-f]{64}$/)
  expect(rootSecretOf(kept(dataFolder))).not.toBe(former)
  expect(previousRootSecretOf(kept(dataFolder))).toBe(former)
  const modes = readdirSync(dataFolder).map((name) => statSync(join(dataFolder, name)).mode & 0o777)
  expect(new Set(modes)).toEqual(new Set([0o600]))
})

test('[C913] a second rotation is refused until everything is sealed again', async () => {
  const dataFolder = temporaryFolder()
  const first = rootSecretOf(kept(dataFolder))
  replaceSecret(dataFolder, first)
  const second = rootSecretOf(kept(dataFolder))

  expect(() => replaceSecret(dataFolder, second)).toThrow(/The last rotation is not finished: restart/)
  expect(previousRootSecretOf(kept(dataFolder))).toBe(first)

  await finishRotation(kept(dataFolder), keysThatReseal())
  expect(() => replaceSecret(dataFolder, first)).toThrow(/Another rotation came between/)
  expect(rootSecretOf(kept(dataFolder))).toBe(second)
  replaceSecret(dataFolder, second)
  expect(previousRootSecretOf(kept(dataFolder))).toBe(second)
})

test('[C42] the mark of a secret is the same for the same secret, and does not reveal it', () => {
  const secret = 'x'.repeat(64)
  expect(secretMark(secret)).toBe(secretMark(secret))
  expect(secretMark(secret)).toMatch(/^[0-9a-f]{16}$/)
  expect(secretMark(secret)).not.toBe(secretMark('y'.repeat(64)))
})

test('[C42] [C912] with nobody at the store it is rotated at once, and the former secret can go', async () => {
  const folder = await folderWithStore()
  const env = { QUIPU_DATA_DIR: folder }
  const former = readFileSync(join(folder, 'root-secret'), 'utf8')

  const { code, stdout, stderr } = await quipu(['secret', 'rotate'], env)

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/new root secret, and everything is sealed under it/)
  expect(stdout).not.toMatch(/[0-9a-f]{64}/)
  expect(readFileSync(join(folder, 'root-secret'), 'utf8')).not.toBe(former)
  expect(readFileSync(join(folder, 'root-secret.previous'), 'utf8')).toBe(former)
  expect(existsSync(join(folder, 'root-secret.pending'))).toBe(false)
  rmSync(join(folder, 'root-secret.previous'))
  const keys = await quipu(['keys', 'list', '--json'], env)
  expect(JSON.parse(keys.stdout)).toMatchObject([{ retires_at: null }])
})

test('[C912] while a server runs, its restart finishes the rotation', async () => {
  const folder = await folderWithStore()
  const env = { QUIPU_DATA_DIR: folder }
  const server = await ServerProcess.start(folder)

  const first = await quipu(['secret', 'rotate', '--json'], env)
  expect(first.stderr).toBe('')
  expect(JSON.parse(first.stdout)).toMatchObject({ status: 'restart needed' })
  const second = await quipu(['secret', 'rotate'], env)
  expect(second).toMatchObject({ code: 5, stdout: '' })
  expect(second.stderr).toMatch(/uses another root secret: restart it/)

  await server.stop()
  const restarted = await ServerProcess.start(folder)
  expect(existsSync(join(folder, 'root-secret.pending'))).toBe(false)
  expect(JSON.parse((await quipu(['secret', 'rotate', '--json'], env)).stdout)).toMatchObject({
    status: 'restart needed',
  })
  await restarted.stop()
})

test('[C42] before the first start there is nothing to rotate, and nothing is made', async () => {
  const folder = join(temporaryFolder(), 'data')
  const { code, stderr } = await quipu(['secret', 'rotate'], { QUIPU_DATA_DIR: folder })
  expect(stderr).toMatch(/There is no secret yet/)
  expect(code).toBe(4)
  expect(existsSync(folder)).toBe(false)
})

test('[C43] for a configured secret, the steps to replace it and a new one are printed', async () => {
  const QUIPU_DATA_DIR = join(temporaryFolder(), 'data')
  const env = { QUIPU_DATA_DIR, JWT_SECRET: '1'.repeat(32) }
  const { code, stdout } = await quipu(['secret', 'rotate'], env)
  expect(stdout).toMatch(/Nothing was changed[^]*^ {2}[0-9a-f]{64}$[^]*JWT_SECRET_PREVIOUS/m)
  expect(code).toBe(0)
  expect(existsSync(QUIPU_DATA_DIR)).toBe(false)
})

test('[C914] with its previous one set, a configured secret seals everything again', async () => {
  const { former, both } = await configuredFolder()
  expect(await quipu(['user', 'list'], { ...former, QUIPU_SAMPLE: 'on' })).toMatchObject({ code: 0 })

  const sealed = await quipu(['secret', 'rotate', '--json'], both)
  expect(sealed.stderr).toBe('')
  // The signing key, and the place of the sample shop.
  expect(JSON.parse(sealed.stdout)).toMatchObject({ status: 'resealed', resealed: 2 })
  expect(await quipu(['user', 'list'], former)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('sealed under another JWT_SECRET'),
  })
  const { JWT_SECRET_PREVIOUS: _, ...alone } = both
  expect(await quipu(['user', 'list'], alone)).toMatchObject({ code: 0, stderr: '' })
})

test('[C914] if a server still has the former secret, the output says to restart it', async () => {
  const { former, both } = await configuredFolder()
  await ServerProcess.start(former.QUIPU_DATA_DIR, former)

  const { code, stdout, stderr } = await quipu(['secret', 'rotate'], both)

  expect(stderr).toMatch(/still uses another root secret: restart it/)
  expect({ code, stdout }).toEqual({ code: 5, stdout: '' })
})

test('[C692] without its secret a store is not opened, and no new secret takes its place', async () => {
  const QUIPU_DATA_DIR = await folderWithStore()
  const file = join(QUIPU_DATA_DIR, 'root-secret')
  const secretText = readFileSync(file)
  rmSync(file)

  for (let again = 0; again < 2; again++) {
    expect(await quipu(['user', 'list'], { QUIPU_DATA_DIR })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${file} is missing, and the store was made with it. Put it back`),
    })
    expect(existsSync(file)).toBe(false)
  }
  writeFileSync(file, secretText)
  expect(await quipu(['user', 'list'], { QUIPU_DATA_DIR })).toMatchObject({ code: 0, stderr: '' })
})

/** A store that was made under a secret which is now a setting, and the settings that replace it. */
async function configuredFolder() {
  const QUIPU_DATA_DIR = await folderWithStore()
  const JWT_SECRET = readFileSync(join(QUIPU_DATA_DIR, 'root-secret'), 'utf8').trim()
  const former = { QUIPU_DATA_DIR, JWT_SECRET }
  return { former, both: { QUIPU_DATA_DIR, JWT_SECRET: '2'.repeat(32), JWT_SECRET_PREVIOUS: JWT_SECRET } }
}

/** A host of which only this much is needed. */
function keysThatReseal(): Parameters<typeof finishRotation>[1] {
  const unused = () => Promise.reject(new Error('not needed here'))
  return { keys: { list: unused, rotate: unused, reseal: () => Promise.resolve(0) } }
}
