import { readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/quipu-process.ts'
import { StdioClient } from '../testing/stdio-client.ts'
import { folderWithStore } from '../testing/test-store.ts'

test('[TR114] over stdio a file is read by the process of its client, whichever process has the store open', async () => {
  const folder = await folderWithStore()
  const files = temporaryFolder()
  const [owner, guest] = [new StdioClient(folder), new StdioClient(folder)]
  await owner.initialize()
  await guest.initialize()
  const upload = (client: StdioClient, file_path: string) =>
    client.request('tools/call', { name: 'upload_file', arguments: { file_path } })
  writeFileSync(join(files, 'milk.txt'), 'Remember the milk')
  symlinkSync(join(files, 'milk.txt'), join(files, 'link.txt'))
  writeFileSync(join(files, 'large.bin'), Buffer.alloc(50 * 1024 * 1024 + 1))

  const names = (await guest.request('tools/list')).result?.['tools'] as { name: string }[]
  expect(names.map(({ name }) => name)).toContain('upload_file')
  for (const client of [owner, guest]) {
    const { result } = await upload(client, join(files, 'milk.txt'))
    expect(result?.structuredContent).toMatchObject({
      file_size: 17,
      deduplicated: client === guest,
      entity_snapshots: [{ snapshot: { title: 'milk.txt', text: 'Remember the milk' } }],
    })
  }
  const linked = await upload(guest, join(files, 'link.txt'))
  expect(linked.result?.structuredContent).toMatchObject({ deduplicated: true })
  const missing = await upload(guest, join(files, 'nothing.txt'))
  expect(missing.result?.structuredContent).toMatchObject({ error: { code: 'FILE_NOT_FOUND' } })
  const large = await upload(guest, join(files, 'large.bin'))
  expect(large.result?.structuredContent).toMatchObject({ error: { code: 'FILE_TOO_LARGE' } })

  expect(readdirSync(join(folder, 'modules', 'truth', 'staged'))).toEqual([])
  await guest.close()
  await owner.close()
})
