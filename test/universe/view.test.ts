import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasProgram } from '../environment/index.ts'
import { star } from './open-universe.ts'
import { coloursIn, complaintsOf, drawn, overhangOf, row, ViewSite } from './view-site.ts'

/** For machines with other things to do. */
describe.skipIf(!hasProgram('chromium'))('the view of a universe', () => {
  let site: ViewSite
  beforeAll(async () => {
    site = await ViewSite.open()
  })
  afterAll(() => site[Symbol.asyncDispose]())

  test('[UV2] [UV900] [UV901] a person without universes sees how to get one, and makes one by keyboard alone', async () => {
    const ada = await site.someone('Ada')
    await using person = await site.enter(ada, '/app/universes')
    const { page } = person
    await page.getByText('You have none yet').waitFor()
    expect(await page.locator('main').innerText()).toContain(`${site.host.url}/mcp`)
    await person.show('view-empty')

    await page.getByRole('button', { name: 'New universe' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Home')
    await page.keyboard.press('Enter')
    await drawn(page)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Home')
    await row(page, 'Saturn').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()

    await page.getByRole('link', { name: 'All universes' }).click()
    await page.getByRole('row', { name: /Home.*you.*owner.*17/ }).waitFor()
    await page.getByRole('button', { name: 'Rename Home' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Away')
    await person.show('view-rename')
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: /Away.*you.*owner.*17/ }).waitFor()
    await page.getByRole('button', { name: 'Delete Away' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('You have none yet').waitFor()
    expect(complaintsOf(person)).toEqual([])
  })

  test('[UV3] [UV902] a command of somebody else is seen without a reload, in words and in the picture', async () => {
    const ada = await site.someone('Ada')
    const id = await ada.make('Shared', { preset: 'sol' })
    await using person = await site.enter(ada, `/app/universes/${id}`)
    const { page } = person
    await drawn(page)
    await page.getByText('Live', { exact: true }).waitFor()

    await ada.send(
      id,
      star('vulcan', { name: 'Vulcan', parentId: 'sun', orbitalDistance: 0.2, radius: 1e-5 }),
    )
    await row(page, 'Vulcan').waitFor()
    await page.getByRole('list', { name: 'Just now' }).getByText('added Vulcan').waitFor()
    await page.getByRole('complementary', { name: 'What happened' }).getByText('added Vulcan').waitFor()
    await page.locator('canvas[data-bodies="18"]').waitFor()

    await ada.send(id, { type: 'removeStar', id: 'vulcan' })
    await row(page, 'Vulcan').waitFor({ state: 'detached' })
    await ada.must('PUT', `/universes/${id}`, { state: {} })
    await page.getByText('Nothing here yet.').first().waitFor()
    expect(complaintsOf(person)).toEqual([])
  })

  test('[UV17] the keyboard alone walks the tree, flies, plays, searches and finds help', async () => {
    const ada = await site.someone('Ada')
    const id = await ada.make('Keys', { preset: 'sol' })
    await using person = await site.enter(ada, `/app/universes/${id}`)
    const { page } = person
    await drawn(page)
    const moment = page.getByRole('status', { name: 'Moment' })

    // As a person would: each key when the effect of the one before can be seen.
    await page.keyboard.press('/')
    await page.locator('input[type="search"]:focus').waitFor()
    await page.keyboard.type('moo')
    await row(page, 'Saturn').waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowDown')
    await page.locator('#tree:focus').waitFor()
    for (const [key, name] of [
      ['Home', 'Sun'],
      ['ArrowDown', 'Earth'],
      ['ArrowDown', 'Moon'],
    ] as const) {
      await page.keyboard.press(key)
      await page.locator('.tree-row.active', { hasText: name }).waitFor()
    }
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Following Moon' }).waitFor()
    expect(await page.getByRole('heading', { level: 2, name: 'Moon' }).count()).toBe(1)

    const before = await moment.innerText()
    await page.keyboard.press('Space')
    await expect.poll(() => moment.innerText()).not.toBe(before)
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Play' }).waitFor()
    await page.keyboard.press('s')
    await expect.poll(() => moment.innerText()).toBe(before)

    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('h')
    await page.getByRole('button', { name: 'Following Moon' }).waitFor({ state: 'detached' })
    expect(complaintsOf(person)).toEqual([])
  })

  test('[UV12] an edit is sent, logged and taken back', async () => {
    const ada = await site.someone('Ada')
    const id = await ada.make('Edited', { preset: 'sol' })
    await using person = await site.enter(ada, `/app/universes/${id}`)
    const { page } = person
    await row(page, 'Mars').click()
    await page.getByLabel('Name', { exact: true }).fill('Ares')
    await page.getByRole('button', { name: 'Save' }).click()
    await row(page, 'Ares').waitFor()
    const log = page.getByRole('complementary', { name: 'What happened' })
    await log.getByText('changed name of Ares').waitFor()
    await log.getByRole('button', { name: 'Undo step 1' }).click()
    await row(page, 'Mars').waitFor()
    await log.getByText('took back step 1').waitFor()
    await log.getByRole('button', { name: 'Redo step 1' }).click()
    await row(page, 'Ares').waitFor()
    expect((await ada.state(id))['stars']).toMatchObject({ mars: { name: 'Ares' } })

    await page.getByLabel('Radius (km)').fill('huge')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The radius is a number of kilometres').waitFor()
    expect(complaintsOf(person)).toEqual([])
  })

  test('[UV13] [UV911] two people see each other and what they look at; a removed member sees a message', async () => {
    const [ada, bob] = [await site.someone('Ada'), await site.someone('Bob')]
    const id = await ada.make('Together', { preset: 'sol' })
    await ada.must('PUT', `/universes/${id}/members`, { email: bob.user.email, role: 'viewer' })
    await using first = await site.enter(ada, `/app/universes/${id}`)
    await using second = await site.enter(bob, `/app/universes/${id}`)
    await row(second.page, 'Jupiter').click()
    await first.page.getByText('Bob, looking at Jupiter').waitFor()
    expect(await second.page.getByRole('button', { name: 'Add', exact: true }).count()).toBe(0)
    await second.page.getByText('view only').waitFor()

    await ada.must('DELETE', `/universes/${id}/members/${bob.user.id}`)
    await second.page.getByRole('alert').getByText('no longer shared with you').waitFor()
    expect([...complaintsOf(first), ...complaintsOf(second)]).toEqual([])
  })

  test('[UV14] a universe of somebody else cannot be shown, and the page says why', async () => {
    const [ada, bob] = [await site.someone('Ada'), await site.someone('Bob')]
    const id = await ada.make('Private')
    await using person = await site.enter(bob, `/app/universes/${id}`)
    await person.page.getByText('it is not shared with you').waitFor()
    await person.page.getByRole('link', { name: 'To your universes' }).click()
    await person.page.getByText('You have none yet').waitFor()

    await person.page.context().clearCookies()
    await person.page.getByRole('button', { name: 'New universe' }).click()
    await person.page.getByLabel('Name').fill('Too late')
    await person.page.keyboard.press('Enter')
    const again = person.page.getByRole('alert').getByRole('link', { name: 'Sign in' })
    expect(await again.getAttribute('href')).toBe('/login?next=%2Fapp%2Funiverses')
  })

  test('[UV18] [UV915] at both widths there is a picture, nothing sticks out, and frames are counted', async () => {
    const ada = await site.someone('Ada')
    const id = await ada.make('Seen', { preset: 'sol' })
    for (const width of [1440, 390]) {
      await using person = await site.enter(ada, `/app/universes/${id}`, width)
      const { page } = person
      await drawn(page)
      await page.getByRole('button', { name: 'Play' }).click()
      const canvas = page.locator('canvas')
      await expect.poll(async () => Number(await canvas.getAttribute('data-fps'))).toBeGreaterThan(0)
      expect(await coloursIn(page, await canvas.screenshot())).toBeGreaterThan(50)
      expect(await overhangOf(page)).toBeLessThanOrEqual(0)
      await person.show(`view-${width}`)
      expect(complaintsOf(person)).toEqual([])
    }
  })
})
