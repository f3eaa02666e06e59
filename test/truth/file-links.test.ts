import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Ingested } from './open-truth.ts'
import { onEachEngine } from './open-truth.ts'

interface Link {
  readonly signed_url: string
  readonly expires_at: string
}

onEachEngine((installation) => {
  test('[TR105] [TR914] a link gives the file back as it is, to be saved', async () => {
    const ann = await installation().person({ path: '' })
    const page = '<!doctype html><script>alert(1)</script>'
    const kept = await ann.upload<Ingested>(page, {
      'content-type': 'text/html',
      'content-disposition': `attachment; filename*=UTF-8''%C3%BCber.html`,
    })
    const { signed_url } = await ann.call<Link>('get_file_url', { file_path: kept.body.source_id })
    expect(new URL(signed_url).origin).toBe(installation().url)
    const answer = await fetch(signed_url)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe(page)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="_ber.html"; filename*=UTF-8''%C3%BCber.html`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    for (const file_path of [kept.body.content_hash, `truth://sources/${kept.body.source_id}`])
      expect((await fetch((await ann.call<Link>('get_file_url', { file_path })).signed_url)).status).toBe(200)
  })

  test('[TR914] the type of a file is what its bytes are', async () => {
    const ann = await installation().person({ path: '' })
    const typeOf = async (file: string | Uint8Array<ArrayBuffer>) => {
      const { body } = await ann.upload<Ingested>(file, { 'content-type': 'text/html' }, '?interpret=false')
      const { signed_url } = await ann.call<Link>('get_file_url', { file_path: body.source_id })
      return (await fetch(signed_url)).headers.get('content-type')
    }
    expect(await typeOf('%PDF-1.7 and so on')).toBe('application/pdf')
    expect(await typeOf('<svg xmlns="http://www.w3.org/2000/svg"/>')).toBe('text/plain; charset=utf-8')
    expect(await typeOf(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1]))).toBe('image/png')
    expect(await typeOf(new Uint8Array([0, 1, 2, 0xff]))).toBe('application/octet-stream')
  })

  test('[TR106] a link ends with its time and with the file, and is good for that file alone', async () => {
    const ann = await installation().person({ path: '' })
    const bob = await installation().person({ path: '' })
    const mine = (await ann.upload<Ingested>('What Ann wrote')).body
    const his = (await bob.upload<Ingested>('What Bob wrote')).body
    const link = await ann.call<Link>('get_file_url', { file_path: mine.source_id, expires_in: 60 })
    const now = installation().clock.now().getTime()
    expect(new Date(link.expires_at).getTime()).toBe(now + 60_000)

    const ofBob = link.signed_url.replace(mine.source_id, his.source_id)
    expect((await fetch(ofBob)).status).toBe(403)
    const unsigned = link.signed_url.split('?')[0]!
    expect((await fetch(unsigned)).status).toBe(403)
    const withToken = await ann.user.api('GET', new URL(unsigned).pathname)
    expect(withToken.status).toBe(403)
    expect(await ann.refusal('get_file_url', { file_path: his.source_id })).toMatchObject({
      code: 'FILE_NOT_FOUND',
    })

    const later = await ann.call<Link>('get_file_url', { file_path: mine.source_id })
    installation().clock.advance('2m')
    expect((await fetch(link.signed_url)).status).toBe(410)
    await ann.call('erase_source', { source_id: mine.source_id })
    const gone = await fetch(later.signed_url)
    expect(gone.status).toBe(404)
    expect(await gone.json()).toMatchObject({ error: { code: 'FILE_NOT_FOUND' } })
  })

  test('[TR106] a source that is not a file has no link', async () => {
    const ann = await installation().person()
    const stated = await ann.state({ entity_type: 'note', title: 'A note' })
    for (const file_path of [stated.source_id, randomUUID(), 'files/../x', ''])
      expect(await ann.refusal('get_file_url', { file_path })).toMatchObject({ code: 'FILE_NOT_FOUND' })
  })
})
