import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FakeVikunja } from '../environment/fake-vikunja/fake-vikunja.ts'
import { hasProgram } from '../environment/index.ts'
import { ConsoleSite, complaintsOf, overhangOf, seriousIssues, showBoth } from './console-site.ts'

describe.skipIf(!hasProgram('chromium'))('the page of Vikunja', () => {
  let fake: FakeVikunja
  let site: ConsoleSite
  let ana: number
  beforeAll(async () => {
    fake = await FakeVikunja.start()
    site = await ConsoleSite.open({ moduleSettings: { vikunja: { url: fake.url } } })
    ana = fake.world.addUser('ana', { name: 'Ana Silva' }).id
    fake.world.addProject(ana, 'Home')
  })
  afterAll(async () => {
    await site?.[Symbol.asyncDispose]()
    await fake?.[Symbol.asyncDispose]()
  })

  test('[C385] [C820] a token is refused, stored, tested, revoked in Vikunja, replaced and removed', async () => {
    const ada = await site.someone('Ada')
    await using person = await site.enter(ada, '/app/vikunja')
    const { page } = person
    const [first, second] = [fake.world.addToken(ana), fake.world.addToken(ana)]
    await page.getByLabel('API token').fill(`tk_${'0'.repeat(40)}`)
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByRole('alert').getByText('refuses this token').waitFor()
    expect(await seriousIssues(page)).toEqual([])
    await showBoth(person, 'vikunja-refused')

    await page.getByLabel('API token').fill(first)
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByText('Account there').waitFor()
    await page.getByText('ana', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Test' }).click()
    await page.getByRole('status').getByText('accepts the token of ana').waitFor()
    expect(await seriousIssues(page)).toEqual([])
    await showBoth(person, 'vikunja-connected')
    const tools = await ada.call('list_projects')
    expect(tools.isError).toBe(false)

    fake.world.tokens.delete(first)
    await page.getByRole('button', { name: 'Test' }).click()
    await page.getByRole('status').getByText('it has expired or was revoked').waitFor()
    await page.getByRole('button', { name: 'Replace' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('API token').fill(second)
    await dialog.getByRole('button', { name: 'Replace' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Test' }).click()
    await page.getByRole('status').getByText('accepts the token of ana').waitFor()
    expect(await page.content()).not.toContain(second)

    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('heading', { name: 'Connect your Vikunja account' }).waitFor()
    expect(await (await ada.api('GET', '/api/vikunja/token')).json()).toMatchObject({ connected: false })
    await page.setViewportSize({ width: 360, height: 800 })
    expect(await overhangOf(page)).toBe(0)
    expect(complaintsOf(person)).toEqual([])
  })

  test('[C821] the page is not there for a viewer', async () => {
    await using person = await site.enter(await site.someone('Vera', 'viewer'), '/app/vikunja')
    await person.page.getByText('Not for your role').waitFor()
    expect(await person.page.getByRole('link', { name: 'Vikunja' }).count()).toBe(0)
    expect(await seriousIssues(person.page)).toEqual([])
    expect(complaintsOf(person)).toEqual([])
  })
})
