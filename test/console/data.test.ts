import { mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { DuckDBInstance } from '@duckdb/node-api'
import { utils, write } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { hasProgram } from '../environment/index.ts'
import type { Person } from '../oauth/person.ts'
import { openBakerySite, type BakerySite } from './bakery-site.ts'
import { overhangOf, seriousIssues, showBoth, type ConsoleSite } from './console-site.ts'

const evil = '<img src=x onerror="window.wasRun=1">'

describe.skipIf(!hasProgram('chromium'))('data', () => {
  let bakery: BakerySite
  let site: ConsoleSite
  let ada: Person
  let page: Page
  let ontologyId: string
  let connectionName: string
  beforeAll(async () => {
    connectionName = `bakery ${evil} ${'long'.repeat(15)}`
    bakery = await openBakerySite({ connection: connectionName, ontology: `Bakery ${evil}` })
    const { admin } = bakery
    site = bakery.site
    ontologyId = bakery.ontologyId
    ada = await site.enter(admin, '/app/data')
    page = ada.page
  })
  afterAll(async () => {
    await ada?.[Symbol.asyncDispose]()
    await bakery?.[Symbol.asyncDispose]()
  })
  const open = (tab: string) => page.goto(`${site.url}/app/data/${ontologyId}?tab=${tab}`)

  test('[C310] [C805] a CSV of 10,000 rows is dropped on the page, asked about, and scrolled through', async () => {
    const rows = Array.from(
      { length: 10_000 },
      (_, index) => `Town ${index},${evil.replaceAll('"', "'")},${index}`,
    )
    const id = await dropFiles(page, { 'towns.csv': Buffer.from(`town,note,visitors\n${rows.join('\n')}\n`) })
    const query = JSON.stringify({ from: 'towns', select: ['towns.town', 'towns.note', 'towns.visitors'] })
    await page.goto(`${site.url}/app/ask?ontology=${id}&q=towns&query=${encodeURIComponent(query)}`)
    const table = page.getByRole('table', { name: 'Answer' })
    await table.waitFor()
    expect(await table.getAttribute('aria-rowcount')).toBe('10001')
    await table.getByRole('button', { name: /visitors/i }).click()
    await table.getByRole('button', { name: /visitors/i }).click()
    await table.getByRole('cell', { name: 'Town 9999', exact: true }).waitFor()
    const scroller = page.locator('.table-scroller.windowed')
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await table.getByRole('cell', { name: 'Town 0', exact: true }).waitFor()
    expect(await table.getByRole('row').count()).toBeLessThan(80)
    expect(await page.evaluate('window.wasRun')).toBe(undefined)
    expect(await seriousIssues(page)).toEqual([])
  })

  test('[C310] a workbook and a Parquet file are dropped together, and one question joins them', async () => {
    await page.goto(`${site.url}/app/data`)
    await page.locator('.drop-zone').waitFor()
    const id = await dropFiles(page, { 'Harbours.xlsx': harbourBook(), 'ships.parquet': await shipsFile() })
    const question = 'how many ships per harbour name'
    await page.goto(`${site.url}/app/ask?ontology=${id}&q=${encodeURIComponent(question)}`)
    const table = page.getByRole('table', { name: 'Answer' })
    await page.getByRole('tab', { name: 'Table' }).click()
    await table.waitFor()
    const cells = await table.getByRole('cell').allInnerTexts()
    expect(cells).toEqual(['Callao', '2', 'Paita', '1'])
  })

  test('[C624] [C808] [C632] what was read of dropped files is shown, with its doubts, before the first question', async () => {
    await page.goto(`${site.url}/app/data`)
    await page.locator('.drop-zone').waitFor()
    const rows = Array.from({ length: 20 }, (_, n) => `${n + 1};€ ${n + 1},50;Shop ${n % 3};`)
    const bills = ['Bill;Rent;Shop;Fax', ...rows, '21;on request;Shop 1;', ''].join('\n')
    const id = await dropFiles(page, { 'bills.csv': Buffer.from(bills) })
    const read = page.locator('.card').filter({ has: page.getByRole('heading', { name: 'What was read' }) })
    await read.getByText('21 rows of bills.csv').waitFor()
    await read.getByText(/^Rent: 1 of 21 values could not be read/).waitFor()
    expect(await seriousIssues(page)).toEqual([])
    await showBoth(ada, 'ask-read-1440')
    await read.getByRole('link', { name: 'Each column' }).click()
    await page.waitForURL(`${site.url}/app/data/${id}`)
    const table = page.getByRole('table', { name: 'Fields of bills' })
    await table.getByRole('cell', { name: /^20 of 21 values read as amounts in EUR\./ }).waitFor()

    const query = JSON.stringify({ from: 'bills', select: [{ sum: 'bills.Rent' }] })
    await page.goto(`${site.url}/app/ask?ontology=${id}&q=rent&query=${encodeURIComponent(query)}`)
    const further = page.getByRole('group', { name: 'Follow-up questions' })
    await further.getByRole('button', { name: 'by shop' }).waitFor()
    expect(await further.getByRole('button', { name: 'by fax' }).count()).toBe(0)
  })

  test('[C811] a refused file is named', async () => {
    await page.goto(`${site.url}/app/data`)
    const chosen = page.locator('input[type=file]')
    await chosen.setInputFiles([
      { name: 'good.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') },
      { name: 'none.csv', mimeType: 'text/csv', buffer: Buffer.alloc(0) },
    ])
    await page.getByText('none.csv: The file is empty; send one with rows').waitFor()
    const picture = Buffer.from(Array.from({ length: 3000 }, (_, n) => (n * 7919 + (n >> 3)) % 256))
    await chosen.setInputFiles([{ name: 'photo.csv', mimeType: 'text/csv', buffer: picture }])
    expect(await page.getByText(/^photo\.csv is not a table as text/).textContent()).toContain(
      'send the table',
    )
  })

  test('[C311] connections and ontologies are listed and created, and the dialog shows a refusal', async () => {
    await page.goto(`${site.url}/app/data`)
    await page.getByText(connectionName).first().waitFor()
    await page.getByRole('button', { name: 'Connect a database' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('nowhere')
    await dialog.getByLabel('Kind').selectOption('sqlite')
    await dialog.getByLabel('File').fill('/etc/passwd')
    await dialog.getByRole('button', { name: 'Connect' }).click()
    expect(await dialog.getByRole('alert').textContent()).toContain('QUIPU_SOURCE_ROOTS')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'New ontology' }).click()
    await dialog.getByLabel('Name').fill('Second')
    await dialog.getByLabel('Connection').selectOption({ label: connectionName })
    await dialog.getByRole('button', { name: 'Make it' }).click()
    await page.getByRole('link', { name: 'Ask Second' }).waitFor()
    expect(await seriousIssues(page)).toEqual([])
    await showBoth(ada, 'data-1440')
  })

  test('[C312] relationships between datasets are shown as a picture and a list', async () => {
    await open('graph')
    await expect.poll(() => page.locator('.graph-node').count()).toBe(3)
    expect(await page.locator('.graph-edge').count()).toBe(2)
    expect(await page.locator('.graph-list').textContent()).toContain('→ shops')
    expect(await seriousIssues(page)).toEqual([])
    await showBoth(ada, 'ontology-graph-1440')
    await page.getByRole('button', { name: 'breads' }).click()
    await page.getByRole('table', { name: /breads/i }).waitFor()
  })

  test('[C313] [C813] labels, synonyms, metrics, joins and YAML are changed, and a refusal is shown', async () => {
    await open('datasets')
    await page.getByLabel('Dataset', { exact: true }).selectOption('shops')
    await page.getByRole('button', { name: 'Edit city' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Label').fill(`Town ${evil}`)
    await dialog.getByLabel('Also called').fill('place, site')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: `Town ${evil}`, exact: true }).waitFor()
    await showBoth(ada, 'ontology-datasets-1440')

    await open('metrics')
    await page.getByRole('button', { name: 'New metric' }).click()
    await dialog.getByLabel('Label').fill('Loaves')
    await dialog.getByLabel('How it is computed').fill('sum(nothing.there)')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('How it is computed').fill('sum(sales.quantity)')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Remove Loaves' }).waitFor()

    await open('joins')
    await page
      .getByRole('button', { name: /Not true: / })
      .first()
      .click()
    await page.getByRole('button', { name: 'Take it back' }).click()
    await expect.poll(() => page.getByRole('button', { name: /Not true: / }).count()).toBe(2)

    await open('yaml')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as YAML' }).click()
    expect((await saved).suggestedFilename()).toMatch(/\.yaml$/)
    await page.getByLabel('YAML to apply').fill('a: [')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.evaluate('window.wasRun')).toBe(undefined)
    expect(await seriousIssues(page)).toEqual([])
  })

  test('[C481] [C814] a metric is made, changed and removed by a form, and a question by it counts its year', async () => {
    await open('metrics')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'New metric' }).click()
    await dialog.getByLabel('Label').fill('Takings')
    const formula = dialog.getByLabel('How it is computed')
    await formula.fill('sum(')
    await dialog.getByLabel('Put a field into the formula').selectOption('sales.amount')
    expect(await formula.inputValue()).toBe('sum(sales.amount')
    await formula.fill('sum(sales.amount)')
    await showBoth(ada, 'metric-1440')
    expect(await seriousIssues(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'New metric' }).click()
    await dialog.getByLabel('Label').fill('takings')
    await dialog.getByText('There is a metric of this name').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Edit Takings' }).click()
    await formula.fill('sum(sales.amount) / 100')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('sum(sales.amount) / 100').waitFor()
    await page.goto(`${site.url}/app/ask?ontology=${ontologyId}`)
    await page.getByRole('combobox', { name: 'Your question' }).fill('takings by category in 2026')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await expect.poll(() => page.locator('.reading').textContent()).toMatch(/takings per category, in 2026/i)
    // In all months it would be 39.15.
    expect(await page.locator('.narrative').textContent()).toContain('Takings is 33 in total')
    await open('metrics')
    await page.getByRole('button', { name: 'Remove Takings' }).click()
    await expect.poll(() => page.getByText('sum(sales.amount) / 100').count()).toBe(0)
  })

  test('[C681] after files are dropped, a person says which revenue is right, and answers use it', async () => {
    await page.goto(`${site.url}/app/data`)
    await page.locator('.drop-zone').waitFor()
    const days = Array.from(
      { length: 20 },
      (_, index) => `2026-${String(1 + (index % 9)).padStart(2, '0')}-11`,
    )
    const id = await dropFiles(page, {
      'sales.csv': Buffer.from(
        `sold on,item,quantity,unit price\n${days.map((day, at) => `${day},item ${at % 4},2,${3 + (at % 2)}`).join('\n')}\n`,
      ),
      'payments.csv': Buffer.from(
        `paid on,payer,amount\n${days.map((day, at) => `${day},Payer ${at},${30 + (at % 3)}`).join('\n')}\n`,
      ),
    })
    const card = page.locator('.card', { hasText: 'Which figure is your revenue?' })
    await card.getByText('used now').waitFor()
    expect(await seriousIssues(page)).toEqual([])
    await showBoth(ada, 'sales-1440')
    await card.getByLabel('619 from payments').check()
    await card.getByRole('button', { name: 'Our revenue is 759' }).waitFor()
    await card.getByLabel('140 from sales').uncheck()
    await card.getByRole('button', { name: 'Our revenue is 619' }).click()
    await card.waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: 'Your question' }).fill('revenue in 2026')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await expect.poll(() => page.locator('.narrative').textContent()).toContain('619')

    await page.goto(`${site.url}/app/data/${id}?tab=metrics`)
    await page.getByText('chosen', { exact: true }).waitFor()
    await showBoth(ada, 'sales-chosen-1440')
    await page.getByRole('button', { name: 'Find it again' }).click()
    await page.getByText('used now').waitFor()
    await page.setViewportSize({ width: 360, height: 800 })
    expect(await overhangOf(page)).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('[C311] [C313] both pages fit a phone', async () => {
    for (const [name, path] of [
      ['data', '/app/data'],
      ['ontology-datasets', `/app/data/${ontologyId}`],
      ['ontology-graph', `/app/data/${ontologyId}?tab=graph`],
      ['ontology-metrics', `/app/data/${ontologyId}?tab=metrics`],
    ] as const) {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(site.url + path)
      await page.locator('.card').first().waitFor()
      await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
      await showBoth(ada, `${name}-390`)
      await page.setViewportSize({ width: 360, height: 800 })
      expect([path, await overhangOf(page)]).toEqual([path, 0])
    }
    expect(ada.complaints.filter((text) => !text.endsWith(' failed'))).toEqual([])
  })
})

/** Drops files on the data page, and waits until they can be asked about. Returns the id of their ontology. */
async function dropFiles(page: Page, files: Record<string, Buffer>): Promise<string> {
  const sent = Object.entries(files).map(([name, bytes]) => [name, bytes.toString('base64')])
  const dropped = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer()
    for (const [name, text] of ${JSON.stringify(sent)}) {
      transfer.items.add(new File([Uint8Array.fromBase64(text)], name))
    }
    return transfer
  })()`)
  await page.dispatchEvent('.drop-zone', 'drop', { dataTransfer: dropped })
  await page.waitForURL(/\/app\/ask\?ontology=/, { timeout: 120_000 })
  return new URL(page.url()).searchParams.get('ontology') ?? ''
}

function harbourBook(): Buffer {
  const rows = [
    ['harbour id', 'harbour name'],
    [1, 'Callao'],
    [2, 'Paita'],
  ]
  const book = utils.book_new(utils.aoa_to_sheet(rows), 'Harbours')
  // The library types what it writes by its options.
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}

async function shipsFile(): Promise<Buffer> {
  using folder = mkdtempDisposableSync(`${tmpdir()}/quipu-ships-`)
  const file = `${folder.path}/ships.parquet`
  const maker = await DuckDBInstance.create()
  const connection = await maker.connect()
  await connection.run(
    `copy (select * from (values (1, 'Alba', 1), (2, 'Brisa', 1), (3, 'Calma', 2)) as ships (ship_id, ship, harbour_id)) to '${file}'`,
  )
  connection.closeSync()
  maker.closeSync()
  return readFileSync(file)
}
