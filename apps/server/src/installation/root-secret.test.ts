import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/environment/index.ts'
import { prepareDataFolder, rootSecretOf, secretFile } from './root-secret.ts'

const secret = 'x'.repeat(32)

test('[C5] a secret is made once, and readable by its owner alone', () => {
  using folder = temporaryFolder()
  const dataFolder = join(folder.path, 'data')
  prepareDataFolder(dataFolder)

  const made = rootSecretOf({ dataFolder, rootSecret: undefined })

  expect(made).toMatch(/^[0-9a-f]{64}$/)
  expect(rootSecretOf({ dataFolder, rootSecret: undefined })).toBe(made)
  expect(rootSecretOf({ dataFolder, rootSecret: secret })).toBe(secret)
  expect(statSync(secretFile(dataFolder)).mode & 0o777).toBe(0o600)
  expect(statSync(dataFolder).mode & 0o777).toBe(0o700)
})

test('[C900] a damaged secret is reported, never replaced', () => {
  using folder = temporaryFolder()
  const dataFolder = folder.path
  writeFileSync(secretFile(dataFolder), 'cut')
  expect(() => rootSecretOf({ dataFolder, rootSecret: undefined })).toThrow(/holds no usable secret/)
})
