import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasProgram } from '../environment/index.ts'
import { ConsoleSite } from './console-site.ts'
import { WindowClient } from './window-client.ts'

const invoice = `INVOICE

Northwind Supplies GmbH
Invoice number: RE-2026/77
Invoice date: 3 March 2026
Total due: EUR 1,190.00
`

describe.skipIf(!hasProgram('chromium'))('the pages of truth', () => {
  let site: ConsoleSite
  beforeAll(async () => {
    site = await ConsoleSite.open()
  })
  afterAll(() => site?.[Symbol.asyncDispose]())

  test('[C361] [C362] the window of an entity traces a field through the client, in both themes, and shows markup as text', async () => {
    const user = await site.at.user({ path: '/api/truth/mcp' })
    await user.call('ingest', {
      file_content: Buffer.from(invoice).toString('base64'),
      mime_type: 'text/plain',
      original_filename: '<img src=x onerror="parent.wasRun=1">.txt',
    })
    await using client = await WindowClient.open(site.browser, user)
    const { raw: found } = await user.call('retrieve_entities', { entity_type: 'invoice' })
    const [entity] = (found['structuredContent'] as { entities: { id: string }[] }).entities
    const frame = await client.show('get_entity_snapshot', { entity_id: entity?.id })
    await frame.getByRole('button', { name: /Invoice number/ }).click()
    await expect.poll(() => frame.locator('mark').textContent()).toBe('RE-2026/77')
    await frame.getByText('<img src=x').waitFor()
    await client.shot('entity-window-light')
    await client.setTheme('dark')
    await client.shot('entity-window-dark')
    expect(Math.max(...(await client.heights()))).toBeLessThanOrEqual(500)
    expect(await client.page.evaluate('window.wasRun')).toBe(undefined)
    expect(client.complaints).toEqual([])
  })
})
