import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { mailboxOf } from '../environment/mailbox.ts'
import type { Ingested } from './open-truth.ts'
import { onEachEngine } from './open-truth.ts'

onEachEngine((installation) => {
  test('[TR100] [TR20] a file sent as bytes is kept and read, and a second time nothing is added', async () => {
    const ann = await installation().person({ path: '' })
    const first = await ann.upload<Ingested>('Remember the milk', {
      'content-type': 'text/plain',
      'content-disposition': 'attachment; filename="list.txt"',
    })
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({
      deduplicated: false,
      file_size: 17,
      interpretation: { entities_created: 1, observations_created: 1 },
    })
    const { snapshot } = await ann.snapshot(first.body.receipt.created[0]!)
    expect(snapshot).toEqual({ title: 'list.txt', text: 'Remember the milk' })

    const again = await ann.upload<Ingested>('Remember the milk')
    expect(again.body).toMatchObject({
      source_id: first.body.source_id,
      deduplicated: true,
      interpretation: { run_id: first.body.interpretation.run_id, observations_created: 0 },
    })
    const same = { file_content: btoa('Remember the milk'), mime_type: 'text/plain' }
    expect(await ann.call('ingest', same)).toMatchObject({
      source_id: first.body.source_id,
      deduplicated: true,
    })
    expect(installation().blobsOf(ann.user.id)).toHaveLength(1)
  })

  test('[TR100] a file may be kept unread', async () => {
    const ann = await installation().person({ path: '' })
    const kept = await ann.upload<Ingested>('A thought', {}, '?interpret=false&original_filename=a.txt')
    expect(kept.body).toMatchObject({ deduplicated: false, interpretation: null })
    expect(await ann.call('retrieve_entities')).toMatchObject({ total: 0 })
    const read = await ann.upload<Ingested>('A thought')
    expect(read.body).toMatchObject({ deduplicated: true, interpretation: { entities_created: 1 } })
  })

  test('[TR101] an upload that breaks off or is empty leaves nothing', async () => {
    const ann = await installation().person({ path: '' })
    expect(await ann.upload('')).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR', message: 'The file is empty' } },
    })
    const broken = request(`${installation().url}/api/truth/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ann.user.token}`, 'content-length': '1000000' },
    })
    const gone = new Promise((resolve) => broken.on('error', resolve))
    broken.write(randomBytes(300_000), () => broken.destroy())
    await gone
    const { outcomes } = installation()
    await expect.poll(() => outcomes(ann.user.id, 'POST /api/truth/files')).toHaveLength(2)

    expect(installation().blobsOf(ann.user.id)).toEqual([])
    expect(await ann.call('search_truth', { query: 'x' })).toMatchObject({ sources: [] })
  })

  test('[TR102] a file is read later on request, and its job reports the progress', async () => {
    const ann = await installation().person({ path: '' })
    const bob = await installation().person({ path: '' })
    const { body } = await ann.upload<Ingested & { job_id: string }>(mailboxOf(3), {}, '?interpret=later')
    expect(body).toMatchObject({ deduplicated: false, interpretation: null })
    const status = async (who: typeof ann) =>
      (await who.user.api('GET', `/api/truth/jobs/${body.job_id}`)).json()
    await expect.poll(() => status(ann), { timeout: 60_000 }).toMatchObject({ state: 'done' })
    expect(await status(ann)).toMatchObject({ progress: { done: body.file_size, total: body.file_size } })
    expect(await status(bob)).toMatchObject({ error: { code: 'NOT_FOUND' } })

    expect(await ann.call('retrieve_entities', { entity_type: 'message' })).toMatchObject({ total: 3 })
    expect(await ann.call('search_truth', { query: 'subject 2' })).toMatchObject({
      sources: [{ kind: 'file' }],
    })
    const again = await ann.upload<Ingested>(mailboxOf(3))
    expect(again.body).toMatchObject({ deduplicated: true, interpretation: { observations_created: 0 } })
  })

  test('[TR104] a file of more than 50 MB that is no mailbox is kept, and its source says why it was not read', async () => {
    const ann = await installation().person({ path: '' })
    const { body } = await ann.upload<Ingested & { job_id: string }>(new Uint8Array(51 * 1024 * 1024))
    expect(body).toMatchObject({ deduplicated: false, interpretation: null })
    const source = { node_id: body.source_id, node_type: 'source' }
    await expect
      .poll(() => ann.call('get_graph_neighborhood', source), { timeout: 50_000 })
      .toMatchObject({
        interpretation: {
          status: 'failed',
          notes: ['Only mailboxes are read beyond 50 MB. It is kept as it is.'],
        },
      })
  })

  test(
    '[TR103] a mailbox gives the same facts whether it is read at once or in parts',
    { timeout: 300_000 },
    async () => {
      const [ann, bob] = [
        await installation().person({ path: '' }),
        await installation().person({ path: '' }),
      ]
      const mailbox = mailboxOf(4, { attached: 600_000 })
      const { body } = await ann.upload<Ingested & { job_id: string }>(mailbox, {}, '?interpret=later')
      const status = async () => (await ann.user.api('GET', `/api/truth/jobs/${body.job_id}`)).json()
      await expect.poll(status, { timeout: 240_000 }).toMatchObject({ state: 'done' })
      const { body: atOnce } = await bob.upload<Ingested>(mailbox)

      const page = { node_id: body.source_id, node_type: 'source', include_observations: true, limit: 500 }
      const ids = async (who: typeof ann) => {
        const { observations } = await who.call<{ observations: { id: string }[] }>(
          'get_graph_neighborhood',
          page,
        )
        return observations.map(({ id }) => id)
      }
      expect(await ids(ann)).toEqual(await ids(bob))
      expect(await ids(ann)).toHaveLength(atOnce.interpretation.observations_created)
      expect(atOnce.interpretation.observations_created).toBeGreaterThanOrEqual(4)
    },
  )
})
