import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defineModule, type Jobs } from '@quipu/kit'
import { realModules } from '../catalog/real-modules.ts'
import { hasProgram } from '../environment/index.ts'
import { openBakerySite, type BakerySite } from './bakery-site.ts'
import { complaintsOf, overhangOf, seriousIssues, showBoth } from './console-site.ts'

const evil = '<img src=x onerror="window.wasRun=1">'
const johanna = {
  entity_type: 'contact',
  full_name: 'Johanna Lindqvist',
  email: 'johanna@one.example',
  phone: '+46 8 123 456 78',
  birthday: '1981-04-17',
}

describe.skipIf(!hasProgram('chromium'))('what waits, on the home page', () => {
  let bakery: BakerySite
  let jobs: Jobs
  beforeAll(async () => {
    const worker = defineModule({
      name: 'worker',
      title: 'Worker',
      permissions: {},
      tools: [],
      open: (ports) => {
        jobs = ports.jobs
        jobs.define('worker.fail', { attempts: 1, run: () => Promise.reject(new Error('It cannot be done')) })
      },
    })
    const modules = [...(await realModules()), worker]
    bakery = await openBakerySite({ connection: 'bakery', ontology: 'Bakery' }, { modules })
  })
  afterAll(() => bakery?.[Symbol.asyncDispose]())

  test('[C387] [C822] questions back, duplicates, due tasks and jobs are listed; each leads to its page', async () => {
    const { site, ontologyId } = bakery
    const ada = await site.someone('Ada')
    const question = 'Show high-value sales'
    const asked = await ada.api('POST', '/api/data-agent/ask', { ontology_id: ontologyId, question })
    expect(asked.status).toBe(200)
    await ada.call('ingest', { entities: [johanna] })
    await ada.call('ingest', {
      entities: [{ ...johanna, full_name: `Johana ${evil}`, email: 'jl@two.example' }],
    })
    await ada.call('add_task', {
      title: `${evil} ${'Long-Title'.repeat(20)}`.slice(0, 200),
      due_date: '2020-01-01',
    })
    await jobs.enqueue({ userId: ada.id }, 'worker.fail', {})

    await using person = await site.enter(ada, '/app')
    const { page } = person
    const list = page.getByRole('list', { name: 'Waits for you' })
    await list.getByRole('link', { name: question }).waitFor()
    for (const kind of ['Needs your answer', 'Possible duplicate', 'Task overdue'])
      await list.getByText(kind).waitFor()
    await expect
      .poll(async () => {
        await page.reload()
        await list.waitFor()
        return list.locator('li', { hasText: 'worker.fail' }).getByText('failed').count()
      })
      .toBe(1)
    await page.getByRole('heading', { name: 'New: what your assistants did' }).waitFor()
    await page.getByRole('link', { name: 'ingest' }).first().waitFor()
    expect(await page.evaluate('window.wasRun')).toBe(undefined)
    expect(await seriousIssues(page)).toEqual([])
    await showBoth(person, 'home-waits-1440')
    await page.setViewportSize({ width: 390, height: 900 })
    await showBoth(person, 'home-waits-390')
    await page.setViewportSize({ width: 360, height: 800 })
    expect(await overhangOf(page)).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })

    await list.locator('li', { hasText: 'Task overdue' }).getByRole('link').click()
    await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor()
    await page.goBack()
    await list.getByRole('link', { name: question }).click()
    await page.getByRole('heading', { name: 'What do you mean?' }).waitFor()
    await page.locator('.ask-clarify .chip').first().click()
    await page.getByRole('table').or(page.locator('.chart-mark')).first().waitFor()
    await page.goto(`${site.url}/app`)
    await list.waitFor()
    expect(await list.getByText('Needs your answer').count()).toBe(0)
    expect(complaintsOf(person)).toEqual([])
  })
})
