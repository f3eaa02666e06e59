import { expect, test } from 'vitest'
import { hasProgram } from '../environment/index.ts'
import { drawnText } from './drawn-text.ts'
import type { Ingested } from './open-truth.ts'
import { onEachEngine } from './open-truth.ts'

onEachEngine((installation) => {
  test('[TR919] an image without a text that can be read waits', async () => {
    const ann = await installation().person({ path: '' })
    const { body } = await ann.upload<Ingested>(drawnText())
    expect(body.interpretation).toMatchObject({ status: 'needs_ocr', entities_created: 0 })
    expect(await ann.upload(drawnText())).toMatchObject({
      body: { deduplicated: true, interpretation: { status: 'needs_ocr' } },
    })
  })

  test.skipIf(!hasProgram('tesseract'))('[TR117] tesseract reads the text of an image', async () => {
    const ann = await installation().person({ path: '' })
    const file_content = Buffer.from(drawnText('TELL HIM', 'THE TIME')).toString('base64')
    const image = { file_content, mime_type: 'image/png', original_filename: 'photo.png' }
    const { interpretation, receipt } = await ann.call<Ingested>('ingest', image)
    expect(interpretation).toMatchObject({ entities_created: 1 })
    const { entity_type, snapshot } = await ann.snapshot(receipt.created[0]!)
    expect(entity_type).toBe('note')
    expect(snapshot['text']).toMatch(/TELL HIM\s+THE TIME/)
    expect(await ann.call('search_truth', { query: 'tell him' })).toMatchObject({
      sources: [{ kind: 'file' }],
    })
  })
})
