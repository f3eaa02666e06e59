import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/environment/index.ts'
import { ConnectionSettings } from './connection-settings.ts'
import { SourceRoots } from './source-roots.ts'

test('[DS18] without roots only the named files are open', async () => {
  using folder = temporaryFolder()
  writeFileSync(`${folder.path}/sample`, '')
  writeFileSync(`${folder.path}/other`, '')
  const roots = new SourceRoots({ files: [`${folder.path}/sample`], closed: [folder.path] })
  await expect(roots.admit(`${folder.path}/sample`)).resolves.toMatchObject({ isFolder: false })
  await expect(roots.admit(`${folder.path}/other`)).rejects.toMatchObject({ failure: 'refused' })
})

test('[DS18] [DS705] [DS704] links, `..`, folders with the same prefix and the data folder do not circumvent the roots', async () => {
  using folder = temporaryFolder()
  const at = (path: string): string => `${folder.path}/${path}`
  for (const path of ['root', 'root/data', 'root/data/deep', 'root2', 'outside']) mkdirSync(at(path))
  for (const path of [
    'root/ok',
    'root/data/own',
    'root/data/deep/own',
    'root2/file',
    'outside/file',
    'root/..odd',
  ])
    writeFileSync(at(path), '')
  symlinkSync(at('outside/file'), at('root/link'))
  symlinkSync(at('outside'), at('root/folder-link'))
  symlinkSync(at('nowhere'), at('root/dead-link'))
  symlinkSync(at('root/ok'), at('root/inner-link'))
  symlinkSync('loop', at('root/loop'))
  const roots = new SourceRoots({ roots: [at('root')], closed: [at('root/data')] })

  for (const path of ['root/ok', 'root/inner-link', 'root/data/../ok', 'root/..odd'])
    await expect(roots.admit(at(path))).resolves.toMatchObject({ isFolder: false })
  for (const path of [
    'root/link',
    'root/folder-link/file',
    'root/../outside/file',
    'root2/file',
    'root/data',
    'root/data/own',
    'root/data/deep/own',
    'outside/none',
    'root/data/none',
    'root/folder-link/none',
  ])
    await expect(roots.admit(at(path))).rejects.toMatchObject({ failure: 'refused' })
  for (const path of ['root/none', 'root/none/deeper'])
    await expect(roots.admit(at(path))).rejects.toMatchObject({ failure: 'missing' })
  for (const path of ['root/dead-link', 'root/loop'])
    await expect(roots.admit(at(path))).rejects.toMatchObject({ name: 'SourceError' })
  for (const path of ['relative', '', `${at('root/ok')}\0`, '/proc/self/environ', '/dev/zero'])
    await expect(roots.admit(path)).rejects.toMatchObject({ failure: 'refused' })
})

test('[DS18] a device under a root is not a source', async () => {
  await expect(new SourceRoots({ roots: ['/dev'] }).admit('/dev/zero')).rejects.toMatchObject({
    failure: 'refused',
  })
})

test('[DS19] settings have one kind and its own fields', () => {
  expect(ConnectionSettings.parse({ kind: 'files', paths: '/a' })).toEqual({ kind: 'files', paths: ['/a'] })
  for (const wrong of [
    { kind: 'mysql' },
    { kind: 'sqlite' },
    { kind: 'sqlite', file: '' },
    { kind: 'sqlite', file: 'a\0b' },
    { kind: 'sqlite', file: '/a', readOnly: false },
    { kind: 'files', paths: [] },
    { kind: 'postgres', url: 'http://x/y' },
    { kind: 'postgres', url: 'postgres://' },
    { kind: 'postgres', url: 'postgres://host/db', schemas: [] },
  ])
    expect(ConnectionSettings.safeParse(wrong).success).toBe(false)
})
