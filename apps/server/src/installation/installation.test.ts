import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/quipu-process.ts'
import { foldersOf } from './installation.ts'

test('[C271] a package belongs to the project that it is installed in, and a checkout to itself', () => {
  const project = temporaryFolder()
  writeFileSync(join(project, 'package.json'), '{}')
  const files = join(project, 'node_modules', 'quipu')

  expect(foldersOf(files, '/elsewhere')).toEqual({
    root: project,
    program: join(project, 'node_modules/.bin/quipu'),
    isOwn: true,
  })
  expect(foldersOf('/srv/quipu', '/elsewhere')).toMatchObject({ root: '/srv/quipu', isOwn: true })
})

test('[C271] a package that npx fetched or that is global uses the folder where it is started', () => {
  const cache = join(temporaryFolder(), '_npx', '0a1b2c')
  mkdirSync(cache, { recursive: true })
  writeFileSync(join(cache, 'package.json'), '{}')

  for (const files of [join(cache, 'node_modules', 'quipu'), '/usr/lib/node_modules/quipu'])
    expect(foldersOf(files, '/home/ada/team')).toEqual({
      root: '/home/ada/team',
      program: join(files, 'bin/quipu.js'),
      isOwn: false,
    })
})
