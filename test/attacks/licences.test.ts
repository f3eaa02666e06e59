import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../environment/index.ts'

const program = join(import.meta.dirname, '../../scripts/licences.mjs')
const licences = (...args: string[]) => spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' })

test('[X350] every dependency is under a licence that asks for no more than to be named', () => {
  const { status, stdout, stderr } = licences()
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^shipped: \d+ packages/)
})

test.each(['GPL-3.0', 'AGPL-3.0-only', 'LGPL-2.1 AND MIT', 'SSPL-1.0', 'BUSL-1.1', 'unknown'])(
  '[X350] a dependency under %s is refused by name',
  (license) => {
    using folder = temporaryFolder()
    const packages = { 'node_modules/left': { version: '1.0.0', license: 'MIT' } }
    const lock = { packages: { ...packages, 'node_modules/right': { version: '2.0.0', license } } }
    writeFileSync(join(folder.path, 'package-lock.json'), JSON.stringify(lock))
    const { status, stderr } = licences(folder.path)
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(`right 2.0.0 is under ${license}`) as string,
    ])
  },
)
