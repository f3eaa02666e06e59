import type { Db } from '@quipu/kit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realModules } from '../catalog/real-modules.ts'
import { hasProgram } from '../environment/index.ts'
import type { TestUser } from '../environment/test-user.ts'
import type { Person } from '../oauth/person.ts'
import { complaintsOf, ConsoleSite, overhangOf, seriousIssues, showBoth } from './console-site.ts'
import { fillerModule } from './filler.ts'
import { WindowClient } from './window-client.ts'

const evil = '<img src=x onerror="window.wasRun=1">'
const invoice = `INVOICE

Northwind Supplies GmbH
Invoice number: RE-2026/77
Invoice date: 3 March 2026
Total due: EUR 1,190.00
${evil}
`
const onePixel = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)
const johanna = {
  entity_type: 'contact',
  full_name: 'Johanna Lindqvist',
  email: 'johanna@one.example',
  phone: '+46 8 123 456 78',
  birthday: '1981-04-17',
  address: '12 Harbour Street, Malmö',
}

describe.skipIf(!hasProgram('chromium'))('the pages of truth', () => {
  let site: ConsoleSite
  let db: Db
  let user: TestUser
  let ann: Person
  let page: Page
  beforeAll(async () => {
    site = await ConsoleSite.open({
      modules: [...(await realModules()), fillerModule((given) => (db = given))],
    })
    user = await site.someone('Ann Huaman')
    ann = await site.enter(user, '/app/truth')
    page = ann.page
  })
  afterAll(async () => {
    await ann?.[Symbol.asyncDispose]()
    await site?.[Symbol.asyncDispose]()
  })

  const post = async <Answer>(action: string, body: object): Promise<Answer> => {
    const response = await user.api('POST', `/api/truth/${action}`, body)
    if (!response.ok) throw new Error(`${action}: ${await response.text()}`)
    return (await response.json()) as Answer
  }
  const state = async (...entities: object[]): Promise<readonly string[]> =>
    (await post<{ receipt: { created: string[] } }>('ingest', { entities })).receipt.created
  const visit = async (path: string) => {
    await page.goto(site.url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
  }
  /** Axe in both themes, a phone, and screenshots for people. */
  const lookAt = async (name: string) => {
    expect([name, await seriousIssues(page)]).toEqual([name, []])
    await showBoth(ann, `truth-${name}-1440`)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect([name, await seriousIssues(page)]).toEqual([name, []])
    await page.setViewportSize({ width: 390, height: 900 })
    await showBoth(ann, `truth-${name}-390`)
    await page.setViewportSize({ width: 360, height: 900 })
    expect([name, await overhangOf(page)]).toEqual([name, 0])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
  }

  test('[C363] [C823] an empty page explains itself, and a dropped file is sent, read and listed', async () => {
    await page.getByText('Nothing is known yet').waitFor()
    await lookAt('empty')
    await drop(page, `${evil}.txt`, invoice)
    await page.getByText('Read: Invoice RE-2026/77.').waitFor()
    await page.getByRole('link', { name: 'RE-2026/77' }).waitFor()
    await page.getByLabel('Search').fill('northwind')
    await expect.poll(() => page.url()).toContain('q=northwind')
    await page.getByRole('table', { name: 'Sources' }).getByText(evil).waitFor()
    await lookAt('search')
  })

  test('[C628] while a file is sent, its share is shown', async () => {
    await visit('/app/truth')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/truth/files?*', async (route) => {
      await held.promise
      await route.continue()
    })
    await drop(page, 'slow.txt', 'A note that takes long')
    const share = page.getByRole('progressbar', { name: 'Sending slow.txt' })
    await share.waitFor()
    expect(Number(await share.getAttribute('value'))).toBeLessThanOrEqual(1)
    held.resolve()
    await page.getByText(/^Read: Note/).waitFor()
    await page.unrouteAll()
  })

  test('[C812] a dropped file of which nothing can be read says so', async () => {
    await visit('/app/truth')
    await drop(page, 'thing.bin', '\u0000\u0001\u0002'.repeat(50))
    await page.getByText(/^Kept\. The file is not of a format that can be read/).waitFor()
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.tabs')).overflowY`)).toBe('hidden')
    await page.getByRole('link', { name: 'Show' }).click()
    await page.getByText('Kept, not read').waitFor()
  })

  test('[C364] a field leads to the words around it, and on to the source with the value marked', async () => {
    await visit('/app/truth')
    await page.getByRole('link', { name: 'RE-2026/77' }).click()
    await page.getByRole('button', { name: /Invoice number/ }).click()
    await expect.poll(() => page.locator('mark').allTextContents()).toEqual(['RE-2026/77'])
    await lookAt('entity')
    await page.getByRole('link', { name: 'Show in the source' }).click()
    await page.getByRole('heading', { name: 'Where Invoice number stands' }).waitFor()
    await expect.poll(() => page.locator('.source-text mark').textContent()).toBe('RE-2026/77')
    expect(await page.locator('.source-text').textContent()).toContain(evil)
    await lookAt('source')
  })

  test('[C364] an image is shown as an image', async () => {
    const response = await user.send('POST', '/api/truth/files?interpret=false', onePixel, {
      'content-type': 'image/png',
    })
    const { source_id: id } = (await response.json()) as { source_id: string }
    await visit(`/app/truth/sources/${id}`)
    const width = () => page.evaluate(`document.querySelector('.source-picture')?.naturalWidth`)
    await expect.poll(width).toBe(1)
  })

  test('[C482] the value is marked in the page of a PDF where it stands, and in a picture', async () => {
    const paper = await site.browser.newPage({ viewport: { width: 800, height: 1000 } })
    await paper.setContent(`<body style="font:24px/2 sans-serif;margin:60px">INVOICE<br>Northwind Supplies GmbH<br>
      Invoice number: <b>RE-2026/4711</b><br>Invoice date: 3 March 2026<br>Total due: EUR 1,190.00`)
    const stands = await paper.locator('b').boundingBox()
    const place = [stands!.x / 800, stands!.y / 1000, stands!.width / 800, stands!.height / 1000]
    const pdf = await paper.pdf({ width: '800px', height: '1000px' })
    const png = await paper.screenshot()
    await paper.close()
    const marked = async (bytes: Uint8Array, type: string, name: string) => {
      const path = `/api/truth/files?original_filename=${name}`
      const sent = await user.send('POST', path, Uint8Array.from(bytes), { 'content-type': type })
      const { receipt } = (await sent.json()) as { receipt: { created: string[] } }
      const [id = ''] = receipt.created
      await visit(`/app/truth/${id}`)
      await page.getByRole('button', { name: /Invoice number/ }).click()
      await page.getByRole('link', { name: 'Show in the source' }).click()
      await page.locator('.picture-mark').waitFor()
      if (type === 'application/pdf') await lookAt(name)
      const found = await page.evaluate<number[]>(`(() => {
        const mark = document.querySelector('.picture-mark').style
        const of = (text) => parseFloat(text) / 100
        return [of(mark.left), of(mark.top), of(mark.width), of(mark.height)]
      })()`)
      for (const [index, part] of found.entries()) {
        expect(Math.abs(part - place[index]!)).toBeLessThan(0.03)
      }
      expect(await page.locator('.source-text mark').textContent()).toBe('RE-2026/4711')
    }
    await marked(pdf, 'application/pdf', 'page.pdf')
    const ink = `(() => {
      const canvas = document.querySelector('canvas.source-picture')
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
      return data.some((value, index) => index % 4 === 0 && value < 100)
    })()`
    expect(await page.evaluate(ink)).toBe(true)
    // Two that say the same would be suggested as one later on.
    const erase = () => post('erase_source', { source_id: new URL(page.url()).pathname.split('/').at(-1) })
    await erase()
    if (hasProgram('tesseract')) {
      await marked(png, 'image/png', 'page.png')
      await erase()
    }
    expect(complaintsOf(ann)).toEqual([])
  })

  test('[C824] a PDF that cannot be drawn is shown as text', async () => {
    const { source_id: id } = await post<{ source_id: string }>('ingest', {
      file_content: Buffer.from('No PDF, but some words').toString('base64'),
      mime_type: 'application/pdf',
    })
    await page.route('**/api/truth/sources/*', async (route) => {
      const answer = await route.fetch()
      const json = { ...((await answer.json()) as object), mime_type: 'application/pdf' }
      await route.fulfill({ response: answer, json })
    })
    await visit(`/app/truth/sources/${id}`)
    await page.getByText('This page cannot be drawn').waitFor()
    expect(await page.getByRole('region', { name: 'Text of the source' }).textContent()).toContain(
      'some words',
    )
    await page.unrouteAll()
  })

  test('[C365] [C825] [C366] [C830] a field is corrected in place, shows the values that lost and why, and its earlier states', async () => {
    const [id] = await state({ entity_type: 'company', name: 'Acme', vat_id: 'DE811111111', city: 'Ulm' })
    await state({ entity_type: 'company', name: 'Acme', vat_id: 'DE811111111', city: evil })
    await visit(`/app/truth/${id}`)
    const city = page.getByRole('button', { name: /City/ })
    await city.click()
    await page.getByRole('button', { name: 'Correct', exact: true }).click()
    await page.getByLabel('Correct value of City').fill('Köln')
    await page.getByRole('button', { name: 'Save the correction' }).click()
    await expect.poll(() => city.textContent()).toMatch(/Köln.*corrected.*2 other values/)
    const lost = page.getByRole('list', { name: 'Other values' })
    await expect.poll(() => lost.textContent()).toMatch(/Ulm.*replaced by a correction/)
    expect(await lost.textContent()).toContain(evil)
    await lookAt('conflict')

    await page.getByRole('button', { name: 'By when you learned it' }).click()
    const slider = page.getByLabel('As you knew it')
    await slider.focus()
    await page.keyboard.press('Home')
    await expect.poll(() => city.textContent()).toMatch(/Ulm/)
    expect(page.url()).toContain('known_at=')
    await lookAt('as-of')
    await page.getByRole('button', { name: 'Back to now' }).click()
    await expect.poll(() => city.textContent()).toMatch(/Köln/)
  })

  test('[C367] possible duplicates are merged, and the merge is undone', async () => {
    await state(johanna)
    await state({ ...johanna, full_name: 'Johana Lindqvist', email: 'jl@two.example' })
    await visit('/app/truth?tab=duplicates')
    await page.getByText('+46 8 123 456 78').first().waitFor()
    await lookAt('duplicates')
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await page.getByText('No two entities look the same').waitFor()
    await page.getByRole('button', { name: /Take back the merge/ }).click()
    await page.getByText('Nothing was merged.').waitFor()
    // A person who undid the merge decided that the two are not the same.
    expect(await page.getByRole('button', { name: 'Merge', exact: true }).count()).toBe(0)
  })

  test('[C480] [C826] two that are not the same are suggested no more, until that is taken back', async () => {
    const lars = {
      ...johanna,
      phone: '+46 31 765 43 21',
      birthday: '1960-02-03',
      address: '4 Mill Lane, Lund',
    }
    await state({ ...lars, full_name: 'Lars Bergström', email: 'lars@one.example' })
    await state({ ...lars, full_name: 'Lasse Bergstrøm', email: 'lb@two.example' })
    await visit('/app/truth?tab=duplicates')
    const notTheSame = page.getByRole('button', { name: 'Not the same' })
    await notTheSame.click()
    const takeBack = page.getByRole('button', { name: /^Suggest again: .*Lars Bergström/ })
    await takeBack.waitFor()
    await expect.poll(() => notTheSame.count()).toBe(0)
    await lookAt('kept-apart')
    await takeBack.click()
    await notTheSame.waitFor()
    await expect.poll(() => takeBack.count()).toBe(0)
  })

  test('[C368] [C827] related entities are shown as a picture and a list, and dates as a timeline', async () => {
    const [a = '', b = ''] = await state(
      { entity_type: 'company', name: `Holding ${'Long-Name'.repeat(20)}`, founded: '2001-02-03' },
      { entity_type: 'company', name: evil },
    )
    await post('create_relationship', {
      relationship_type: 'PART_OF',
      source_entity_id: a,
      target_entity_id: b,
    })
    await visit(`/app/truth/${a}`)
    await expect.poll(() => page.locator('.graph-node').count()).toBe(2)
    const list = page.locator('.relation-list')
    await list
      .getByRole('link', { name: evil })
      .or(list.getByRole('link', { name: /^Holding/ }))
      .first()
      .waitFor()
    await lookAt('related')
    const founded = page.locator('.timeline').getByText('Feb 3, 2001')
    const onThis = await founded.count()
    await visit(`/app/truth/${b}`)
    await page.getByRole('heading', { name: 'Timeline' }).waitFor()
    expect(onThis + (await founded.count())).toBe(1)
    expect(await page.evaluate('window.wasRun')).toBe(undefined)
  })

  test('[C369] erasing a source first shows what is removed, and then removes it', async () => {
    await visit('/app/truth?tab=sources')
    await page.getByRole('link', { name: `${evil}.txt` }).click()
    await page.getByRole('button', { name: 'Erase', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('RE-2026/77').waitFor()
    expect(await dialog.textContent()).toContain('1 observation')
    await lookAt('erase')
    await dialog.getByRole('button', { name: 'Erase for good' }).click()
    await page.waitForURL('**/app/truth?tab=sources')
    await expect.poll(() => page.getByRole('link', { name: `${evil}.txt` }).count()).toBe(0)
    await visit('/app/truth/sources/00000000-0000-4000-8000-000000000000')
    await page.getByText('This source is not here').waitFor()
    await visit('/app/truth/nobody')
    await page.getByText('Nothing is known about this').waitFor()
  })

  test('[C370] a list of 5,000 entities draws only the visible rows and loads more at its end', async () => {
    await state({ entity_type: 'person', name: `Person ${'x'.repeat(190)}` })
    await copyPerson(db, user, 4999)
    await visit('/app/truth?type=person')
    const scroller = page.locator('.table-scroller')
    const rows = page.getByRole('row')
    await expect.poll(() => page.getByRole('table').getAttribute('aria-rowcount')).toBe('501')
    expect(await rows.count()).toBeLessThan(100)
    const rowsAtTheEnd = async () => {
      await scroller.hover()
      await page.mouse.wheel(0, 100_000)
      return page.getByRole('table').getAttribute('aria-rowcount')
    }
    await expect.poll(rowsAtTheEnd, { timeout: 120_000 }).toBe('5001')
    expect(await rows.count()).toBeLessThan(100)
    await lookAt('list')
    expect(complaintsOf(ann)).toEqual([])
  })

  test('[C371] a list that cannot be loaded says so, with a button to try again', async () => {
    await page.route('**/api/truth/entities?*', (route) => route.fulfill({ status: 503, json: {} }))
    await visit('/app/truth')
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await lookAt('failure')
    await page.unrouteAll()
    await again.click()
    await page.getByRole('table', { name: 'Entities' }).waitFor()
    expect(await again.count()).toBe(0)
  })

  test('[C361] [C362] the window of an entity traces a field through the client, in both themes, and shows markup as text', async () => {
    const caller = await site.at.user({ path: '/api/truth/mcp' })
    await caller.call('ingest', {
      file_content: Buffer.from(invoice).toString('base64'),
      mime_type: 'text/plain',
      original_filename: '<img src=x onerror="parent.wasRun=1">.txt',
    })
    await using client = await WindowClient.open(site.browser, caller)
    const { raw } = await caller.call('retrieve_entities', { entity_type: 'invoice' })
    const [entity] = (raw['structuredContent'] as { entities: { id: string }[] }).entities
    const frame = await client.show('get_entity_snapshot', { entity_id: entity?.id })
    await frame.getByRole('button', { name: /Invoice number/ }).click()
    await expect.poll(() => frame.locator('mark').textContent()).toBe('RE-2026/77')
    await frame.getByText('<img src=x').first().waitFor()
    await client.shot('entity-window-light')
    await client.setTheme('dark')
    await client.shot('entity-window-dark')
    expect(Math.max(...(await client.heights()))).toBeLessThanOrEqual(500)
    expect(await client.page.evaluate('window.wasRun')).toBe(undefined)
    expect(client.complaints).toEqual([])
  })
})

/** Sends the event of a file that is dropped on the page. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const given = [name, text].map((each) => JSON.stringify(each)).join(', ')
  await page.evaluate(`((name, text) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([text], name, { type: 'text/plain' }))
    for (const kind of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }))
  })(${given})`)
}

/** As many people as one asks for, each with what is known of the one who is there. */
async function copyPerson(db: Db, { id }: TestUser, count: number): Promise<void> {
  const part = 500
  for (let from = 1; from <= count; from += part) {
    const insert = `insert into truth_snapshots
      select user_id, 'ent_' || lpad(g::text, 24, '0'), entity_type, schema_version, 'Person ' || g, state,
        'person ' || g, words, observation_count, last_observation_at
      from (select * from truth_snapshots where user_id = $1 and canonical_name like 'Person xxx%') one
      cross join generate_series(${from}, ${Math.min(count, from + part - 1)}) g`
    // A statement as the query builder would make it.
    const query = { compile: () => ({ sql: insert, parameters: [id] }) } as unknown as never
    await db.query({ userId: id }, query)
  }
}
