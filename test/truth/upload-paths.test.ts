import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { truth } from '@quipu/truth'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../environment/index.ts'
import { openTestHost, quickEngine } from '../environment/test-host.ts'
import { onEachEngine } from './open-truth.ts'

const place = temporaryFolder()
afterAll(() => place[Symbol.dispose]())
const root = join(place.path, 'root')
const closed = join(root, 'closed')
const outside = join(place.path, 'outside.txt')
mkdirSync(join(root, 'folder'), { recursive: true })
mkdirSync(closed)
writeFileSync(outside, 'What nobody may see')
writeFileSync(join(closed, 'secret.txt'), 'A secret')
writeFileSync(join(root, 'milk.txt'), 'Remember the milk')
writeFileSync(join(root, 'empty.txt'), '')
symlinkSync(outside, join(root, 'link.txt'))
symlinkSync(place.path, join(root, 'above'))
symlinkSync(join(root, 'milk.txt'), join(root, 'inner-link.txt'))
execFileSync('mkfifo', [join(root, 'pipe')])

onEachEngine(
  (installation) => {
    test('[TR110] upload_file takes a file below an upload root', async () => {
      const ann = await installation().person()
      const uploaded = await ann.call<Record<string, unknown>>('upload_file', {
        file_path: join(root, 'milk.txt'),
      })
      expect(uploaded).toMatchObject({
        deduplicated: false,
        file_size: 17,
        content_type: 'text/plain; charset=utf-8',
        file_url: `truth://sources/${String(uploaded['source_id'])}`,
        entity_snapshots: [
          { entity_type: 'note', snapshot: { title: 'milk.txt', text: 'Remember the milk' } },
        ],
      })
      expect(await ann.call('upload_file', { file_path: 'folder/../milk.txt' })).toMatchObject({
        source_id: uploaded['source_id'],
        deduplicated: true,
        entity_snapshots: [{ entity_type: 'note' }],
      })
    })

    test('[TR916] properties are kept instead of reading the file', async () => {
      const ann = await installation().person()
      const file = { file_path: join(root, 'milk.txt') }
      const kept = await ann.call('upload_file', {
        ...file,
        properties: '{"colour":"white"}',
        bucket: 'files',
      })
      expect(kept).not.toHaveProperty('entity_snapshots')
      expect(await ann.call('retrieve_entities')).toMatchObject({ total: 0 })
      for (const wrong of [{ properties: '[1]' }, { properties: '{' }, { bucket: 'other' }])
        expect(await ann.refusal('upload_file', { ...file, ...wrong })).toMatchObject({
          code: 'VALIDATION_ERROR',
        })
      const source_material_id = '00000000-0000-4000-8000-000000000000'
      expect(await ann.refusal('upload_file', { ...file, source_material_id })).toMatchObject({
        code: 'SOURCE_NOT_FOUND',
      })
    })

    test.each([
      ['outside of the roots', outside],
      ['above a root', join(root, '..', 'outside.txt')],
      ['above a root, without a folder', '../outside.txt'],
      ['through a symbolic link', join(root, 'link.txt')],
      ['through a symbolic link to a folder', join(root, 'above', 'outside.txt')],
      ['through a symbolic link to a file of the root', join(root, 'inner-link.txt')],
      ['in a closed folder', join(closed, 'secret.txt')],
      ['that does not exist', join(root, 'nothing.txt')],
      ['of a local client', 'quipu-staged:00000000-0000-4000-8000-000000000000/milk.txt'],
    ])('[TR111] a path %s is not found', async (_where, file_path) => {
      const ann = await installation().person({ path: '' })
      expect(await ann.refusal('upload_file', { file_path })).toMatchObject({ code: 'FILE_NOT_FOUND' })
      const overRest = await ann.user.api('POST', '/api/truth/upload_file', { file_path })
      expect(overRest.status).toBe(404)
    })

    test('[TR917] a path that is not a regular file is refused', async () => {
      const ann = await installation().person()
      for (const name of ['folder', 'pipe'])
        expect(await ann.refusal('upload_file', { file_path: join(root, name) })).toMatchObject({
          code: 'UNSUPPORTED_FILE_TYPE',
        })
      expect(await ann.refusal('upload_file', { file_path: join(root, 'empty.txt') })).toMatchObject({
        code: 'VALIDATION_ERROR',
      })
    })

    test('[TR113] more than 10 uploads in a minute are refused', async () => {
      const ann = await installation().person()
      const upload = () => ann.user.call('upload_file', { file_path: join(root, 'milk.txt') })
      for (let count = 0; count < 10; count++) expect((await upload()).isError).toBe(false)
      expect(await ann.refusal('upload_file', { file_path: 'milk.txt' })).toMatchObject({
        code: 'RATE_LIMIT_EXCEEDED',
      })
    })
  },
  () => ({ uploadRoots: [root], closedFolders: [closed] }),
)

test('[TR112] without upload roots, upload_file is not there over HTTP, and no path is found', async () => {
  await using host = await openTestHost(quickEngine(), [truth])
  const ann = await host.user({ path: '' })
  const { result } = await ann.rpc('tools/list')
  const listed = result?.['tools'] as { name: string }[] | undefined
  const names = listed?.map(({ name }) => name)
  expect(names).toContain('get_file_url')
  expect(names).not.toContain('upload_file')
  const file = { file_path: join(root, 'milk.txt') }
  expect(await ann.rpc('tools/call', { name: 'upload_file', arguments: file })).toMatchObject({
    error: { message: 'Unknown tool: upload_file' },
  })
  expect((await ann.api('POST', '/api/truth/upload_file', file)).status).toBe(404)
})
