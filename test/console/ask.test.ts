import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { hasProgram } from '../environment/index.ts'
import type { Person } from '../oauth/person.ts'
import { openBakerySite, type BakerySite } from './bakery-site.ts'
import { overhangOf, seriousIssues, showBoth, type ConsoleSite } from './console-site.ts'

const evil = '<img src=x onerror="window.wasRun=1">'

describe.skipIf(!hasProgram('chromium'))('asking', () => {
  let bakery: BakerySite
  let site: ConsoleSite
  let ada: Person
  let page: Page
  let ontologyId: string
  beforeAll(async () => {
    bakery = await openBakerySite({ connection: 'bakery', ontology: 'Bakery' })
    const { admin } = bakery
    site = bakery.site
    ontologyId = bakery.ontologyId
    ada = await site.enter(admin, `/app/ask?ontology=${ontologyId}`)
    page = ada.page
  })
  afterAll(async () => {
    await ada?.[Symbol.asyncDispose]()
    await bakery?.[Symbol.asyncDispose]()
  })

  const ask = async (question: string) => {
    await page.goto(`${site.url}/app/ask?ontology=${ontologyId}`)
    await page.getByRole('combobox', { name: 'Your question' }).fill(question)
    await page.getByRole('button', { name: 'Ask', exact: true }).first().click()
  }
  const reading = () => page.locator('.reading')

  test('[C300] [C302] a question is answered in words, with a chart that follows its frame and can be saved', async () => {
    await ask('total amount by city')
    await page.getByRole('img', { name: /amount/i }).waitFor()
    await expect.poll(() => page.locator('.chart-mark').count()).toBe(2)
    expect(await page.locator('.narrative').textContent()).toContain('Lima')
    expect(new URL(page.url()).searchParams.get('q')).toBe('total amount by city')
    const width = async () => Number(await page.locator('.chart-frame svg').getAttribute('width'))
    const before = await width()
    await page.setViewportSize({ width: 900, height: 900 })
    await expect.poll(width).not.toBe(before)
    await page.setViewportSize({ width: 1440, height: 900 })
    for (const kind of ['SVG', 'PNG']) {
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: `Save as ${kind}` }).click()
      expect((await saved).suggestedFilename()).toMatch(new RegExp(`\\.${kind.toLowerCase()}$`))
    }
    expect(await seriousIssues(page)).toEqual([])
    await showBoth(ada, 'ask-answer-1440')
  })

  test('[C804] the phase of a question is shown, and the question can be cancelled', async () => {
    await page.route('**/api/data-agent/ask', async () => {})
    await ask('total amount by city')
    const progress = page.getByRole('progressbar', { name: 'How far the question is' })
    await progress.waitFor()
    expect(await page.locator('.ask-progress').getByRole('status').textContent()).toMatch(/\w …$/)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await progress.waitFor({ state: 'detached' })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('[C303] [C806] a changed measure, grouping, filter or period is asked at once', async () => {
    await ask('total amount in Lima this year by category')
    await reading().getByText('where city is Lima').waitFor()
    await reading().getByLabel('Measure').selectOption({ label: 'average of amount' })
    await reading()
      .getByText(/average amount per category/)
      .waitFor()
    await reading().getByLabel('Grouped by').selectOption({ label: 'month of sold on' })
    await reading()
      .getByText(/average amount per month/)
      .waitFor()
    await reading().getByLabel('Only where city').fill('Cusco')
    await reading().getByRole('button', { name: 'Apply' }).first().click()
    await reading()
      .getByText(/city is Cusco/)
      .waitFor()
    await reading()
      .getByRole('combobox', { name: /^Period of/ })
      .fill('last year')
    await reading().getByRole('button', { name: 'Apply' }).last().click()
    await reading()
      .getByText(/in 2025/)
      .waitFor()
    await reading()
      .getByRole('button', { name: /Remove the filter/ })
      .click()
    await expect.poll(() => reading().getByText(/Cusco/).count()).toBe(0)
  })

  test('[C625] [C809] a period and a choice of periods are shown in words, and the words can be applied', async () => {
    await ask('total amount last year')
    const period = () => reading().getByRole('combobox', { name: /^Period of/ })
    await expect.poll(() => period().inputValue()).toBe('2025')
    await period().fill('March 2025')
    await reading().getByRole('button', { name: 'Apply' }).click()
    await reading()
      .getByText(/in March 2025/)
      .waitFor()
    expect(await period().inputValue()).toBe('March 2025')
    const sold = (start: string, end: string) => ['sales.sold_on', 'during', { start, end }]
    const either = { or: [sold('2025-03-01', '2025-04-01'), sold('2025-01-01', '2026-01-01')] }
    const query = JSON.stringify({ from: 'sales', select: [{ sum: 'sales.amount' }], where: [either] })
    await page.goto(`${site.url}/app/ask?ontology=${ontologyId}&q=both&query=${encodeURIComponent(query)}`)
    await expect
      .poll(() => reading().locator('.part-words').allTextContents())
      .toEqual(['sold on (sales) is in March 2025 or sold on (sales) is in 2025'])
  })

  test('[C626] without an answer the page says what there is, and how a word is taught', async () => {
    await ask('total amount by sommelier')
    const card = page.locator('.card').filter({ hasText: 'This cannot be answered' })
    await card.getByText(/There is: .*sales \(/).waitFor()
    expect(await card.getByText('sommelier').count()).toBe(2)
    await card.getByRole('link', { name: 'the columns' }).click()
    await page.waitForURL(`${site.url}/app/data/${ontologyId}`)
  })

  test('[C305] [C306] a button answers a question back, and another reverses an assumption', async () => {
    await ask('Show high-value sales')
    const back = page
      .getByRole('group')
      .filter({ has: page.locator('.chip') })
      .first()
    await page.getByRole('heading', { name: 'What do you mean?' }).waitFor()
    expect(await seriousIssues(page)).toEqual([])
    await showBoth(ada, 'ask-clarification-1440')
    await back.locator('.chip').first().click()
    await reading().waitFor()

    await ask('sales by name')
    await page.getByRole('button', { name: 'Take the likeliest and say so' }).click()
    await page.getByRole('button', { name: 'The other meaning' }).click()
    await reading()
      .getByText(/per shop name/)
      .waitFor()
  })

  test('[C301] [CO904] [C304] words are completed, and 360 rows are sorted while few are drawn', async () => {
    await page.goto(`${site.url}/app/ask?ontology=${ontologyId}`)
    const box = page.getByRole('combobox', { name: 'Your question' })
    await box.pressSequentially('sales in Cus')
    await page.getByRole('option', { name: /Cusco/ }).waitFor()
    await box.press('ArrowDown')
    await box.press('Enter')
    await expect.poll(() => box.inputValue()).toBe('sales in Cusco')

    const query = JSON.stringify({ from: 'sales', select: ['sales.sale_id', 'sales.amount'] })
    await page.goto(`${site.url}/app/ask?ontology=${ontologyId}&q=all&query=${encodeURIComponent(query)}`)
    const table = page.getByRole('table', { name: 'Answer' })
    await table.waitFor()
    expect(await table.getAttribute('aria-rowcount')).toBe('361')
    expect(await table.getByRole('row').count()).toBeLessThan(80)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as CSV' }).click()
    expect((await saved).suggestedFilename()).toBe('all.csv')
  })

  test('[C307] [C308] [C309] [C807] a person saves better SQL for a question, and a colleague with the link gets the signed answer', async () => {
    await ask('how many shops')
    await page.getByRole('button', { name: 'Wrong?' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Question').fill(`how many shops ${evil}`)
    await dialog.getByLabel('SQL that answers it').fill('DELETE FROM shops')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('Question').fill('how many shops')
    await dialog
      .getByLabel('SQL that answers it')
      .fill("SELECT count(*) AS shops FROM shops WHERE city = 'Lima'")
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)

    await page.getByRole('button', { name: 'Share' }).click()
    const link = await dialog.getByRole('region', { name: 'the link' }).textContent()
    expect(link).toBe(`${site.url}/app/ask?ontology=${ontologyId}&q=how+many+shops`)
    await page.keyboard.press('Escape')
    await using ben = await site.enter(
      await site.someone('Ben'),
      `/app/ask?ontology=${ontologyId}&q=how+many+shops`,
    )
    await ben.page.getByText('Verified by Ada Quispe').waitFor()
    await ben.page.getByText('how many shops', { exact: true }).first().waitFor()
    await ben.page.getByRole('textbox', { name: 'Follow-up' }).waitFor()
    expect(ben.complaints.filter((text) => !text.endsWith(' failed'))).toEqual([])

    await page.getByRole('heading', { name: 'Asked before' }).waitFor()
    await page
      .locator('.ask-history')
      .getByRole('button', { name: 'total amount by city', exact: true })
      .first()
      .click()
    await page.getByRole('heading', { name: 'total amount by city' }).waitFor()
  })

  test('[C300] a question that cannot be answered shows the reason, the page fits a phone, and markup in a question is text', async () => {
    await ask(`revenue of ${evil}`)
    await page.locator('.card h2').nth(0).waitFor()
    expect(await page.evaluate('window.wasRun')).toBe(undefined)
    await page.setViewportSize({ width: 390, height: 844 })
    await ask('total amount by city')
    await page.getByRole('img', { name: /amount/i }).waitFor()
    expect(await overhangOf(page)).toBe(0)
    await showBoth(ada, 'ask-answer-390')
    await page.setViewportSize({ width: 360, height: 800 })
    expect(await overhangOf(page)).toBe(0)
    expect(ada.complaints.filter((text) => !text.endsWith(' failed'))).toEqual([])
  })
})
